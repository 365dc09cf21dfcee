/** The path of a product. Its price, stock and ledger have paths below it. */
export const productPath = (sku: string): string => `/api/v2/products/${encodeURIComponent(sku)}`;
