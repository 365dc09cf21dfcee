import type { TSchema } from "../schema.ts";
import { exampleOf } from "./examples.ts";
import type { SchemaPrinter } from "./schema-printer.ts";
import { definedKeywords, type JsonObject, type AnnotatedSchema } from "./schema-types.ts";

/** How a list is written in a query; repeating the parameter is understood too. */
const COMMA_LIST = { explode: false };

/** The parameters of one place of a request, as documents list them. */
export function parametersIn(
  place: "path" | "query" | "header",
  schema: TSchema | undefined,
  shapes: SchemaPrinter,
): readonly JsonObject[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema & AnnotatedSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    // What it means is said of the parameter.
    const { description = property.description, "x-description-en": english, examples: _shown, ...form } = shapes.print(property, "asked");
    return {
      name,
      in: place,
      ...(place === "path" || required.includes(name) ? { required: true } : {}),
      ...definedKeywords({ description, "x-description-en": english, allowEmptyValue: property["x-empty"] }),
      ...(property.type === "array" ? COMMA_LIST : {}),
      schema: form,
      ...definedKeywords({ example: exampleOf(property) }),
    };
  });
}

/** The key of a call that may be repeated; every operation that changes something takes it. */
export const IDEMPOTENCY_KEY: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A mesma chave com a mesma requisição responde, por 24 h, o que foi respondido da primeira vez, com `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "pedido-217350000584167-faturar",
};
