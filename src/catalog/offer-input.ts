import type { Static } from "../platform/contract/index.ts";
import type { PriceBody as PriceSchema } from "../pricing/index.ts";
import type { StockBody as StockSchema } from "../stock/index.ts";

/** The price that comes with a product. */
export type PriceInput = Static<typeof PriceSchema>;
/** The stock that comes with a product. */
export type StockInput = Static<typeof StockSchema>;
