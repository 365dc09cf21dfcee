import { useQuery } from "@tanstack/react-query";
import { departmentsQuery, type NamedCode, schemaQuery, typesQuery } from "../reference-queries.ts";
import type { JsonSchema } from "./field-specs.ts";
import type { ProductValues } from "./product-values.ts";

/** The code of what has a name. */
export const named = (all: readonly NamedCode[] | undefined, name: unknown) => all?.find((one) => one.name === name)?.code;

/** The schema of the department and product type that are chosen, once both are known. */
export function useProductSchema(values: ProductValues): {
  readonly schema: JsonSchema | undefined;
  readonly isWaiting: boolean;
  readonly error: unknown;
} {
  const departments = useQuery(departmentsQuery);
  const department = named(departments.data, values["department"]);
  const types = useQuery(typesQuery(department));
  const type = named(types.data, values["productType"]);
  const schema = useQuery(schemaQuery(department, type));
  return {
    schema: schema.data,
    isWaiting: departments.isPending || (department !== undefined && types.isPending) || (type !== undefined && schema.isPending),
    error: departments.error ?? types.error ?? schema.error,
  };
}
