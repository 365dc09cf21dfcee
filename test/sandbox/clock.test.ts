import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDateTime, parseDateTime } from "../../src/platform/basics/clock.ts";
import { openSharedClock } from "../../src/sandbox/index.ts";
import { figures } from "../figures.ts";
import { eventually, NOON, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { receiver, register } from "../notifications/receiver.ts";
import { movesOf } from "../orders/desk.ts";
import { buy, onSale, type Bought } from "../orders/goods.ts";

const DAY_MS = 86_400_000;
const CLOCK = "/operator/v1/clock";
const SETTINGS = { PAYMENT_EXPIRY_SECONDS: String(3 * 24 * 3600), PAYMENT_APPROVAL_SECONDS: "0" };
/** Sold from the marketplace's own stock: invoiced, shipped and delivered by itself, thirty seconds each. */
const byItself = (sku: string) => ({ shippings: [{ platformId: "PARTNER_ENTREGAS", items: [{ sku }] }], items: undefined, paid: true });
/** Moves that are asked for until one is over when it is answered. */
const MOST_ATTEMPTS = 20;
const SKUS = Array.from({ length: 12 }, (_, nth) => `VISEIRA-${nth}`);

let marketplace: Marketplace;
let seller: Seller;
let admin: Client;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: SETTINGS });
  seller = await marketplace.seller();
  admin = await marketplace.operator("admin");
  await onSale(marketplace, seller, Object.fromEntries(["VISEIRA", ...SKUS].map((sku) => [sku, 10_000])));
});
afterAll(() => marketplace.stop());

const move = (body: object): Promise<Reply> => admin.post(`${CLOCK}/moves`, body);
const clockArrives = () => eventually("the clock to arrive", async () => (await admin.get(CLOCK)).json.movingTo === undefined);
const instantIn = (text: string) => parseDateTime(text)!;
const orderOf = async ({ orderNumber }: Bought) => (await seller.get(`/api/v1/orders/${orderNumber}`)).json;
const eventsOf = (order: Bought) =>
  marketplace.database.query<{ at: string; cause: string; seq: string }>(
    "select at, cause, seq from events where seller_id = $1 and resource = $2 order by version",
    [seller.sellerId, `order/${order.orderNumber}`],
  );

