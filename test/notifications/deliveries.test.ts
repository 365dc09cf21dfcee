import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { happen, receiver, register } from "./receiver.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.stop());
const fresh = async () => (seller = await market.seller());

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const delivered = (path: string, count: number) =>
  eventually(`${count} attempts`, async () => {
    const reply = await seller.get(`${path}/deliveries?size=100`);
    const items = (reply.json?.items ?? []) as readonly { readonly status: string; readonly attempt: number }[];
    return items.length >= count && items;
  });

describe("an endpoint (decisions 7)", () => {
  it("hears of what happens from its registration on, in order, each event once", async () => {
    await fresh();
    await using hook = await receiver();
    await happen(market, seller.sellerId, ["product/OLD"]);
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A", "order/1", "product/A"]);
    await eventually("three notifications", async () => hook.received.length === 3);
    expect(hook.received.map(({ json }) => [json.id, json.seq, json.prevSeq])).toEqual([
      [`evt_${seller.sellerId}_2`, 2, null],
      [`evt_${seller.sellerId}_3`, 3, 2],
      [`evt_${seller.sellerId}_4`, 4, 3],
    ]);
    expect(hook.received.map(({ json }) => json.eventCode)).toEqual(["PRODUTO_ALTERADO", "PEDIDO_ALTERADO", "PRODUTO_ALTERADO"]);
    expect(hook.received[0]!.json.urlNotifyService).toBe(hook.url);
    expect(await delivered(path, 3)).toMatchObject([{ status: "delivered", attempt: 1 }, {}, {}]);
    const endpoint = await eventually("the cursor", async () => {
      const { json } = await seller.get(path);
      return json.cursorSeq === 4 && (json as object);
    });
    expect(endpoint).toMatchObject({ behind: 0, proven: true, status: "enabled" });
    expect(endpoint).not.toHaveProperty("secret");
  });

  it("is asked once a second until it answers, and not any longer once it has", async () => {
    // A busy machine may make somebody wait; that everybody waited would be no accident.
    const waits: number[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      await fresh();
      await using hook = await receiver();
      await register(seller, hook.url);
      await happen(market, seller.sellerId, ["product/A", "product/B", "product/C"]);
      await eventually("all three", async () => hook.received.length === 3);
      waits.push(hook.received[2]!.atMs - hook.received[0]!.atMs);
    }
    expect(Math.min(...waits)).toBeLessThan(SECOND);

    await fresh();
    await using silent = await receiver(() => 500);
    await register(seller, silent.url);
    await happen(market, seller.sellerId, ["product/A", "product/B", "product/C"]);
    await eventually("all three", async () => silent.received.length === 3);
    expect(silent.received[2]!.atMs - silent.received[0]!.atMs).toBeGreaterThan(2 * SECOND - 100);
  });

  it("has its delivery found at any moment, before it is sent, while it is settled and after", async () => {
    await fresh();
    await using hook = await receiver();
    const { path } = await register(seller, hook.url);
    const statuses = new Set<number>();
    for (let nth = 0; nth < 25; nth += 1) {
      const { json } = await seller.post(`${path}/test`, undefined);
      const found = async () => {
        const reply = await seller.get(`${path}/deliveries/${json.deliveryId}`);
        statuses.add(reply.status);
        return reply.json.status !== "delivered";
      };
      const reader = async () => {
        while (await found());
      };
      await Promise.all([reader(), reader(), reader(), reader()]);
    }
    expect([...statuses]).toEqual([200]);
  });

  it("hears of its kinds alone, and prevSeq is the event before that it got", async () => {
    await fresh();
    await using hook = await receiver();
    await register(seller, hook.url, { events: ["order"] });
    await happen(market, seller.sellerId, ["order/1", "product/A", "product/B", "order/2"]);
    await eventually("two notifications", async () => hook.received.length === 2);
    expect(hook.received.map(({ json }) => [json.seq, json.prevSeq])).toEqual([
      [1, null],
      [4, 1],
    ]);
  });

  it("is tried again on the marketplace's clock, the same bytes under the same id, then the rest of the resource follows", async () => {
    await fresh();
    await using hook = await receiver(() => 500);
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A", "product/A", "product/A"]);
    await delivered(path, 1);
    await eventually("the others to be put behind", async () => {
      const { json } = await seller.get(`${path}/deliveries?status=pending`);
      return json?.items.length === 3;
    });
    expect(hook.received.map(({ json }) => json.seq)).toEqual([1]);
    hook.answer(() => 200);
    market.clock.move(6 * SECOND);
    await eventually("all of them", async () => hook.received.length === 4);
    expect(hook.received.map(({ json }) => json.seq)).toEqual([1, 1, 2, 3]);
    expect(hook.received[1]!.body).toBe(hook.received[0]!.body);
    expect(hook.received[1]!.headers["webhook-id"]).toBe(hook.received[0]!.headers["webhook-id"]);
    await eventually("nothing pending", async () => (await seller.get(`${path}/deliveries?status=pending`)).status === 204);
  });

  it("is listed by several statuses together, attempts among what is still to be delivered, the newest first", async () => {
    await fresh();
    await using hook = await receiver(() => 500);
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A", "product/B", "product/A"]);
    await delivered(path, 2);
    const statusesIn = ({ json }: Reply) => (json.items as { status: string }[]).map(({ status }) => status);
    const listed = async (query: string) => statusesIn(await seller.get(`${path}/deliveries?${query}`));
    await eventually("all three to wait", async () => (await listed("status=pending")).length === 3);
    expect((await listed("status=failed,pending")).toSorted()).toEqual(["failed", "failed", "pending", "pending", "pending"]);
    expect((await listed("status=failed&status=delivered&status=dead")).toSorted()).toEqual(["failed", "failed"]);
    expect(await listed("status={status}")).toEqual(["failed", "failed"]);
    const whole = (await seller.get(`${path}/deliveries?status=pending,failed`)).json.items as { at: string }[];
    expect(whole.map(({ at }) => Date.parse(at))).toEqual(whole.map(({ at }) => Date.parse(at)).toSorted((a, b) => b - a));
    const paged: object[] = [];
    let href: string | undefined = `${path}/deliveries?status=pending,failed&size=2`;
    while (href !== undefined) {
      const { json } = await seller.get(href);
      paged.push(...(json.items as object[]));
      href = (json.links as { rel: string; href: string }[]).find(({ rel }) => rel === "next")?.href;
    }
    expect(paged).toEqual(whole);
    const support = await market.operator("support");
    const everywhere = await support.get(
      `/operator/v1/deliveries?sellerId=${seller.sellerId}&endpointId=${path.split("/").at(-1)}&status=pending,failed`,
    );
    expect(statusesIn(everywhere)).toEqual(whole.map((one) => (one as { status?: string }).status));
  });

  it("gives up after ten attempts over 75 h 35 min, keeps it as dead, and sends it again when asked", async () => {
    await fresh();
    await using hook = await receiver(() => 500);
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    for (const [nth, seconds] of [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      market.clock.move(seconds * 0.85 * SECOND);
      if (nth > 0) expect(hook.received.length).toBe(nth);
      market.clock.move(seconds * 0.26 * SECOND);
      await delivered(path, nth + 1);
    }
    expect(hook.received.length).toBe(10);
    const { json } = await seller.get(`${path}/deliveries?status=dead`);
    expect(json.items).toMatchObject([{ deliveryId: `evt_${seller.sellerId}_1`, attempt: 10, status: "dead" }]);
    hook.answer(() => 200);
    const redelivery = await seller.post(`${path}/deliveries/evt_${seller.sellerId}_1/redeliver`, undefined);
    expect(redelivery.status).toBe(202);
    await eventually("the redelivery", async () => hook.received.length === 11);
    expect(hook.received[10]!.body).toBe(hook.received[0]!.body);
    await eventually("nothing dead", async () => (await seller.get(`${path}/deliveries?status=dead`)).status === 204);
  });

  it("takes redirects for failures and follows none", async () => {
    await fresh();
    await using elsewhere = await receiver();
    await using hook = await receiver((_received, response) => void response.writeHead(307, { location: elsewhere.url }).end());
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    expect(await delivered(path, 1)).toMatchObject([{ status: "failed", responseStatus: 307 }]);
    expect(elsewhere.received).toEqual([]);
  });

  it("is disabled at once by a 410, catches up when it is enabled again, and the feed tells", async () => {
    await fresh();
    await using hook = await receiver(() => 410);
    const { path, id } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    const endpoint = await eventually("the disabling", async () => {
      const { json } = await seller.get(path);
      return json.status === "disabled" && (json as object);
    });
    expect(endpoint).toMatchObject({ enabled: false, disabledReason: "gone" });
    expect(endpoint).toHaveProperty("warning");
    const events = await market.database.query("select name, cause from events where seller_id = $1 and resource = $2", [
      seller.sellerId,
      `endpoint/${id}`,
    ]);
    expect(events).toEqual([{ name: "notification.endpoint_disabled", cause: "gone" }]);
    await happen(market, seller.sellerId, ["product/B"]);
    expect((await seller.post(`${path}/test`, undefined)).status).toBe(409);
    hook.answer(() => 200);
    const again = await seller.put(path, { name: "receptor", url: hook.url, events: ["product"], enabled: true });
    expect(again.json).toMatchObject({ status: "enabled" });
    await eventually("what it missed", async () => hook.received.length === 3);
    expect(hook.received.map(({ json }) => json.parameters.sku)).toEqual(expect.arrayContaining(["A", "A", "B"]));
  });

  it("is left alone for as long as Retry-After asks", async () => {
    await fresh();
    await using hook = await receiver((_received, response) => void response.writeHead(503, { "retry-after": "3600" }).end());
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    await delivered(path, 1);
    await eventually("the pause", async () => (await seller.get(path)).json.pausedUntil !== undefined);
    await happen(market, seller.sellerId, ["product/B"]);
    market.clock.move(HOUR - 5 * SECOND);
    hook.answer(() => 200);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(hook.received.length).toBe(1);
    market.clock.move(6 * SECOND);
    await eventually("both", async () => hook.received.length === 3);
  });

  it("is disabled after five days of nothing but failures, warned after one", async () => {
    await fresh();
    await using hook = await receiver(() => 500);
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A"]);
    await delivered(path, 1);
    market.clock.move(25 * HOUR);
    await delivered(path, 2);
    expect((await seller.get(path)).json).toMatchObject({ status: "enabled", warning: expect.any(String) });
    market.clock.move(96 * HOUR);
    await eventually("the disabling", async () => (await seller.get(path)).json.disabledReason === "failing");
  });

  it("is sent the same bytes again however long its address is", async () => {
    await fresh();
    await using hook = await receiver();
    const { path } = await register(seller, `${hook.url}?${'"'.repeat(1_900)}`);
    const { json } = await seller.post(`${path}/test`, undefined);
    await delivered(path, 1);
    expect((await seller.post(`${path}/deliveries/${json.deliveryId}/redeliver`, undefined)).status).toBe(202);
    await delivered(path, 2);
    expect(hook.received.map(({ body }) => body)).toEqual([hook.received[0]!.body, hook.received[0]!.body]);
  });

  it("tests itself once, signed, about nothing", async () => {
    await fresh();
    await using hook = await receiver(() => 500);
    const { path } = await register(seller, hook.url);
    const { status, json } = await seller.post(`${path}/test`, undefined);
    expect(status).toBe(202);
    expect(await delivered(path, 1)).toMatchObject([{ deliveryId: json.deliveryId, status: expect.stringMatching(/failed/) }]);
    const one = await seller.get(`${path}/deliveries/${json.deliveryId}`);
    expect(one.json.attempts).toMatchObject([{ responseStatus: 500, request: expect.stringContaining("webhook-signature: v1,") }]);
    expect(hook.received.map(({ json: sent }) => sent.name)).toEqual(["notification.test"]);
    expect((await seller.get(`${path}/deliveries?status=pending`)).status).toBe(204);
  });

  it("gets a range again when asked, since a seq or a time", async () => {
    await fresh();
    await using hook = await receiver();
    const { path } = await register(seller, hook.url);
    await happen(market, seller.sellerId, ["product/A", "product/B", "product/C"]);
    await eventually("three", async () => hook.received.length === 3);
    await eventually("the cursor", async () => (await seller.get(path)).json.cursorSeq === 3);
    const replay = await seller.post(`${path}/replay`, { afterSeq: 1 });
    expect([replay.status, replay.json]).toMatchObject([202, { fromSeq: 2, untilSeq: 3 }]);
    await eventually("two again", async () => hook.received.length === 5);
    expect(hook.received.slice(3).map(({ json, headers }) => [json.seq, json.prevSeq, headers["webhook-id"]])).toEqual([
      [2, 1, `evt_${seller.sellerId}_2`],
      [3, 2, `evt_${seller.sellerId}_3`],
    ]);
    await eventually("its end", async () => (await seller.get(path)).json.replay === undefined);
    expect((await seller.post(`${path}/replay`, {})).status).toBe(400);
    expect((await seller.post(`${path}/replay`, { afterSeq: 1, since: "2026-11-20" })).status).toBe(400);
    expect((await seller.post(`${path}/replay`, { afterSeq: 999 })).status).toBe(422);
    expect((await seller.post(`${path}/replay`, { since: market.clock.now() - HOUR })).status).toBe(202);
    await eventually("all again", async () => hook.received.length === 8);
  });
});
