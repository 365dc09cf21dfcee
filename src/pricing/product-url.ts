/** Where a product is; its price, its stock and its ledger stand below. */
export const productPath = (sku: string): string => `/api/v2/products/${encodeURIComponent(sku)}`;
