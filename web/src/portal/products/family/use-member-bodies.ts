import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { type FoundProduct, type ProductBody, productQuery } from "../product-queries.ts";
import { productOnly, valuesOf } from "../form/product-values.ts";

/** The whole products of some members. A body is undefined while it is on its way. */
export function useMemberBodies(members: readonly FoundProduct[]): ReadonlyMap<string, ProductBody> {
  const queries = useQueries({ queries: members.map(({ sku }) => productQuery(sku)) });
  const known = queries.map(({ data, dataUpdatedAt }) => (data === undefined ? 0 : dataUpdatedAt)).join(" ");
  return useMemo(
    () =>
      new Map(
        queries.flatMap(({ data }, nth) =>
          data === undefined ? [] : [[members[nth]!.sku, productOnly(valuesOf(data, { price: undefined, stock: undefined }))] as const],
        ),
      ),
    // The times of the answers say whether anything is new.
    // oxlint-disable-next-line react/exhaustive-deps
    [known, members],
  );
}
