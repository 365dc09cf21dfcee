export { awaitValidation } from "./await-validation.ts";
export { isFileWithColumns, isOtherSpreadsheet } from "./file-import.ts";
export { importProducts } from "./import-products.ts";
export { type Way, WAYS } from "./publish-rows.ts";
export { summaryText } from "./summary-text.ts";