describe("the sandbox's clock", () => {
  it("is shown with what happens next", async () => {
    const order = await buy(seller, "VISEIRA");
    const { status, json } = await admin.get(CLOCK);
    expect(status).toBe(200);
    expect(json).toMatchObject({ now: isoDateTime(NOON), realNow: isoDateTime(NOON), aheadMs: 0, frozen: false });
    expect(json.next).toEqual({ work: "due orders", dueAt: isoDateTime(NOON + 3 * DAY_MS) });
    expect((await orderOf(order)).orderStatus).toBe("Created");
  });

  it("moves forward, and what was due on the way has happened when the answer comes, at the instants it was due", async () => {
    const tookMs: number[] = [];
    // Where the machine is so busy that a move takes longer than its answer waits, the answer says so; then another one is asked for.
    for (let attempt = 1; ; attempt += 1) {
      const from = instantIn((await admin.get(CLOCK)).json.now);
      const order = await buy(seller, "VISEIRA", byItself("VISEIRA"));
      const startedMs = performance.now();
      const moved = await move({ by: "+2m" });
      tookMs.push(Math.round(performance.now() - startedMs));
      expect(moved.status, moved.text).toBe(200);
      const { finished } = moved.json.moved as { readonly finished: boolean };
      if (!finished) {
        expect(moved.json.movingTo, "an answer before the end says how far the clock goes").toBe(isoDateTime(from + 120_000));
        await clockArrives();
      }
      const events = await eventsOf(order);
      expect(events.map(({ cause }) => cause)).toEqual(["purchasePaid", "invoice", "ship", "deliver"]);
      const [bought, ...rest] = events.map(({ at }) => Number(at));
      expect(rest.map((at) => at - bought!)).toEqual([30_000, 60_000, 90_000]);
      if (!finished && attempt < MOST_ATTEMPTS) continue;
      figures({ attempts: attempt, "answered after ms": tookMs.join() });
      expect(moved.json.moved).toMatchObject({ from: isoDateTime(from), to: isoDateTime(from + 120_000), finished: true });
      expect(moved.json.moved.done).toContainEqual({ work: "due orders", count: 3 });
      return;
    }
  });

  it("lets what is due of different orders happen in the order of its instants, whoever's work it is", async () => {
    const orders: Bought[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      orders.push(await buy(seller, "VISEIRA", byItself("VISEIRA")));
      marketplace.clock.move(7_000);
    }
    const { json, status } = await move({ by: "5m" });
    expect(status).toBe(200);
    // On a machine that takes longer than the answer waits, the clock goes on behind it; what is told to be finished is.
    if (json.moved.finished) expect((await admin.get(CLOCK)).json.movingTo).toBeUndefined();
    else await clockArrives();
    const events = (await Promise.all(orders.map(eventsOf))).flat().filter(({ cause }) => cause !== "purchasePaid");
    expect(events).toHaveLength(15);
    const bySeq = events.toSorted((a, b) => Number(a.seq) - Number(b.seq)).map(({ at }) => Number(at));
    expect(bySeq).toEqual(bySeq.toSorted((a, b) => a - b));
    expect(new Set(bySeq).size).toBeGreaterThan(5);
  });

  it("carries out all of hundreds of orders that are due, whether its answer waits for them or not", async () => {
    const count = 300;
    await Promise.all(Array.from({ length: count }, (_, nth) => buy(seller, SKUS[nth % SKUS.length]!, byItself(SKUS[nth % SKUS.length]!))));
    const startedMs = performance.now();
    const { json } = await move({ by: "+1d" });
    const tookMs = performance.now() - startedMs;
    // Told, not asserted: how long it takes is the machine's. What is asserted is that all of it happens.
    console.info(`a move with ${3 * count} due acts: ${Math.round(tookMs)} ms, ${JSON.stringify(json.moved)}`);
    const left = () => marketplace.database.query("select from orders where status in ('approved', 'Invoiced', 'shipped') limit 1");
    await eventually("all of them to be delivered", async () => (await left()).length === 0);
    await clockArrives();
    expect((await admin.get(CLOCK)).json.now).toBe(json.moved.to);
  });

  it("moves to an instant, in any spelling of one", async () => {
    const now = instantIn((await admin.get(CLOCK)).json.now);
    const { status, json } = await move({ to: isoDateTime(now + DAY_MS) });
    expect([status, json.now]).toEqual([200, isoDateTime(now + DAY_MS)]);
  });

  it("never goes back while it moves, however long it takes to carry out what is due", async () => {
    const { query } = marketplace.database;
    await buy(seller, "VISEIRA", byItself("VISEIRA"));
    await query("begin");
    await query("select from seller_counters where seller_id = $1 for update", [seller.sellerId]);
    marketplace.clock.move(30_000);
    const moving = move({ by: "1s" });
    await eventually("it to be on its way", async () => (await admin.get(CLOCK)).json.movingTo !== undefined);
    marketplace.clock.move(3_600_000);
    const seen = instantIn((await admin.get(CLOCK)).json.now);
    await query("rollback");
    await moving;
    const arrived = await eventually("it to arrive", async () => {
      const { json } = await admin.get(CLOCK);
      return json.movingTo === undefined && json;
    });
    expect(instantIn(arrived.now)).toBeGreaterThanOrEqual(seen);
  });

  it.each([
    [{}, 422, "clock_move_ambiguous"],
    [{ by: "1d", to: "2030-01-01" }, 422, "clock_move_ambiguous"],
    [{ to: "2020-01-01" }, 422, "clock_moves_forward"],
    [{ by: "99999d" }, 422, "clock_too_far"],
    [{ by: "-3d" }, 400, "duration_unreadable"],
    [{ by: "3" }, 400, "duration_unreadable"],
    [{ by: "+" }, 400, "duration_unreadable"],
    [{ by: "1h2d" }, 400, "duration_unreadable"],
  ])("refuses %j", async (body, status, code) => {
    const reply = await move(body);
    expect([reply.status, reply.json.details[0].code]).toEqual([status, code]);
  });

  it("stands still when frozen, moves while it stands, and runs on from where it stands", async () => {
    const frozen = await admin.put(CLOCK, { frozen: true });
    expect(frozen.json.frozen).toBe(true);
    marketplace.clock.move(60_000);
    expect((await admin.get(CLOCK)).json.now).toBe(frozen.json.now);
    const moved = await move({ by: "1h" });
    expect([moved.json.frozen, instantIn(moved.json.now)]).toEqual([true, instantIn(frozen.json.now) + 3_600_000]);
    expect((await admin.put(CLOCK, { frozen: false })).json).toMatchObject({ frozen: false, now: moved.json.now });
    marketplace.clock.move(60_000);
    expect(instantIn((await admin.get(CLOCK)).json.now)).toBe(instantIn(moved.json.now) + 60_000);
  });

  it("dates what is written, and leaves quotas, signatures and the request log in real time", async () => {
    await move({ by: "30d" });
    const now = instantIn((await admin.get(CLOCK)).json.now);
    const order = await buy(seller, "VISEIRA");
    expect((await eventsOf(order)).map(({ at }) => Number(at))).toEqual([now]);
    const limited = await marketplace.seller({ plan: 50 });
    const replies = await Promise.all(Array.from({ length: 60 }, () => limited.get("/api/v1/bus")));
    expect(replies.some(({ status }) => status === 429)).toBe(true);
    await move({ by: "1d" });
    expect((await limited.get("/api/v1/bus")).status).toBe(429);
    const id = (await seller.get("/api/v1/bus")).headers.get("x-request-id")!;
    const logged = await eventually("the call in the log", async () => {
      const reply = await seller.get(`/api/v1/requests/${id}`);
      return reply.status === 200 && reply;
    });
    expect(Math.abs(instantIn(logged.json.at ?? logged.json.date) - Date.now())).toBeLessThan(DAY_MS);
  });

  it("leaves signatures of notifications in real time, and dates what they tell by the clock", async () => {
    await using hook = await receiver();
    const shop = await marketplace.seller();
    await onSale(marketplace, shop, { BONE: 5 });
    await register(shop, hook.url, { events: ["order"] });
    const order = await buy(shop, "BONE");
    const { headers, body } = await eventually("its notification", async () =>
      hook.received.find(({ json }) => json.parameters.orderNumber === order.orderNumber),
    );
    expect(Math.abs(Number(headers["webhook-timestamp"]) * 1_000 - Date.now())).toBeLessThan(DAY_MS);
    const { eventDate } = JSON.parse(body) as { readonly eventDate: string };
    expect(instantIn(eventDate)).toBe(instantIn((await admin.get(CLOCK)).json.now));
  });

  it("is the same in every process of the environment", async () => {
    const second = await startMarketplace({ settings: SETTINGS, clock: marketplace.clock, database: marketplace.database });
    const other = await second.operator("admin");
    expect((await other.get(CLOCK)).json.now).toBe((await admin.get(CLOCK)).json.now);
    const moved = await other.post(`${CLOCK}/moves`, { by: "1d" });
    await eventually("the first process to follow", async () => (await admin.get(CLOCK)).json.now === moved.json.now);
    await second.stop();
  });

  it("is set no more by who was taken for dead and is not", async () => {
    const [one, other] = [
      await openSharedClock(marketplace.app.db, marketplace.clock),
      await openSharedClock(marketplace.app.db, marketplace.clock),
    ];
    const late = one.change(async (hand) => {
      await hand.stepTo(one.now());
      await marketplace.database.query("update marketplace_clock set moving_until = now() - interval '1 second'");
      await other.change((second) => second.stepTo(other.now() + DAY_MS));
      // As its loop does all the time.
      await one.refresh();
      await hand.stepTo(other.now() + DAY_MS);
    });
    await expect(late).rejects.toThrow("took the clock over");
    expect(one.now()).toBe(other.now());
    await eventually("everybody to follow", async () => instantIn((await admin.get(CLOCK)).json.now) === other.now());
  });

  it("is moved by one call after the other", async () => {
    const before = instantIn((await admin.get(CLOCK)).json.now);
    const replies = await Promise.all([move({ by: "1d" }), move({ by: "1d" }), move({ by: "1d" })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(instantIn((await admin.get(CLOCK)).json.now)).toBe(before + 3 * DAY_MS);
  });

  it("goes back to real time when reset; what has happened stays, what waits waits", async () => {
    await move({ by: "+30d" });
    const order = await buy(seller, "VISEIRA");
    const [bought] = await eventsOf(order);
    const { json } = await admin.request("DELETE", CLOCK);
    expect(json).toMatchObject({ aheadMs: 0, frozen: false, now: isoDateTime(marketplace.clock.now()) });
    expect(await eventsOf(order)).toEqual([bought]);
    expect(Number(bought!.at)).toBeGreaterThan(marketplace.clock.now());
    expect(await movesOf(marketplace, seller, order.orderNumber)).toEqual(["purchase"]);
  });

  it("is not there in production", async () => {
    const production = await startMarketplace({ settings: { ENVIRONMENT: "production", MARKETPLACE_CNPJ: "90003001000182" } });
    const operator = await production.operator("admin");
    const replies = [
      await operator.get(CLOCK),
      await operator.put(CLOCK, { frozen: true }),
      await operator.request("DELETE", CLOCK),
      await operator.post(`${CLOCK}/moves`, { by: "1d" }),
      await operator.get("/operator/v1/sellers/1/simulators"),
    ];
    for (const { status, json } of replies) expect([status, json.details[0].code]).toEqual([404, "route_unknown"]);
    await production.database.query("update marketplace_clock set ahead_ms = 86400000, version = 7");
    const shop = await production.seller();
    expect((await shop.get("/api/v1/bus")).status).toBe(200);
    await production.stop();
  });
});
