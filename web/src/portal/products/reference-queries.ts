import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";

const REFERENCE_MS = 300_000;

/** A department or a product type: what products name it, and its code in addresses. */
export interface NamedCode {
  readonly code: number;
  readonly name: string;
}

/** The departments of all stores, each once. */
export const departmentsQuery = queryOptions({
  queryKey: ["reference", "departments"],
  staleTime: REFERENCE_MS,
  queryFn: async ({ signal }): Promise<readonly NamedCode[]> => {
    const { items: stores } = await answerOf(api.GET("/api/v1/bus", { signal }));
    const lists = await Promise.all(
      stores.map(({ code }) => answerOf(api.GET("/api/v1/bus/{buId}/departments", { params: { path: { buId: code } }, signal }))),
    );
    const byCode = new Map(lists.flatMap(({ items }) => items.map((one) => [one.code, one] as const)));
    return [...byCode.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  },
});

/** The product types of a department. */
export const typesQuery = (departmentCode: number | undefined) =>
  queryOptions({
    queryKey: ["reference", "types", departmentCode],
    staleTime: REFERENCE_MS,
    enabled: departmentCode !== undefined,
    queryFn: async ({ signal }): Promise<readonly NamedCode[]> =>
      (
        await answerOf(
          api.GET("/api/v1/department/{departmentCode}/productType", { params: { path: { departmentCode: departmentCode! } }, signal }),
        )
      ).items,
  });

/** The JSON Schema of a product of this type in this department. */
export const schemaQuery = (departmentCode: number | undefined, productTypeCode: number | undefined) =>
  queryOptions({
    queryKey: ["reference", "schema", departmentCode, productTypeCode],
    staleTime: REFERENCE_MS,
    enabled: departmentCode !== undefined && productTypeCode !== undefined,
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/department/{departmentCode}/productType/{productTypeCode}/schema", {
          params: { path: { departmentCode: departmentCode!, productTypeCode: productTypeCode! } },
          signal,
        }),
      ),
  });

/** The registered brands. */
export const brandsQuery = queryOptions({
  queryKey: ["reference", "brands"],
  staleTime: REFERENCE_MS,
  queryFn: async ({ signal }): Promise<readonly string[]> =>
    (await answerOf(api.GET("/api/v1/brands", { signal }))).items.map(({ name }) => name),
});
