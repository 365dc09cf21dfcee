/** The path of a product; its price, stock and ledger are below it. */
export const productPath = (sku: string): string => `/api/v2/products/${encodeURIComponent(sku)}`;
