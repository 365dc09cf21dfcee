import { seededRandom } from "../../platform/basics/index.ts";

/** A kind of traffic and its share on an ordinary day. */
export interface TrafficKind {
  readonly kind: "stock" | "price" | "status" | "orders" | "product" | "lookup" | "order";
  /** Percentage of all calls. */
  readonly percent: number;
  /** Number of calls per arrival. */
  readonly calls: number;
  /** Whether shoppers cause this traffic. If so, the Black Friday factor multiplies it. */
  readonly isShopping: boolean;
}

/**
 * The traffic mix: full syncs send stocks and prices; sellers poll statuses, list orders and process them. An order takes five calls: buy,
 * read, invoice, ship and deliver.
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

/** A call, or a series of calls, that starts at a given time, even if earlier arrivals are still in progress. */
export interface Arrival {
  /** Milliseconds since the load began. */
  readonly dueMs: number;
  readonly kind: TrafficKind["kind"];
  /** Number of the arrival, from 0. It seeds the arrival's random choices. */
  readonly nth: number;
}

/** The traffic to generate. */
export interface LoadPlan {
  /** Calls per second on an ordinary day, for all kinds together. */
  readonly rate: number;
  /** Black Friday factor: multiplies the traffic that shoppers cause. */
  readonly factor: number;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * Arrivals in the order they are due. The gaps between them are exponential (a Poisson process), so they come in bursts, like the calls of
 * many independent callers. The same seed gives the same arrivals.
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

/** Calls per second that a plan generates, including the later calls of an arrival. */
export const plannedRate = ({ rate, factor }: Pick<LoadPlan, "rate" | "factor">): number =>
  TRAFFIC_MIX.reduce((sum, { percent, isShopping }) => sum + (rate * percent * (isShopping ? factor : 1)) / 100, 0);

/** Exponent of a power law that gives 70% of the traffic to 10% of the sellers. */
const CONCENTRATION = Math.log(0.1) / Math.log(0.7);

/** Turns a random number in [0, 1) into the index of a seller. Low indices are chosen most often. */
export const pickSeller = (drawn: number, sellers: number): number => Math.floor(drawn ** CONCENTRATION * sellers);
