/** The address of a product's own screen, for screens that do not know that one. */
export const productAddress = (sku: string): string => `/produtos/${encodeURIComponent(sku)}`;
