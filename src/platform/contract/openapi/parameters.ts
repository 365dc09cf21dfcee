import type { TSchema } from "../schema.ts";
import type { Shapes } from "./shapes.ts";
import { given, type Json, type Written } from "./written.ts";

/** How a list is written in a query; repeating the parameter is understood too. */
const COMMA_LIST = { style: "form", explode: false };

/** The parameters of one place of a request, as documents list them. */
export function parametersIn(place: "path" | "query" | "header", schema: TSchema | undefined, shapes: Shapes): readonly Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema & Written>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    // What it means is said of the parameter.
    const { description, "x-description-en": english, ...form } = shapes.print(property, "asked");
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...given({ description, "x-description-en": english, allowEmptyValue: property["x-empty"] }),
      ...(property.type === "array" ? COMMA_LIST : {}),
      schema: form,
    };
  });
}
