import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
/** What a repetition must repeat. */
const told = ({ status, text, headers }: Reply) => [status, text, headers.get("location"), headers.get("content-language")];
const replayed = ({ headers }: Reply) => headers.get("idempotent-replayed");

describe("an Idempotency-Key", () => {
  let market: Marketplace;
  let seller: Seller;
  const rowsOf = (sellerId: number) => market.database.query("select * from once where seller_id = $1", [sellerId]);

  beforeAll(async () => {
    market = await startMarketplace({ settings: { IDEMPOTENCY_ANSWER_LIMIT_BYTES: "65536" } });
    seller = await market.seller();
    await publish(seller, (await wares(`${market.baseUrl}/images`)).visor("A"));
  });
  afterAll(() => market.stop());

  it("has a call take effect once, and its answer repeated as it was", async () => {
    const first = await seller.put(pathOf("A", "stocks"), { available: 5 }, keyed("k1"));
    await seller.put(pathOf("A", "stocks"), { available: 9 });
    const second = await seller.put(pathOf("A", "stocks"), { available: 5 }, keyed("k1"));
    expect([first.status, replayed(first), replayed(second)]).toEqual([202, null, "true"]);
    expect(told(second)).toEqual(told(first));
    expect((await seller.get(pathOf("A", "stocks"))).json.physical).toBe(9);
  });

  it("has refusals repeated, with the request they were told to and in its language", async () => {
    const first = await seller.put(pathOf("B", "stocks"), { available: 5 }, keyed("k2"));
    const english = { headers: { ...keyed("k2").headers, "accept-language": "en" } };
    const second = await seller.put(pathOf("B", "stocks"), { available: 5 }, english);
    expect([first.status, replayed(second)]).toEqual([404, "true"]);
    expect(told(second)).toEqual(told(first));
  });

  it("belongs to one request: another body or address is refused", async () => {
    await seller.put(pathOf("A", "stocks"), { available: 5 }, keyed("k3"));
    const otherBody = await seller.put(pathOf("A", "stocks"), { available: 6 }, keyed("k3"));
    expect([otherBody.status, otherBody.json.details[0].code]).toEqual([422, "idempotency_key_reused"]);
    expect((await seller.put(pathOf("B", "stocks"), { available: 5 }, keyed("k3"))).status).toBe(422);
    // Another operation has keys of its own.
    expect((await seller.put(pathOf("A", "prices"), { listPrice: 9, salePrice: 8 }, keyed("k3"))).status).toBe(202);
  });

  it.each(["/api/v2/products/A/stocks/", "/api/v2/products/%41/stocks", "/api/v2/products/A/stocks?utm=1"])(
    "belongs to one address, however it is written: %s",
    async (address) => {
      const first = await seller.put(pathOf("A", "stocks"), { available: 5 }, keyed(`k-${address.length}`));
      const second = await seller.put(address, { available: 5 }, keyed(`k-${address.length}`));
      expect([first.status, replayed(second)]).toEqual([202, "true"]);
      expect(told(second)).toEqual(told(first));
    },
  );

  it("is its application's alone", async () => {
    const other = await market.seller();
    await publish(other, (await wares(`${market.baseUrl}/images`)).visor("A"));
    await seller.put(pathOf("A", "stocks"), { available: 1 }, keyed("k4"));
    const theirs = await other.put(pathOf("A", "stocks"), { available: 2 }, keyed("k4"));
    expect([theirs.status, theirs.json.physical, replayed(theirs)]).toEqual([202, 2, null]);
  });

  it.each(["", "a b", "ä", "x".repeat(256)])("is refused when it is none: %j", async (key) => {
    const reply = await seller.put(pathOf("A", "stocks"), { available: 1 }, keyed(key));
    expect([reply.status, reply.json?.details[0].code]).toEqual([400, "idempotency_key_malformed"]);
  });

  it("is free again after a body that fails its schema", async () => {
    expect((await seller.put(pathOf("A", "stocks"), { available: -1 }, keyed("k5"))).status).toBe(400);
    expect((await seller.put(pathOf("A", "stocks"), { available: 3 }, keyed("k5"))).status).toBe(202);
    expect((await seller.put(pathOf("A", "prices"), { listPrice: "x" }, keyed("k5"))).status).toBe(400);
    expect((await seller.put(pathOf("A", "prices"), { listPrice: 9, salePrice: 8 }, keyed("k5"))).status).toBe(202);
  });

  it("is refused while its first call is in progress, and one of the two takes effect", async () => {
    const calls = Array.from({ length: 5 }, () => seller.put(pathOf("A", "stocks"), { available: 77 }, keyed("k6")));
    const replies = await Promise.all(calls);
    const waiting = replies.filter(({ status }) => status === 409);
    for (const { json, headers } of waiting)
      expect([json.details[0].code, headers.get("retry-after")]).toEqual(["idempotency_in_flight", "1"]);
    const answered = replies.filter(({ status }) => status === 202);
    expect(answered.length + waiting.length).toBe(5);
    expect(new Set(answered.map(({ text }) => text)).size).toBe(1);
    expect(answered.filter((reply) => replayed(reply) === null)).toHaveLength(1);
  });

  it("keeps nothing in clear, and lets a key go after a day", async () => {
    await seller.put(pathOf("A", "stocks"), { available: 4 }, keyed("k7"));
    const rows = await rowsOf(seller.sellerId);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ answer }) => !(answer as Buffer).toString("latin1").includes("Aceito"))).toBe(true);
    await market.database.query("update once set at = at - 86400001 - 60000 where seller_id = $1", [seller.sellerId]);
    // Of the same day it would be in the way of the new one.
    await market.database.query("update once set day = day - 1 where seller_id = $1", [seller.sellerId]);
    const again = await seller.put(pathOf("A", "stocks"), { available: 8 }, keyed("k7"));
    expect([again.status, replayed(again)]).toEqual([202, null]);
  });

  it("serves the marketplace's people as well", async () => {
    const admin = await market.operator("admin");
    const first = await admin.post("/operator/v1/applications", { name: "Integração" }, keyed("o1"));
    const second = await admin.post("/operator/v1/applications", { name: "Integração" }, keyed("o1"));
    expect([first.status, replayed(second)]).toEqual([201, "true"]);
    expect(told(second)).toEqual(told(first));
    expect(await market.database.query("select from applications where name = 'Integração'")).toHaveLength(1);
  });
});
