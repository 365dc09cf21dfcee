import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { boughtIn, buy, onSale } from "../orders/goods.ts";
import { appendEvents } from "../../src/events/index.ts";
import { feedEvent, itemsIn, linkIn, readOn, seqsIn } from "./feeds.ts";

const DAY = 86_400_000;

let marketplace: Marketplace;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace();
  seller = await marketplace.seller();
  await onSale(marketplace, seller, { AVISO: 100 });
});
afterAll(() => marketplace.stop());

describe("GET /events, the feed (decisions 7)", () => {
  it("tells a product's way from POST to Aprovado", async () => {
    const events = await readOn(seller);
    expect(events.map(({ seq, prevSeq, resourceVersion }) => [seq, prevSeq, resourceVersion])).toEqual([
      [1, null, 1],
      [2, 1, 2],
      [3, 2, 3],
    ]);
    expect(events.map(({ status, by, cause }) => [status, by, cause])).toEqual([
      ["Recebido", "credential", "submit"],
      ["Em catalogação", "automatic validation", "validation"],
      ["Aprovado", "credential", "sellerApprove"],
    ]);
    for (const { parameters, sellerId, links } of events) {
      expect(parameters).toEqual({ sku: "AVISO" });
      expect(sellerId).toBe(seller.sellerId);
      for (const { href } of links) expect((await seller.get(href)).status).toBe(200);
    }
  });

  it("tells an order's way, with the call that caused each step and nobody's name", async () => {
    const after = (await readOn(seller)).at(-1)!.seq;
    const customer = { name: "Canário Amarelo", documentNumber: "52998224725" };
    const bought = boughtIn(await seller.post("/api/v1/orders", { items: [{ sku: "AVISO", quantity: 1 }], paid: true, customer }));
    const moved = await seller.put(
      bought.path("status/invoiced"),
      { issueDate: "2026-11-20T12:00:00-03:00" },
      { headers: { "x-request-id": "req-of-the-invoice" } },
    );
    expect(moved.status, moved.text).toBe(200);
    const reply = await seller.get(`/api/v1/events?after=${after}`);
    const [created, invoiced] = itemsIn(reply);
    expect(created).toMatchObject({ eventCode: "PEDIDO_ALTERADO", status: "approved", cause: "purchasePaid", changes: { to: "approved" } });
    expect(invoiced).toMatchObject({
      status: "Invoiced",
      changes: { from: "approved", to: "Invoiced", shippingCode: bought.shippingCodes[0] },
      requestId: "req-of-the-invoice",
      parameters: { orderNumber: bought.orderNumber },
    });
    for (const { href } of invoiced!.links) expect((await seller.get(href)).status).toBe(200);
    // Like a summary, it names everything that a whole order has beside it.
    const shown = await seller.get(`/api/v1/orders/${bought.orderNumber}?expand=`);
    expect(shown.json.expands).toEqual(invoiced!.expands);
    expect(reply.text).not.toMatch(/Canário|52998224725/);
  });

  it("leads by links.next through every event once, however short the pages", async () => {
    const whole = await readOn(seller);
    const seen: number[] = [];
    for (let href = "/api/v1/events?limit=2"; ;) {
      const reply = await seller.get(href);
      if (reply.status === 204) break;
      expect(linkIn(reply, "self")).toBe(href.includes("after") ? href : "/api/v1/events?after=0&limit=2&wait=0");
      seen.push(...seqsIn(reply));
      href = linkIn(reply, "next");
    }
    expect(seen).toEqual(whole.map(({ seq }) => seq));
  });

  it("answers 204 when nothing is new, and past the end", async () => {
    const last = (await readOn(seller)).at(-1)!.seq;
    for (const after of [last, last + 1_000]) expect((await seller.get(`/api/v1/events?after=${after}`)).status).toBe(204);
    expect((await (await marketplace.seller()).get("/api/v1/events")).status).toBe(204);
  });

  it.each(["after=-1", "after=1.5", "after=x", "limit=0", "limit=501", "wait=31", "wait=-1"])("refuses %s", async (query) => {
    const reply = await seller.get(`/api/v1/events?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json.type).toBe("Parameter_Error");
  });

  it("is for whoever may read both products and orders, or has the permission notifications", async () => {
    const statusWith = async (...scopes: readonly string[]) => (await (await marketplace.seller({ scopes })).get("/api/v1/events")).status;
    expect(await statusWith("products", "orders")).toBe(204);
    expect(await statusWith("notifications")).toBe(204);
    expect(await statusWith("products", "lookups")).toBe(403);
    expect(await statusWith("orders")).toBe(403);
  });

  it("shows a seller its own events only", async () => {
    const other = await marketplace.seller();
    await onSale(marketplace, other, { OUTRO: 5 });
    await buy(other, "OUTRO");
    expect(new Set((await readOn(seller)).map(({ sellerId }) => sellerId))).toEqual(new Set([seller.sellerId]));
  });
});

describe("retention of the feed", () => {
  it("shows 90 days, and tells a reader who is further behind where to go on instead of skipping", async () => {
    const { app, clock } = marketplace;
    const old = await marketplace.seller();
    await appendEvents(
      app.db,
      [1, 2, 3].map((nth) => feedEvent(old.sellerId, nth, { at: clock.now() })),
    );
    clock.move(60 * DAY);
    await appendEvents(
      app.db,
      [4, 5].map((nth) => feedEvent(old.sellerId, nth, { at: clock.now() })),
    );
    expect(seqsIn(await old.get("/api/v1/events"))).toEqual([1, 2, 3, 4, 5]);
    clock.move(31 * DAY);

    expect(seqsIn(await old.get("/api/v1/events"))).toEqual([4, 5]);
    expect(seqsIn(await old.get("/api/v1/events?after=0"))).toEqual([4, 5]);
    expect(seqsIn(await old.get("/api/v1/events?after=3"))).toEqual([4, 5]);
    const gone = await old.get("/api/v1/events?after=2");
    expect(gone.status).toBe(410);
    expect(gone.json).toMatchObject({ type: "Resource_Not_Found", details: [{ code: "events_expired", received: 2, allowed: 4 }] });
    expect(gone.json.description).toContain("after=3");

    clock.move(365 * DAY);
    expect((await old.get("/api/v1/events")).status).toBe(204);
    expect((await old.get("/api/v1/events?after=5")).status).toBe(204);
    expect((await old.get("/api/v1/events?after=4")).json.details).toMatchObject([{ allowed: 6 }]);
  });
});

describe("GET /operator/v1/events", () => {
  it("shows one seller's events in both directions, and those of one resource", async () => {
    const support = await marketplace.operator("support");
    const all = await support.get(`/operator/v1/events?sellerId=${seller.sellerId}&after=0`);
    const seqs = seqsIn(all);
    expect(seqs).toEqual(seqs.map((_, nth) => nth + 1));
    expect(seqsIn(await support.get(`/operator/v1/events?sellerId=${seller.sellerId}&limit=2`))).toEqual(seqs.toReversed().slice(0, 2));
    const of = `/operator/v1/events?sellerId=${seller.sellerId}&resource=product/AVISO`;
    expect(seqsIn(await support.get(`${of}&after=1`))).toEqual([2, 3]);
    expect(seqsIn(await support.get(`${of}&limit=1`))).toEqual([3]);
    expect(seqsIn(await support.get(linkIn(await support.get(`${of}&after=0&limit=1`), "next")))).toEqual([2]);
    expect((await support.get(`${of}X`)).status).toBe(204);
  });

  it("tells a seller without events from one that does not exist", async () => {
    const support = await marketplace.operator("support");
    const { sellerId } = await marketplace.seller();
    expect((await support.get(`/operator/v1/events?sellerId=${sellerId}`)).status).toBe(204);
    for (const more of ["", "&after=0"]) {
      const { status, json } = await support.get(`/operator/v1/events?sellerId=999999${more}`);
      expect([status, json.details[0].code, json.details[0].pointer]).toEqual([404, "seller_unknown", "query.sellerId"]);
    }
  });

  it("shows the newest of every seller, of the last day", async () => {
    const admin = await marketplace.operator("admin");
    const { app, clock } = marketplace;
    const some = await Promise.all([marketplace.seller(), marketplace.seller()]);
    // An order that nobody paid expires once the clock has moved.
    await eventually("a day without events", async () => {
      clock.move(2 * DAY);
      return (await admin.get("/operator/v1/events")).status === 204;
    });
    for (const nth of [1, 2, 3])
      for (const { sellerId } of some) {
        clock.move(1_000);
        await appendEvents(app.db, [feedEvent(sellerId, nth, { at: clock.now() })]);
      }
    const newest = itemsIn(await admin.get("/operator/v1/events?limit=3"));
    expect(newest.map(({ sellerId, seq }) => [sellerId, seq])).toEqual([
      [some[1].sellerId, 3],
      [some[0].sellerId, 3],
      [some[1].sellerId, 2],
    ]);
  });

  it("tells admins who did it and support what kind of somebody", async () => {
    const path = `/operator/v1/events?sellerId=${seller.sellerId}&after=0&limit=1`;
    const actors = async (role: string) =>
      ((await (await marketplace.operator(role)).get(path)).json.items as { actor: string }[])[0]!.actor;
    expect(await actors("admin")).toBe(`credential:${seller.credentialId}`);
    expect(await actors("support")).toBe("credential");
    expect((await (await marketplace.operator("catalog")).get(path)).status).toBe(403);
  });

  it.each(["after=1", "resource=product/AVISO"])("asks whose they are: %s", async (query) => {
    const reply = await (await marketplace.operator("support")).get(`/operator/v1/events?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.json.details).toMatchObject([{ code: "event_seller_missing", pointer: "query.sellerId" }]);
  });
});
