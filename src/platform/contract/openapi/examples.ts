import type { TSchema } from "../schema.ts";
import type { AnnotatedSchema } from "./schema-types.ts";

/**
 * The example of a schema, composed of the examples of its parts. The example of an object itself overrides those of its fields. A field
 * that is `undefined` in it is left out.
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

/** The examples of an object itself and of the object it extends. */
const overrides = ({ examples, "x-extends": base }: AnnotatedSchema): object => ({
  ...(base === undefined ? {} : overrides(base)),
  ...(examples?.[0] as object | undefined),
});
