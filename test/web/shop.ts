import type { SellerRole } from "../../src/people/roles.ts";
import { orderAt, type Stage } from "../contract/orders.ts";
import { eventually, type Client, type Marketplace, type Seller } from "../harness.ts";
import type { Bought } from "../orders/goods.ts";
import { newPerson, type Person } from "../people/people.ts";
import { pathOf, publish, type Ware, wares, type Wares } from "../wares.ts";

/** The statuses of products. */
export const PRODUCT_STATUSES = ["Recebido", "Criticado", "Em catalogação", "Aprovado"] as const;
type ProductStatus = (typeof PRODUCT_STATUSES)[number];
/** What may have happened to an order. */
export const ORDER_STAGES = [
  "created",
  "approved",
  "frozen",
  "invoiced",
  "shipped",
  "delivered",
  "canceled",
  "exchanged",
  "operated",
  "operated invoiced",
  "operated shipped",
] as const satisfies readonly Stage[];

/** A seller whose people use the portal, with whatever products and orders a journey asks for. */
export interface Shop extends Seller {
  readonly name: string;
  /** Ready bodies of products. */
  readonly wares: Wares;
  /** Somebody who works here, and is signed in. */
  person(role: SellerRole, name?: string): Promise<Person>;
  /** Publishes visors and waits until they have a status; resolves to their skus. `changes` are of the nth one. */
  products(status: ProductStatus, count?: number, changes?: (nth: number) => Readonly<Record<string, unknown>>): Promise<readonly string[]>;
  /** A fresh order for one unit, to which so much has happened; of a sku on sale at 149.90, one of its own unless said. */
  order(stage: Stage, sku?: string): Promise<Bought>;
}

interface Wanted {
  readonly code: string;
  readonly prefix: string;
  readonly ware: (shop: Wares, sku: string) => Ware;
}
/** How a product comes to a status. */
const WANTED: Readonly<Record<ProductStatus, Wanted>> = {
  // Its family is not complete, and waits.
  Recebido: { code: "RECEIVED", prefix: "TENIS", ware: (shop, sku) => shop.shoe(sku, "38", { sku }) },
  Criticado: { code: "CRITICIZED", prefix: "VISEIRA-C", ware: (shop, sku) => shop.visor(sku, { brand: "Ninguém" }) },
  "Em catalogação": { code: "CATALOGING", prefix: "VISEIRA-E", ware: (shop, sku) => shop.visor(sku) },
  Aprovado: { code: "CATALOGING", prefix: "VISEIRA-A", ware: (shop, sku) => shop.visor(sku) },
};
const ENOUGH = 100_000;
const PUBLISHED_AT_ONCE = 50;
const WAIT_MS = 60_000;
const MINUTE_MS = 60_000;

/** A new seller of a marketplace; `admin` does what the marketplace's people do. */
export async function openShop(market: Marketplace, admin: Client, name: string): Promise<Shop> {
  const seller = await market.seller({ name });
  const { sellerId } = seller;
  const ready = await wares(`${market.baseUrl}/images`);
  let made = 0;
  let onSale: Promise<readonly string[]> | undefined;
  const products: Shop["products"] = async (status, count = 1, changes = () => ({})) => {
    const { code, prefix, ware } = WANTED[status];
    const all = Array.from({ length: count }, (_, nth) => ({
      ...ware(ready, `${prefix}-${String((made += 1)).padStart(3, "0")}`),
      ...changes(nth),
    })) as readonly Ware[];
    for (let i = 0; i < all.length; i += PUBLISHED_AT_ONCE)
      await Promise.all(all.slice(i, i + PUBLISHED_AT_ONCE).map((one) => publish(seller, one)));
    const skus = all.map(({ sku }) => sku);
    for (const sku of skus) {
      const hasCome = async () => (await seller.get(pathOf(sku, "status"))).json.code === code;
      await eventually(`${sku} in ${code}`, hasCome, WAIT_MS);
      if (status === "Aprovado") await approve(admin, sellerId, sku);
    }
    return skus;
  };
  return {
    ...seller,
    name,
    wares: ready,
    person: (role, personName = "Lívia Prado") => newPerson(market, { sellerId, role, name: personName }),
    products,
    async order(stage, sku) {
      onSale ??= products("Aprovado", 1, () => ({ stock: { available: ENOUGH } }));
      const trade = { seller, admin, environment: "sandbox", issuedAtMs: market.clock.now() - MINUTE_MS } as const;
      return orderAt({ ...trade, sku: sku ?? (await onSale)[0]! }, stage);
    },
  };
}

async function approve(admin: Client, sellerId: number, sku: string): Promise<void> {
  const { status, text } = await admin.post(`/operator/v1/sellers/${sellerId}/products/${sku}/review`, { decision: "approve" });
  if (status !== 200) throw new Error(`${sku} was not approved: ${text}`);
}
