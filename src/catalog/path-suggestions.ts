import type { FormerAddress } from "../platform/http/path-suggestions.ts";

/** What products and their parts are called by other generations of such interfaces. */
export const catalogFormerAddresses: readonly FormerAddress[] = [
  { was: "/product*", is: "/products*" },
  { was: "/skus*", is: "/products*" },
  { was: "/sku*", is: "/products*" },
  { was: "/products/{product}/skus*", is: "/products*" },
  { was: "/products/{sku}/bus/{buId}/{part}", is: "/products/{sku}/{part}" },
  { was: "/products/{sku}/statuses", is: "/products/{sku}/status" },
  { was: "/products/{sku}/price", is: "/products/{sku}/prices" },
  { was: "/products/{sku}/priceSchedules*", is: "/products/{sku}/prices" },
  { was: "/products/{sku}/stock", is: "/products/{sku}/stocks" },
  { was: "/products/{sku}/inventory", is: "/products/{sku}/stocks" },
  ...["stock", "stocks", "inventory"].map((was): FormerAddress => ({ was: `/${was}/{sku}`, is: "/products/{sku}/stocks" })),
  ...["price", "prices"].map((was): FormerAddress => ({ was: `/${was}/{sku}`, is: "/products/{sku}/prices" })),
];
