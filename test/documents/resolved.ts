type Json = Readonly<Record<string, unknown>>;

/**
 * A document as if nobody had named anything: every `$ref` is what it stands for, with what is said beside it; every `allOf` is one schema.
 * No part is shared with another, so that a test may change one alone.
 */
export const resolved = <Document extends Json>(document: Document): Document => resolvedPart(document, document);

/** The same of one part of a document: the rest of it is only looked at where the part refers to it. */
export const resolvedPart = <Part>(part: Part, document: Json): Part => JSON.parse(JSON.stringify(whole(part, document, []))) as Part;

/** What a reference within a document points to; undefined when there is nothing. */
export const referred = (document: Json, reference: string): unknown =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((at, step) => (at as Json | undefined)?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);

function whole(value: unknown, document: Json, above: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => whole(item, document, above));
  if (typeof value !== "object" || value === null) return value;
  const { $ref, ...beside } = value as Json;
  if (typeof $ref === "string") {
    if (above.includes($ref)) throw new Error(`${$ref} refers to itself`);
    const target = referred(document, $ref);
    if (target === undefined) throw new Error(`${$ref} is not there`);
    return { ...(whole(target, document, [...above, $ref]) as Json), ...(whole(beside, document, above) as Json) };
  }
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, whole(part, document, above)]));
  return Array.isArray(parts["allOf"]) ? merged(parts) : parts;
}

/** Records that hold all at once, as one record. */
function merged({ allOf, ...beside }: Json): Json {
  const together: Record<string, unknown> = {};
  for (const { properties, required, ...rest } of [...(allOf as readonly Json[]), beside]) {
    Object.assign(together, rest);
    together["properties"] = { ...(together["properties"] as Json), ...(properties as Json) };
    together["required"] = [...((together["required"] ?? []) as readonly string[]), ...((required ?? []) as readonly string[])];
  }
  return together;
}
