export * as stockContract from "./contract.ts";
export { StockBody } from "./contract.ts";
export { stockErrors } from "./errors.ts";
export { stockEndpoints } from "./operations.ts";
export { type CountStocks, createStockCounts } from "./lists/count.ts";
export { ifMatchVersions } from "./precondition.ts";
export { revertStocks } from "./revert-stocks.ts";
export { setStocks, stockRefusal } from "./stock-writes.ts";
