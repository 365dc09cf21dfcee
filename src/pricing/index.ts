export * as pricingContract from "./contract.ts";
export { PriceBody } from "./contract.ts";
export { priceFailures, pricingErrors } from "./errors.ts";
export { pricingEndpoints } from "./operations.ts";
export { ACCEPTED_STATUS_JSON } from "./price-view.ts";
export { findProductsToPrice, setPrices } from "./price-writes.ts";
export { revertPrices, type RevertOutcome } from "./revert-prices.ts";
export { productPath } from "./product-path.ts";
