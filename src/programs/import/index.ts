export { awaitValidation } from "./await-validation.ts";
export { importProducts } from "./import-products.ts";
export { summaryText } from "./summary-text.ts";
