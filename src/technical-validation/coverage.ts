/**
 * The methods of seed 4.1 to 4.3 that production lets sellers make: an application has to have used each of them successfully for its
 * first seller before it gets a second one (seed 5.4).
 */
export const METHODS = [
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

/** The methods that are not among those used. */
export const missingIn = (used: Iterable<string>): readonly string[] => {
  const known = new Set(used);
  return METHODS.filter((method) => !known.has(method));
};
