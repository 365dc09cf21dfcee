import type { Static } from "../platform/contract/schema.ts";
import type { PriceBody as PriceSchema } from "../pricing/index.ts";
import type { StockBody as StockSchema } from "../stock/index.ts";

/** A product's price and stock as they come with it. */
export type PriceBody = Static<typeof PriceSchema>;
export type StockBody = Static<typeof StockSchema>;
