import type { Schema } from "./values.ts";

/** A schema as documents print it: several kinds of value may be taken for one. */
interface Published extends Omit<Schema, "type" | "enum" | "items" | "properties"> {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Published[];
  readonly items?: Published;
  readonly properties?: Readonly<Record<string, Published>>;
}

/**
 * What a published schema asks for first, with the other spellings that it takes as `x-` keywords: probes are made of the one, and leave the
 * others alone.
 */
export function plain({ anyOf, type, items, properties, ...rest }: Published): Schema {
  if (anyOf !== undefined) {
    const [first = {}, ...others] = anyOf.filter((one) => one.type !== "null");
    const absent = others.flatMap((one) => (one.type === undefined && one.enum ? one.enum : []));
    return { ...plain({ ...rest, ...first }), ...(absent.length > 0 ? { "x-absent": absent } : {}) };
  }
  const types = [type ?? []].flat().filter((one) => one !== "null");
  const [main] = types;
  const { pattern, enum: words, ...others } = rest;
  const isOfTexts = main === "string" || main === undefined;
  return {
    ...others,
    ...(main === undefined ? {} : { type: main }),
    ...(words === undefined ? {} : { enum: words.filter((word) => typeof word === "string") }),
    ...(pattern === undefined || !isOfTexts ? {} : isOfInstants(pattern) ? { format: "date-time" } : { pattern }),
    ...(rest.format === "int32" ? { minimum: rest.minimum ?? -(2 ** 31), maximum: rest.maximum ?? 2 ** 31 - 1 } : {}),
    ...alsoOf(types, pattern),
    ...(items === undefined ? {} : { items: plain(items) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plain(field)])) }),
  };
}

/** The second spelling of a value. */
function alsoOf([main, ...others]: readonly string[], pattern = ""): Pick<Schema, "x-also"> {
  if (others.includes("string")) return { "x-also": "text" };
  if (main === "string" && others.includes("integer")) return { "x-also": isOfInstants(pattern) ? "epoch-ms" : "integer" };
  return {};
}

/** Whether it is followed by instants in all their spellings, and by no other text. */
const isOfInstants = (pattern: string): boolean => {
  const follows = new RegExp(pattern, "u");
  return ["2026-11-20", "2026-11-20T09:52:48-03:00"].every((text) => follows.test(text)) && !follows.test("nobody");
};
