import { vi } from "vitest";
import { seededRandom } from "../../../src/platform/basics/seeded-chance.ts";
import { NOON, startMarketplace, type Marketplace } from "../../harness.ts";
import { movableClock } from "../../movable-clock.ts";
import { receiver, register } from "../../notifications/receiver.ts";
import { pathOf, publish, wares as waresAt } from "../../wares.ts";
import { brokenInvariants } from "../invariants.ts";
import { ACTS, OFTEN, patient, type Integration } from "./people.ts";
import { hands, type Hands } from "./scheduler.ts";

/** A life of a marketplace. */
export interface Life {
  /** What was told and what is left, line by line; equal for equal seeds. */
  readonly log: readonly string[];
  /** States, moves, simulators' acts and faults that it has seen. */
  readonly reached: ReadonlySet<string>;
  /** What must hold of every marketplace and does not of this one. */
  readonly broken: readonly string[];
}

/** Bugs to be caught: chance that the seed does not decide, works in an order of their own. */
export type Planted = "own chance" | "own order";

const STEPS = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LAST_DAYS = 60;

const SIMULATORS = [
  { name: "shoppers", parameters: { ordersPerHour: 0.6, cancelShare: 0.15, greedShare: 0.15, marketplaceShare: 0.5 } },
  { name: "payment", parameters: { paidShare: 0.8, pace: 0.3 } },
  { name: "risk", parameters: { freezeShare: 0.3, refuseShare: 0.4, pace: 0.3 } },
  { name: "fulfillment", parameters: { pace: 0.05 } },
  { name: "carriers", parameters: { pace: 0.1 } },
  { name: "exchanges", parameters: { exchangeShare: 0.5, pace: 0.2 } },
  { name: "reviewers", parameters: { criticizeShare: 0.4, pace: 0.2 } },
];
const CALL_FAULTS = [
  { kind: "status", status: 503, share: 0.15 },
  { kind: "status", status: 500, share: 0.1, when: "after" },
  { kind: "status", status: 429, share: 0.1 },
  { kind: "cut", share: 0.15 },
  { kind: "latency", latencyMs: 1, share: 0.15 },
];
const EVENT_FAULTS = [
  { kind: "drop", share: 0.1 },
  { kind: "duplicate", share: 0.1 },
  { kind: "shuffle", withinMs: 2, share: 0.1 },
  { kind: "delay", delayMs: 1, share: 0.1 },
];

/** How long a life is, and what is wrong with it. */
export interface Shape {
  readonly planted?: Planted;
  readonly steps?: number;
  /** Days, by the marketplace's clock, for what was begun to come to its end. */
  readonly lastDays?: number;
}

/** Lives one life: clock, chance and the order of all work come from the seed. */
export async function live(seed: number, { planted, steps = STEPS, lastDays = LAST_DAYS }: Shape = {}): Promise<Life> {
  const drawn = (purpose: string) => {
    let nth = 0;
    return () => seededRandom(seed, purpose, (nth += 1));
  };
  const chance = drawn("chance");
  const spy = vi.spyOn(Math, "random");
  if (planted !== "own chance") spy.mockImplementation(chance);
  const work = hands();
  const draw = drawn("order");
  const order = planted === "own order" ? () => (performance.now() * 1_000) % 1 : draw;
  const market = await startMarketplace({
    clock: movableClock(NOON),
    jobRunner: work.schedule,
    settings: { FAMILY_SETTLE_SECONDS: "60", SIMULATED_ACTS_AT_ONCE: "1", LOG_LEVEL: "silent" },
  });
  try {
    return await lived(market, work, { seed, draw, order, steps, lastDays });
  } finally {
    await market.stop();
    spy.mockRestore();
  }
}

interface Chances {
  readonly seed: number;
  readonly draw: () => number;
  /** Which work comes next. */
  readonly order: () => number;
  readonly steps: number;
  readonly lastDays: number;
}

async function lived(market: Marketplace, work: Hands, { seed, draw, order, steps, lastDays }: Chances): Promise<Life> {
  await using hook = await receiver();
  const reached = new Set<string>();
  const { integration, sellerId } = await furnished(market, work, hook.url, { seed, order });
  for (let step = 0; step < steps; step += 1) {
    const what = draw();
    if (what < 0.35) await work.step(order);
    else if (what < 0.42) await work.drain(order);
    else if (what < 0.6) market.clock.move(Math.floor(draw() * 12 * HOUR_MS));
    else {
      const reply = await ACTS[OFTEN[Math.floor(draw() * OFTEN.length)]!]!(integration);
      for (const mark of reply?.headers.get("vitrine-fault")?.split(", ") ?? []) reached.add(`fault ${mark.split("=")[0]}`);
    }
  }
  await outlived(market, work, { sellerId, order, lastDays });
  for (const { headers } of hook.received) for (const mark of marksIn(headers["vitrine-fault"])) reached.add(`fault ${mark}`);
  return { log: await told(market, sellerId, reached), reached, broken: await brokenInvariants(market.database.query) };
}

