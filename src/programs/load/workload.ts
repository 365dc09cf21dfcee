import { seededRandom } from "../../platform/basics/index.ts";

/** One kind of traffic: its share of all calls on an ordinary day, and whether shoppers cause it. */
export interface TrafficKind {
  readonly kind: "stock" | "price" | "status" | "orders" | "product" | "lookup" | "order";
  /** Share of all calls. */
  readonly percent: number;
  /** Calls of one arrival. */
  readonly calls: number;
  /** Grows with the Black Friday factor. */
  readonly isShopping: boolean;
}

/**
 * The traffic mix (domain 6.3): full syncs push stocks and prices, statuses are polled, orders are listed and processed. An order takes
 * five calls: it is bought, read, invoiced, shipped and delivered.
 */
export const TRAFFIC_MIX: readonly TrafficKind[] = [
  { kind: "stock", percent: 38, calls: 1, isShopping: false },
  { kind: "price", percent: 32, calls: 1, isShopping: false },
  { kind: "status", percent: 15, calls: 1, isShopping: false },
  { kind: "orders", percent: 7, calls: 1, isShopping: true },
  { kind: "product", percent: 1, calls: 1, isShopping: false },
  { kind: "lookup", percent: 2, calls: 1, isShopping: false },
  { kind: "order", percent: 5, calls: 5, isShopping: true },
];

/** One call, or a series of calls, that starts at a given time. It does not wait for earlier ones to end. */
export interface Arrival {
  /** Milliseconds since the load began. */
  readonly dueMs: number;
  readonly kind: TrafficKind["kind"];
  /** Its number, from 0, which seeds its random choices. */
  readonly nth: number;
}

/** The traffic to generate. */
export interface LoadPlan {
  /** Calls per second on an ordinary day, all kinds together. */
  readonly rate: number;
  /** How much more shopping there is than on an ordinary day. */
  readonly factor: number;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * Arrivals in the order they are due. The gaps between them are exponential (a Poisson process), so that they come in bursts like the calls
 * of many independent callers. The same seed gives the same arrivals.
 */
export function* scheduleArrivals({ rate, factor, seconds, seed }: LoadPlan): Generator<Arrival, undefined> {
  const weighted = TRAFFIC_MIX.map(({ kind, percent, calls, isShopping }) => ({
    kind,
    perSecond: (rate * percent * (isShopping ? factor : 1)) / 100 / calls,
  }));
  const perSecond = weighted.reduce((sum, one) => sum + one.perSecond, 0);
  for (let nth = 0, dueMs = 0; ; nth += 1) {
    dueMs += (-Math.log(1 - seededRandom(seed, "gap", nth)) * 1_000) / perSecond;
    if (dueMs >= seconds * 1_000) return;
    let drawn = seededRandom(seed, "kind", nth) * perSecond;
    const { kind } = weighted.find((one) => (drawn -= one.perSecond) < 0) ?? weighted.at(-1)!;
    yield { dueMs, kind, nth };
  }
}

/** Calls per second that a plan asks for, later calls of an arrival included. */
export const plannedRate = ({ rate, factor }: Pick<LoadPlan, "rate" | "factor">): number =>
  TRAFFIC_MIX.reduce((sum, { percent, isShopping }) => sum + (rate * percent * (isShopping ? factor : 1)) / 100, 0);

/** Exponent of the power law by which a tenth of the sellers has seven tenths of the traffic (domain 6.2). */
const CONCENTRATION = Math.log(0.1) / Math.log(0.7);

/** The index of the seller that a random number in [0, 1) chooses; the first sellers are chosen most often. */
export const pickSeller = (drawn: number, sellers: number): number => Math.floor(drawn ** CONCENTRATION * sellers);
