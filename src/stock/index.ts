export * as stockContract from "./contract.ts";
export { StockBody } from "./contract.ts";
export { stockErrors } from "./errors.ts";
export { stockEndpoints } from "./operations.ts";
