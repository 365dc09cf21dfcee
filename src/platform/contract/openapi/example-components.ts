import type { TSchema } from "../schema.ts";
import { exampleOf } from "./examples.ts";
import type { JsonObject, AnnotatedSchema } from "./schema-types.ts";

/** The examples of one document. */
export interface ExampleComponents {
  /** Returns the example of an answer. For a named schema it is a reference. */
  readonly of: (schema: TSchema) => JsonObject;
  /** Returns the examples referred to so far, by schema name. */
  readonly named: () => JsonObject;
}

/** Collects the examples of a document's answers. Stores the example of each named schema once. */
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
