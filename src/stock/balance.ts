/**
 * Units a shopper can buy now. Negative when reservations exceed physical stock; nothing is offered then (seed 3.3).
 * Both inputs are counts >= 0.
 */
export const availableForSale = (physical: number, reserved: number): number => physical - reserved;

/** A stock as it stands: units, and how often it changed. */
export interface Balance {
  readonly physical: number;
  readonly reserved: number;
  readonly version: number;
}

/** Where a product is; its stock and its ledger stand below. */
export const productPath = (sku: string): string => `/api/v2/products/${encodeURIComponent(sku)}`;

/** The quantities on the wire (decisions 3): `available` is the physical quantity as last sent. */
export const balanceView = ({ physical, reserved, version }: Balance) => ({
  available: physical,
  physical,
  reserved,
  availableForSale: availableForSale(physical, reserved),
  version,
});

/** The stock record on the wire. */
export function stockView(sku: string, balance: Balance) {
  const product = productPath(sku);
  const stock = `${product}/stocks`;
  return {
    sku,
    ...balanceView(balance),
    _links: { self: { href: stock }, product: { href: product }, ledger: { href: `${stock}/ledger` } },
  };
}
