import type { TSchema } from "../schema.ts";
import { exampleOf } from "./examples.ts";
import type { JsonObject, AnnotatedSchema } from "./schema-types.ts";

/** The examples of one document. */
export interface ExampleComponents {
  /** The example of an answer, as its content has it: that of a named shape is a reference. */
  readonly of: (schema: TSchema) => JsonObject;
  /** Every example that was referred to so far, by its shape's name. */
  readonly named: () => JsonObject;
}

/** Gathers the examples of a document's answers: each named shape is shown once. */
export function createExampleComponents(): ExampleComponents {
  const shown = new Map<string, unknown>();
  return {
    of(schema) {
      const value = exampleOf(schema);
      const name = (schema as AnnotatedSchema)["x-named"]?.name;
      if (name === undefined) return { example: value };
      shown.set(name, { value });
      return { examples: { exemplo: { $ref: `#/components/examples/${name}` } } };
    },
    named: () => Object.fromEntries([...shown].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
