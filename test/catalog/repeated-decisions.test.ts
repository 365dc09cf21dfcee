import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

const BLURRED = { code: "image_blurred", message: "A foto está desfocada; envie outra.", pointer: "/images/0" };
const DARK = { code: "image_dark", message: "A foto está escura; envie outra." };

let marketplace: Marketplace;
let seller: Seller;
let catalog: Client;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  catalog = await marketplace.operator("catalog");
});
afterAll(() => marketplace.stop());

let made = 0;
/** A product that waits for its review. */
async function inCataloguing(): Promise<string> {
  const sku = `DECIDIDO-${(made += 1)}`;
  await publish(seller, (await wares(`${marketplace.baseUrl}/images`)).visor(sku));
  await eventually(`${sku} in cataloguing`, async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING");
  return sku;
}
const approve = (sku: string, status = "APPROVED", options = {}) => seller.put(pathOf(sku, "status"), { status }, options);
const reviewPath = (sku: string) => `/operator/v1/sellers/${seller.sellerId}/products/${sku}/review`;
const review = (sku: string, body: object) => catalog.post(reviewPath(sku), body);
/** All that a decision writes of a product. */
async function written(sku: string): Promise<unknown> {
  const { query } = marketplace.database;
  return {
    product: await query("select status, status_at, version, reviews from products where sku = $1", [sku]),
    events: await query("select seq, cause, actor, version from events where resource = $1 order by seq", [`product/${sku}`]),
    critiques: await query("select * from critiques where sku = $1 order by position", [sku]),
  };
}

describe("a decision about a product that was made already (decisions 9)", () => {
  it.each(["APPROVED", "Aprovado", "READY_TO_SALE", "ready_for_sale"])(
    "answers PUT status with the status as it is, and writes nothing: %s",
    async (word) => {
      const sku = await inCataloguing();
      const first = await approve(sku);
      expect([first.status, first.json.code], first.text).toEqual([200, "APPROVED"]);
      const before = await written(sku);
      marketplace.clock.move(60_000);
      const again = await approve(sku, word);
      expect([again.status, again.json], again.text).toEqual([200, first.json]);
      expect(await written(sku)).toEqual(before);
      marketplace.clock.move(-60_000);
    },
  );

  it("is one whoever made it: sellers and reviewers, alone and among many", async () => {
    const sku = await inCataloguing();
    const first = await review(sku, { decision: "approve" });
    expect([first.status, first.json.code], first.text).toEqual([200, "APPROVED"]);
    const before = await written(sku);
    const { decisionId, ...status } = first.json;
    expect((await approve(sku)).json).toEqual(status);
    expect((await review(sku, { decision: "approve" })).json).toEqual(first.json);
    const { sellerId } = seller;
    const many = await catalog.post("/operator/v1/reviews", { items: [{ sellerId, sku, decision: "approve" }] });
    expect([many.status, many.json.items]).toEqual([200, [{ sellerId, sku, status: 200, decisionId }]]);
    expect(await written(sku)).toEqual(before);
  });

  it("is a criticism for the same reasons, and not one for others", async () => {
    const sku = await inCataloguing();
    const first = await review(sku, { decision: "criticize", critiques: [BLURRED, DARK] });
    expect([first.status, first.json.code], first.text).toEqual([200, "CRITICIZED"]);
    const before = await written(sku);
    const again = await review(sku, { decision: "criticize", critiques: [BLURRED, DARK] });
    expect([again.status, again.json], again.text).toEqual([200, first.json]);
    for (const critiques of [[BLURRED], [DARK, BLURRED], [BLURRED, { ...DARK, message: "Ainda escura." }]]) {
      const other = await review(sku, { decision: "criticize", critiques });
      expect([other.status, other.json.details[0].code], other.text).toEqual([422, "move_refused"]);
    }
    expect((await approve(sku)).status).toBe(422);
    expect(await written(sku)).toEqual(before);
  });

  it("is not one where the automatic validation criticized, nor one that takes back an approval", async () => {
    const sku = await inCataloguing();
    await approve(sku);
    const before = await written(sku);
    const refused = await review(sku, { decision: "criticize", critiques: [BLURRED] });
    expect([refused.status, refused.json.details[0].code]).toEqual([422, "move_refused_final"]);
    const unknown = await approve(sku, "SOLD");
    expect([unknown.status, unknown.json.details[0].code]).toEqual([400, "status_unknown"]);
    expect(await written(sku)).toEqual(before);
    const wrong = "ERRADO";
    await publish(seller, { ...(await wares(`${marketplace.baseUrl}/images`)).visor(wrong), brand: "Marca nenhuma" });
    await eventually("criticized", async () => (await seller.get(pathOf(wrong, "status"))).json.code === "CRITICIZED");
    expect((await review(wrong, { decision: "criticize", critiques: [BLURRED] })).status).toBe(422);
  });

  it("is carried out once where several ask at one moment, and all of them are told", async () => {
    const sku = await inCataloguing();
    const replies = await Promise.all([1, 2, 3, 4].map(() => approve(sku)));
    expect(replies.map(({ status, json }) => [status, json.code])).toEqual(replies.map(() => [200, "APPROVED"]));
    const { events } = (await written(sku)) as { readonly events: readonly { readonly cause: string }[] };
    expect(events.filter(({ cause }) => cause === "sellerApprove")).toHaveLength(1);
  });

  it("is kept under its Idempotency-Key like any other", async () => {
    const sku = await inCataloguing();
    await approve(sku);
    const keyed = () => approve(sku, "APPROVED", { headers: { "idempotency-key": `outra-vez-${sku}` } });
    const [first, replay] = [await keyed(), await keyed()];
    expect([first.status, replay.status, replay.text]).toEqual([200, 200, first.text]);
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
  });
});
