import { seededRandom } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { Answer, Refusal } from "../../platform/contract/index.ts";
import type { InternalCaller } from "../../platform/http/index.ts";
import { nextPurchaseAt, randomCart, type Shopper } from "./cart.ts";
import { SIMULATOR_DEFINITIONS } from "./definitions.ts";
import { callAsOperator } from "./operator-calls.ts";
import * as queries from "./queries.ts";
import type { PlannedAct } from "./reactions.ts";

/** Number of products that a shopper chooses from. They start at a random position in the seller's list of products. */
const PRODUCTS_SEEN = 50;

/** Buys a random cart of products on sale. Returns undefined when nothing is on sale. */
export async function buy(
  context: { readonly db: Database; readonly callInternally: InternalCaller },
  sellerId: number,
  shopper: Shopper,
): Promise<Answer | Refusal | undefined> {
  const { db } = context;
  const [{ products } = { products: 0 }] = await db.run([sellerId], queries.countProducts, [sellerId]);
  const from = Math.floor(seededRandom(shopper.seed, "where", shopper.nth) * Math.max(1, products - PRODUCTS_SEEN));
  const productsFrom = (position: number) => db.run([sellerId], queries.listProductsForSale, [sellerId, position, PRODUCTS_SEEN]);
  const seen = await productsFrom(from);
  const onSale = seen.length > 0 || from === 0 ? seen : await productsFrom(0);
  const cart = randomCart(
    shopper,
    onSale.map(({ sku, left_units }) => ({ sku, availableUnits: left_units })),
  );
  const { operation } = SIMULATOR_DEFINITIONS.shoppers.acts.buy!;
  return cart && callAsOperator(context, "shoppers", { operation, path: {}, body: { sellerId, ...cart } });
}

/** The act of the next purchase after `after`, epoch ms of the marketplace's clock; empty when shoppers never buy. */
export function nextPurchaseAct(shopper: Shopper, after: number): readonly PlannedAct[] {
  const dueAt = nextPurchaseAt(shopper, after);
  if (dueAt === undefined) return [];
  const subject = String(shopper.nth);
  return [{ actId: `shoppers buy ${subject}`, simulator: "shoppers", act: "buy", subject, shippingCode: undefined, dueAt }];
}
