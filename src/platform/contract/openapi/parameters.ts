import type { TSchema } from "../schema.ts";
import { exampleOf } from "./examples.ts";
import type { SchemaPrinter } from "./schema-printer.ts";
import { definedKeywords, type JsonObject, type AnnotatedSchema } from "./schema-types.ts";

/** Lists in a query are separated by commas. The server also accepts repeated parameters. */
const COMMA_LIST = { explode: false };

/** Prints the parameters at one location of a request. */
export function parametersIn(
  location: "path" | "query" | "header",
  schema: TSchema | undefined,
  schemas: SchemaPrinter,
): readonly JsonObject[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema & AnnotatedSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    // The description belongs to the parameter, not to its schema.
    const { description = property.description, "x-description-en": english, examples: _shown, ...form } = schemas.print(property, "asked");
    return {
      name,
      in: location,
      ...(location === "path" || required.includes(name) ? { required: true } : {}),
      ...definedKeywords({ description, "x-description-en": english, allowEmptyValue: property["x-empty"] }),
      ...(property.type === "array" ? COMMA_LIST : {}),
      schema: form,
      ...definedKeywords({ example: exampleOf(property) }),
    };
  });
}

/** The Idempotency-Key header. `acceptsIdempotencyKey` says which operations accept it. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A mesma chave com a mesma requisição responde, por 24 h, o que foi respondido da primeira vez, com `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "pedido-217350000584167-faturar",
};
