import { type Client, eventually, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

/** Puts visors on sale: published, catalogued, approved, with so many units each. */
export async function onSale(
  marketplace: Pick<Marketplace, "baseUrl">,
  seller: Client,
  stocks: Readonly<Record<string, number>>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const shop = await wares(`${marketplace.baseUrl}/images`);
  for (const [sku, available] of Object.entries(stocks)) await publish(seller, shop.visor(sku, { stock: { available }, ...changes }));
  for (const sku of Object.keys(stocks)) {
    await eventually(`${sku} in cataloguing`, async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING");
    const { status, text } = await seller.put(pathOf(sku, "status"), { status: "APPROVED" });
    if (status !== 200) throw new Error(`${sku} was not approved: ${text}`);
  }
}

/** An order as the tests speak of it. */
export interface Bought {
  readonly orderNumber: string;
  readonly shippingCodes: readonly number[];
  /** The path of one of its shippings, the first unless said, or of what is below it. */
  path(part?: string, nth?: number): string;
}

/** What an answer says was bought. */
export function boughtIn({ status, json, text }: Reply): Bought {
  if (status !== 201) throw new Error(`nothing was bought: ${status} ${text}`);
  const order = json as { readonly orderNumber: string; readonly shippings: readonly { readonly shippingCode: number }[] };
  const shippingCodes = order.shippings.map(({ shippingCode }) => shippingCode);
  return {
    orderNumber: order.orderNumber,
    shippingCodes,
    path: (part = "", nth = 0) => `/api/v1/orders/${order.orderNumber}/shippings/${shippingCodes[nth]}${part && `/${part}`}`,
  };
}

/** Buys as a seller in the sandbox does. */
export const buy = async (seller: Seller, sku: string, more: object = {}): Promise<Bought> =>
  boughtIn(await seller.post("/api/v1/orders", { items: [{ sku, quantity: 1 }], ...more }));

/** Physical and reserved units of a sku. */
export async function stockOf(seller: Seller, sku: string): Promise<readonly [physical: number, reserved: number]> {
  const { json } = await seller.get(pathOf(sku, "stocks"));
  return [json.physical, json.reserved];
}
