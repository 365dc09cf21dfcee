export type * from "./snapshot.ts";
export { buildSnapshot } from "./build.ts";
export * as referenceContract from "./contract.ts";
export { referenceErrors } from "./errors.ts";
export { readReferenceFiles } from "./files.ts";
export { integrityFaults, type IntegrityFault } from "./integrity.ts";
export { nameIndex } from "./names.ts";
export { referenceEndpoints } from "./operations.ts";
export {
  DECIMALS,
  FILLED_PATTERN,
  FORMATTING,
  HTTP_URL_PATTERN,
  IMAGE_URL_PATTERN,
  KEY_PATTERN,
  PRODUCT_LIMITS,
} from "./product-limits.ts";
export { ReferenceShape } from "./shape.ts";
export { openReferenceStore, type ReferenceStore } from "./store.ts";
export { productSchema } from "./template-schema.ts";
