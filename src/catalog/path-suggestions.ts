import type { PathAlias } from "../platform/http/index.ts";

/** Paths that other seller APIs use for products and for their statuses, prices and stocks. Each has the corresponding path in this API. */
export const catalogPathAliases: readonly PathAlias[] = [
  { from: "/product*", to: "/products*" },
  { from: "/skus*", to: "/products*" },
  { from: "/sku*", to: "/products*" },
  { from: "/products/{product}/skus*", to: "/products*" },
  { from: "/products/{sku}/bus/{buId}/{part}", to: "/products/{sku}/{part}" },
  { from: "/products/{sku}/statuses", to: "/products/{sku}/status" },
  { from: "/products/{sku}/price", to: "/products/{sku}/prices" },
  { from: "/products/{sku}/priceSchedules*", to: "/products/{sku}/prices" },
  { from: "/products/{sku}/stock", to: "/products/{sku}/stocks" },
  { from: "/products/{sku}/inventory", to: "/products/{sku}/stocks" },
  ...["stock", "stocks", "inventory"].map((was): PathAlias => ({ from: `/${was}/{sku}`, to: "/products/{sku}/stocks" })),
  ...["price", "prices"].map((was): PathAlias => ({ from: `/${was}/{sku}`, to: "/products/{sku}/prices" })),
];
