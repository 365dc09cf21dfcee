/** The variables of a run, by name. */
export type Variables = ReadonlyMap<string, unknown>;

/** Thrown when a step uses a variable that no earlier step set. */
export class UnknownVariable extends Error {
  readonly variable: string;
  constructor(name: string) {
    super(`\${${name}}`);
    this.variable = name;
  }
}

/** A reference such as `${order}`, or `${order/shippings/0/shippingCode}` for a part of the variable's value. */
const REFERENCE = /\$\{(\w+)((?:\/[^/}]*)*)\}/g;
const ONLY_REFERENCE = new RegExp(`^${REFERENCE.source}$`);

/**
 * Replaces `${name}` in a value, at any depth. A string that consists of one reference becomes the variable's value, with its type. In a
 * longer string, the value is inserted as text. Throws `UnknownVariable` if a variable is not set.
 */
export function substitute(value: unknown, variables: Variables): unknown {
  if (typeof value === "string") {
    const [whole, name, pointer] = ONLY_REFERENCE.exec(value) ?? [];
    if (whole !== undefined) return lookUp(variables, name!, pointer!);
    return value.replaceAll(REFERENCE, (_, part: string, rest: string) => asText(lookUp(variables, part, rest)));
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [asText(substitute(key, variables)), substitute(item, variables)]));
}

/** Names of all variables that a value refers to, at any depth. */
export function variablesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [...value.matchAll(REFERENCE)].map(([, name]) => name!);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...variablesIn(key), ...variablesIn(item)]);
}

/** The value at a JSON Pointer (RFC 6901); undefined if there is none. */
export function resolvePointer(document: unknown, pointer: string): unknown {
  let value = document;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function lookUp(variables: Variables, name: string, pointer: string): unknown {
  if (!variables.has(name)) throw new UnknownVariable(name);
  return resolvePointer(variables.get(name), pointer);
}

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
