import { type Client, eventually, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { publish, type Ware, type Wares } from "../wares.ts";

export const REVIEWS = "/operator/v1/reviews";

/** Publishes visors of a seller and waits until all of them are in cataloguing. */
export async function inReview(
  marketplace: Pick<Marketplace, "database">,
  seller: Seller,
  shop: Wares,
  skus: readonly string[],
  changes: (sku: string) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  const wanted: Ware[] = skus.map((sku) =>
    shop.visor(sku, { description: `Leve e resistente; serve da cabeça P à G. ${sku}`, ...changes(sku) }),
  );
  for (let i = 0; i < wanted.length; i += 50) await Promise.all(wanted.slice(i, i + 50).map((ware) => publish(seller, ware)));
  await eventually(
    `${skus.length} products of ${seller.sellerId} in the queue`,
    async () => {
      const [row] = await marketplace.database.query<{ n: number }>(
        "select count(*)::integer as n from review_claims where seller_id = $1 and sku = any ($2)",
        [seller.sellerId, skus],
      );
      return row!.n === skus.length;
    },
    120_000,
  );
}

export const numbered = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `${prefix}-${String(nth).padStart(4, "0")}`);

export const claim = (reviewer: Client, body: object = {}): Promise<Reply> => reviewer.post(`${REVIEWS}/claim`, body);

/** Decides one product. */
export const decide = (reviewer: Client, sellerId: number, sku: string, body: object = { decision: "approve" }): Promise<Reply> =>
  reviewer.post(`/operator/v1/sellers/${sellerId}/products/${sku}/review`, body);

export const BLURRED = { decision: "criticize", critiques: [{ code: "image_blurred", message: "A foto está desfocada; envie outra." }] };
