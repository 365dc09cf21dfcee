/**
 * Units a shopper can buy now. Negative when reservations exceed physical stock; nothing is offered then (seed 3.3).
 * Both inputs are counts >= 0.
 */
const availableForSale = (physical: number, reserved: number): number => physical - reserved;

/** A stock as it stands: units, and how often it changed. */
export interface Balance {
  readonly physical: number;
  readonly reserved: number;
  readonly version: number;
}

const productPath = (sku: string) => `/api/v2/products/${encodeURIComponent(sku)}`;

/** The stock record on the wire (decisions 3): `available` is the physical quantity as last sent. */
export function stockView(sku: string, { physical, reserved, version }: Balance) {
  const product = productPath(sku);
  return {
    sku,
    available: physical,
    physical,
    reserved,
    availableForSale: availableForSale(physical, reserved),
    version,
    _links: { self: { href: `${product}/stocks` }, product: { href: product } },
  };
}
