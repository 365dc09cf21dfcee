/** What steps kept, by name. */
export type Values = ReadonlyMap<string, unknown>;

/** A name that no step before kept. */
export class UnknownName extends Error {
  readonly missing: string;
  constructor(name: string) {
    super(`\${${name}}`);
    this.missing = name;
  }
}

/** `${order}`, or `${order/shippings/0/shippingCode}` for a part of what was kept. */
const REFERENCE = /\$\{(\w+)((?:\/[^/}]*)*)\}/g;
const WHOLE = new RegExp(`^${REFERENCE.source}$`);

/**
 * A value of a scenario with what was kept in place of `${name}`, as deep as it goes. A text that is nothing but one reference becomes
 * the kept value itself, number or list; within a longer text it is written out. Throws `UnknownName`.
 */
export function filledIn(value: unknown, values: Values): unknown {
  if (typeof value === "string") {
    const [whole, name, pointer] = WHOLE.exec(value) ?? [];
    if (whole !== undefined) return kept(values, name!, pointer!);
    return value.replaceAll(REFERENCE, (_, part: string, rest: string) => written(kept(values, part, rest)));
  }
  if (Array.isArray(value)) return value.map((item) => filledIn(item, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [written(filledIn(key, values)), filledIn(item, values)]));
}

/** The names that `${name}` mentions in a value, as deep as it goes. */
export function namesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [...value.matchAll(REFERENCE)].map(([, name]) => name!);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...namesIn(key), ...namesIn(item)]);
}

/** What a JSON Pointer (RFC 6901) leads to; undefined when it leads nowhere. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function kept(values: Values, name: string, pointer: string): unknown {
  if (!values.has(name)) throw new UnknownName(name);
  return valueAt(values.get(name), pointer);
}

const written = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
