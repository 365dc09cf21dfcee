import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace } from "../harness.ts";
import { happen, receiver, register } from "./receiver.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());

const count = async (table: "delivery_log" | "notification_retries", endpointId: string) =>
  (await market.database.query<{ rows: number }>(`select count(*)::integer as rows from ${table} where endpoint_id = $1`, [endpointId]))[0]!
    .rows;

describe("a lease", () => {
  it("that was lost lets nothing be written, and whoever has the next sends again", async () => {
    const seller = await market.seller();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using hook = await receiver((_received, response) => void held.then(() => response.writeHead(204).end()));
    const { path, id } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    await eventually("the send", async () => hook.received.length === 1);
    await market.database.query(
      "update notification_endpoints set fence = fence + 1, lease_until = now() + interval '1 hour' where endpoint_id = $1",
      [id],
    );
    release();
    await sleep(400);
    expect([await count("delivery_log", id), (await seller.get(path)).json.cursorSeq]).toEqual([0, 0]);
    await market.database.query("update notification_endpoints set lease_until = null where endpoint_id = $1", [id]);
    await eventually("the second send", async () => hook.received.length === 2);
    expect(hook.received[1]!.body).toBe(hook.received[0]!.body);
    await eventually("its settlement", async () => (await seller.get(path)).json.cursorSeq === 1);
  });
});

describe("a receiver that takes its time", () => {
  it("holds up neither the cursor nor what is about something else, and is done with when it answers", async () => {
    const seller = await market.seller();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using hook = await receiver();
    const { path, id } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/FIRST"]);
    await eventually("its first answer", async () => (await seller.get(path)).json.proven === true);
    hook.answer(({ json }, response) => {
      if (json.parameters.sku !== "SLOW") return 204;
      void held.then(() => response.writeHead(204).end());
      return undefined;
    });
    await happen(market, seller.sellerId, ["product/SLOW", "product/SLOW", "product/QUICK"]);
    await eventually("the cursor to pass it", async () => (await seller.get(path)).json.cursorSeq === 4);
    expect(await count("notification_retries", id)).toBe(2);
    expect(hook.received.filter(({ json }) => json.parameters.sku === "SLOW").length).toBe(1);
    release();
    await eventually("both", async () => (await count("notification_retries", id)) === 0);
    expect(hook.received.map(({ json }) => json.seq)).toEqual([1, 2, 4, 3]);
  });
});

describe("an endpoint that is changed while something is under way", () => {
  const slowly = async () => {
    const seller = await market.seller();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const hook = await receiver();
    const registered = await register(seller, hook.url, { events: ["product"] });
    await happen(market, seller.sellerId, ["product/FIRST"]);
    await eventually("its first answer", async () => (await seller.get(registered.path)).json.proven === true);
    hook.answer(({ json }, response) => {
      if (json.parameters.sku !== "SLOW") return 204;
      void held.then(() => response.writeHead(204).end());
      return undefined;
    });
    await happen(market, seller.sellerId, ["product/SLOW"]);
    await eventually("the slow one", async () => hook.received.length === 2);
    return { ...registered, seller, hook, release };
  };
  const putBody = (url: string) => ({ name: "receptor", url, events: ["product", "order"] });

  it("misses nothing of a kind that it has asked for since", async () => {
    const { seller, hook, path, release } = await slowly();
    await using _hook = hook;
    expect((await seller.put(path, putBody(hook.url))).status).toBe(200);
    await happen(market, seller.sellerId, ["order/1", "product/A"]);
    release();
    await eventually("the order", async () => hook.received.some(({ json }) => json.parameters.orderNumber === "1"));
    await eventually("the cursor", async () => (await seller.get(path)).json.cursorSeq === 4);
    expect(hook.received.map(({ json }) => [json.seq, json.prevSeq]).filter(([seq]) => seq! > 2)).toContainEqual([3, 2]);
  });

  it("is sent nothing once it is paused, and signs with the new secret once it has one", async () => {
    const { seller, hook, path, release } = await slowly();
    await using _hook = hook;
    expect((await seller.post(`${path}/rotate-secret`, undefined)).status).toBe(200);
    await happen(market, seller.sellerId, ["product/A"]);
    await sleep(200);
    release();
    await eventually("the next one", async () => hook.received.some(({ json }) => json.parameters.sku === "A"));
    const signed = hook.received.find(({ json }) => json.parameters.sku === "A")!;
    expect(String(signed.headers["webhook-signature"]).split(" ").length).toBe(2);
    expect((await seller.put(path, { ...putBody(hook.url), enabled: false })).status).toBe(200);
    await happen(market, seller.sellerId, ["product/B"]);
    await sleep(700);
    expect(hook.received.filter(({ json }) => json.parameters.sku === "B")).toEqual([]);
  });
});