const marksIn = (header: string | string[] | undefined) => (header === undefined ? [] : String(header).split(", "));

/** A seller with products, an endpoint, simulators that play by themselves, and things that go wrong. */
async function furnished(market: Marketplace, work: Hands, hookUrl: string, { seed, order }: Pick<Chances, "seed" | "order">) {
  const seller = await market.seller();
  const admin = await market.operator("admin");
  const shop = await waresAt(`${market.baseUrl}/images`);
  const wares = [
    shop.visor("V1", { stock: { available: 12 }, fulfillment: { candidate: true } }),
    shop.visor("V2", { stock: { available: 9 } }),
    shop.visor("V3", { stock: { available: 7 }, brand: "Marca Que Ninguém Registrou" }),
    // Reviewers look at these.
    ...["V4", "V5", "V6"].map((sku) => shop.visor(sku, { stock: { available: 5 } })),
    shop.shoe("T", "38"),
  ];
  for (const ware of wares) await publish(seller, ware);
  const endpoint = await register(seller, hookUrl);
  await seller.post(`${endpoint.path}/test`, undefined);
  await work.drain(order);
  for (const sku of ["V1", "V2"]) await seller.put(pathOf(sku, "status"), { status: "APPROVED" });
  await admin.put(`/operator/v1/sellers/${seller.sellerId}/products/V1/fulfillment`, { enrolled: true });
  const replies = [
    await admin.put("/operator/v1/faults/http", { seed, rules: CALL_FAULTS }),
    await admin.put("/operator/v1/faults/events", { seed, rules: EVENT_FAULTS }),
    await admin.put(`/operator/v1/sellers/${seller.sellerId}/simulators`, { mode: "automatic", seed, simulators: SIMULATORS }),
  ];
  for (const { status, text } of replies) if (status !== 200) throw new Error(text);
  const mended = wares.map((ware) => ({ ...ware, brand: shop.brand(0) }));
  const integration: Integration = { market, seller: patient(seller), wares: mended, draw: () => Math.random() };
  return { integration, sellerId: seller.sellerId };
}

/** Nobody buys any more, and what was begun comes to its end. */
async function outlived(
  market: Marketplace,
  work: Hands,
  { sellerId, order, lastDays }: Pick<Chances, "order" | "lastDays"> & { readonly sellerId: number },
): Promise<void> {
  const admin = await market.operator("admin");
  const calm = { simulators: [{ name: "shoppers", mode: "manual" }] };
  await admin.put(`/operator/v1/sellers/${sellerId}/simulators`, calm);
  const end = market.clock.now() + lastDays * DAY_MS;
  for (;;) {
    await work.drain(order);
    const next = await work.nextDueAt();
    if (next === undefined || next > end) return;
    market.clock.set(Math.max(next, market.clock.now() + 1));
  }
}

/** Events as they were told, then what the database holds, then what was notified. */
async function told({ database }: Marketplace, sellerId: number, reached: Set<string>): Promise<readonly string[]> {
  const events = await database.query<{
    seq: string;
    at: string;
    name: string;
    resource: string;
    version: number;
    actor: string;
    cause: string;
    payload: string;
  }>("select seq, at, name, resource, version, actor, cause, payload from events where seller_id = $1 order by seq", [sellerId]);
  for (const { name, actor, cause, payload } of events) {
    const { to, orderStatus } = JSON.parse(payload) as { readonly to?: string; readonly orderStatus?: string };
    reached
      .add(`${name} ${to}`)
      .add(`${name} ${orderStatus}`)
      .add(`${actor.replace(/:crd_\w+/, "")} ${cause}`);
  }
  const stocks = await database.query("select sku, physical, reserved, version from stocks where seller_id = $1 order by sku", [sellerId]);
  const shippings = await database.query(
    "select order_number, shipping_code, status, status_at, transport, invoice from shippings where seller_id = $1 order by order_number, shipping_code",
    [sellerId],
  );
  const deliveries = await database.query<{ seq: string; outcome: string; trouble: string | null; count: string }>(
    "select seq, outcome, trouble, count(*) from delivery_log where seller_id = $1 and seq is not null group by 1, 2, 3 order by 1, 2, 3",
    [sellerId],
  );
  if (deliveries.some(({ trouble }) => trouble === "lost by a fault")) reached.add("fault drop");
  return [
    ...events.map(({ actor, payload, ...event }) =>
      JSON.stringify({ ...event, actor: actor.split(":crd_")[0], payload: unnamed(payload) }),
    ),
    ...[...stocks, ...shippings, ...deliveries].map((row) => JSON.stringify(row)),
  ];
}

/** Request ids are nobody's chance but their own. */
const unnamed = (payload: string) => payload.replace(/"requestId":"[^"]*"/, '"requestId":""');
