import { COUNTED_EXACTLY, createRememberedCounts, type Database } from "../../../platform/database/index.ts";
import type { NextMoveName } from "../next-moves.ts";
import * as queries from "./queries.ts";

/** Orders that wait, and the instant of the first: its deadline, or since when it is frozen. Epoch ms of the marketplace's clock. */
export interface WaitingCount {
  readonly count: number;
  readonly first: number | undefined;
}

/** Counts the orders that wait for something. `at` is the present, epoch ms. */
export interface OrderCounts {
  /** A seller's orders by their next move, and those that are late. */
  readonly ofSeller: (sellerId: number, at: number) => Promise<Readonly<Record<NextMoveName | "late", WaitingCount>>>;
  /** Frozen orders of all sellers. */
  readonly frozen: () => Promise<WaitingCount>;
  /** Late orders of all sellers. */
  readonly late: (at: number) => Promise<WaitingCount>;
}

const of = (count: number, first: number | null): WaitingCount => ({ count, first: first ?? undefined });
const FEW = COUNTED_EXACTLY + 1;

/** Creates the counts of orders. They are exact up to 10,000, and beyond that at most a few seconds old. */
export function createOrderCounts(db: Database): OrderCounts {
  const sellers = createRememberedCounts<queries.WaitingCountsRow>();
  const every = createRememberedCounts<WaitingCount>();

  const waiting = async (runner: Pick<Database, "run">, sellerId: number, at: number, limit: number | null) =>
    (await runner.run([sellerId], queries.countWaitingOrders, [sellerId, at, limit]))[0]!;
  const frozen = async (runner: Pick<Database, "run">, limit: number | null) => {
    const [row] = await runner.run("every seller", queries.countFrozenOrders, [limit]);
    return of(row!.orders, row!.first);
  };
  const late = async (runner: Pick<Database, "run">, at: number, limit: number | null) =>
    (await runner.run("every seller", queries.countLateOrders, [at, limit]))[0]!;

  return {
    async ofSeller(sellerId, at) {
      const row = await sellers(String(sellerId), {
        async countFew() {
          const few = await waiting(db, sellerId, at, FEW);
          return few.shippings === FEW ? undefined : few;
        },
        countAll: () => waiting(db.wide, sellerId, at, null),
      });
      return {
        invoiced: of(row.invoiced, row.invoiced_by),
        shipped: of(row.shipped, row.shipped_by),
        delivered: of(row.delivered, row.delivered_by),
        "check-in": of(row.check_in, row.check_in_by),
        late: of(row.late, row.late_by),
      };
    },
    frozen: () =>
      every("frozen", {
        async countFew() {
          const few = await frozen(db, FEW);
          return few.count === FEW ? undefined : few;
        },
        countAll: () => frozen(db.wide, null),
      }),
    late: (at) =>
      every("late", {
        async countFew() {
          const { shippings, orders, first } = await late(db, at, FEW);
          return shippings === FEW ? undefined : of(orders, first);
        },
        async countAll() {
          const { orders, first } = await late(db.wide, at, null);
          return of(orders, first);
        },
      }),
  };
}
