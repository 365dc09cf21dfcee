import type { TSchema } from "../schema.ts";
import type { AnnotatedSchema } from "./schema-types.ts";

/**
 * The example of a schema, composed of the examples of its parts. An object may have an example of its own, which overrides the examples of
 * its fields. A field that is `undefined` in the object's example is left out.
 */
export function exampleOf(schema: TSchema): unknown {
  const { properties, items, examples, enum: words, const: word, type } = schema as AnnotatedSchema;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]);
    return { ...(Object.fromEntries(fields) as object), ...overrides(schema) };
  }
  if (examples !== undefined) return examples[0];
  if (items !== undefined) return [exampleOf(items)];
  if (words !== undefined) return words[0];
  if (word !== undefined) return word;
  return type === "boolean" ? true : undefined;
}

/** The example of an object itself, combined with the example of the object that it extends. */
const overrides = ({ examples, "x-extends": base }: AnnotatedSchema): object => ({
  ...(base === undefined ? {} : overrides(base)),
  ...(examples?.[0] as object | undefined),
});
