/**
 * The methods of seed 4.1 to 4.3 that sellers may call in production. An application must have used each of them successfully for its
 * first seller before it may serve a second one (seed 5.4).
 */
export const REQUIRED_OPERATIONS = [
  "postProduct",
  "putProduct",
  "listProducts",
  "getProduct",
  "getProductStatus",
  "postStock",
  "putStock",
  "postPrice",
  "putPrice",
  "listBrands",
  "listColors",
  "listFlavors",
  "listSizes",
  "listDepartments",
  "listProductTypes",
  "listTemplates",
  "listOrders",
  "getOrder",
  "listShippings",
  "getShipping",
  "listCancellationReasons",
  "putCanceled",
  "putInvoiced",
  "putShipped",
  "putDelivered",
  "downloadInvoices",
  "downloadOrderInvoices",
] as const;

/** The required methods that `used` does not contain. */
export const missingOperations = (used: Iterable<string>): readonly string[] => {
  const known = new Set(used);
  return REQUIRED_OPERATIONS.filter((method) => !known.has(method));
};
