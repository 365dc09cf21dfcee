import { seededRandom } from "../../platform/basics/seeded-chance.ts";

/** One kind of what integrations do all day: its share of calls on a plain day, and whether shoppers cause it. */
export interface Traffic {
  readonly kind: "stock" | "price" | "status" | "orders" | "product" | "lookup" | "order";
  /** Per cent of the calls. */
  readonly percent: number;
  /** Calls that follow from one of them, itself included. */
  readonly calls: number;
  /** Grows with the Black Friday factor. */
  readonly isShopping: boolean;
}

/**
 * The mix of domain 6.3: full syncs push stock and price after price, status is polled, orders are listed and worked off. An order is
 * five calls: bought, read, invoiced, shipped, delivered.
 */
export const MIX: readonly Traffic[] = [
  { kind: "stock", percent: 38, calls: 1, isShopping: false },
  { kind: "price", percent: 32, calls: 1, isShopping: false },
  { kind: "status", percent: 15, calls: 1, isShopping: false },
  { kind: "orders", percent: 7, calls: 1, isShopping: true },
  { kind: "product", percent: 1, calls: 1, isShopping: false },
  { kind: "lookup", percent: 2, calls: 1, isShopping: false },
  { kind: "order", percent: 5, calls: 5, isShopping: true },
];

/** Something that is to begin at a time, whatever became of what began before. */
export interface Arrival {
  /** Milliseconds since the load began. */
  readonly dueMs: number;
  readonly kind: Traffic["kind"];
  /** Its number, from 0: what is drawn for it is drawn by this. */
  readonly nth: number;
}

/** How much is to arrive. */
export interface Plan {
  /** Calls per second on a plain day, all kinds together. */
  readonly rate: number;
  /** How many times more shopping there is than on a plain day. */
  readonly factor: number;
  readonly seconds: number;
  readonly seed: number;
}

/**
 * Arrivals in the order they are due, independent of each other: the gaps between them are exponential, so that they come in bursts
 * as many independent callers do. The same seed gives the same arrivals.
 */
export function* arrivals({ rate, factor, seconds, seed }: Plan): Generator<Arrival, undefined> {
  const weighted = MIX.map(({ kind, percent, calls, isShopping }) => ({
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

/** Calls per second that a plan asks for, those that follow included. */
export const askedRate = ({ rate, factor }: Pick<Plan, "rate" | "factor">): number =>
  MIX.reduce((sum, { percent, isShopping }) => sum + (rate * percent * (isShopping ? factor : 1)) / 100, 0);

/** A tenth of the sellers has seven tenths of the traffic (domain 6.2): the power law through both ends that says so. */
const CONCENTRATION = Math.log(0.1) / Math.log(0.7);

/** Which of so many sellers a draw in [0, 1) falls to: the first ones get most. */
export const busySeller = (drawn: number, sellers: number): number => Math.floor(drawn ** CONCENTRATION * sellers);
