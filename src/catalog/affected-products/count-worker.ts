import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Transaction } from "../../platform/database/index.ts";
import { loadSurroundingData, type SurroundingData } from "../../reference/index.ts";
import { affectedInRanges } from "./load.ts";
import { nextCountAt } from "./phases.ts";
import * as queries from "./queries.ts";
import { planSlice, SLICE_LIMITS, type CountPosition } from "./slices.ts";
import { type LeasedWarning, LEASE_SECONDS, LeaseLost } from "./leased-warning.ts";
import { markSoldProducts, storeAffected } from "./write-outcomes.ts";

/** Number of slices in one round. A process that ends waits for its rounds. */
const SLICES_PER_ROUND = 8;
/**
 * A slice is followed by a pause of this many times its own duration, so that counting takes little from the calls that are answered meanwhile. The
 * longest pause bounds the duration of a whole count.
 */
const PAUSE_PER_WORK = 6;
const MAX_PAUSE_MS = 250;
/** Number of sellers whose totals are counted in one statement. */
const SELLERS_PER_TOTAL = 100;

/**
 * Counts what a change affects, a few slices of products at a time. Resolves to true when the whole count is done. Throws LeaseLost when the change was
 * withdrawn or the count was taken over by another process.
 */
export async function countAffected(db: Database, warning: LeasedWarning, now: number): Promise<boolean> {
  const data = await loadSurroundingData(db, warning);
  // Later changes contradict the data before this one, so the last count stays.
  if (data === undefined) return endCount(db, warning, now);
  let position = warning.position;
  let { run } = warning;
  if (position === undefined) {
    run = await beginCount(db, warning, data);
    position = { sellerId: 0, ordinal: 0 };
  }
  for (let nth = 0; nth < SLICES_PER_ROUND; nth += 1) {
    const startedMs = performance.now();
    const next = await countSlice(db, { ...warning, run }, data, position);
    if (next === undefined) {
      await finishSellers(db, { ...warning, run }, data, now);
      return endCount(db, warning, now);
    }
    position = next;
    await sleep(Math.min(MAX_PAUSE_MS, PAUSE_PER_WORK * (performance.now() - startedMs)));
  }
  return false;
}

async function beginCount(db: Database, { changeId, fence }: LeasedWarning, { entryBefore }: SurroundingData): Promise<number> {
  const before = entryBefore === undefined ? null : JSON.stringify(entryBefore);
  const [begun] = await db.run([], queries.beginCount, [changeId, fence, before]);
  if (begun === undefined) throw new LeaseLost();
  return begun.run;
}

/**
 * Counts one slice. Resolves to the position after it; undefined when no products are left. What was found is stored together with the position, so
 * nothing is stored for a change that was withdrawn meanwhile.
 */
async function countSlice(
  db: Database,
  warning: LeasedWarning,
  data: SurroundingData,
  position: CountPosition,
): Promise<CountPosition | undefined> {
  const sizes = await db.wide.run("every seller", queries.listSellerSizes, [position.sellerId, SLICE_LIMITS.sellers]);
  if (sizes.length === 0) return undefined;
  const { ranges, next } = planSlice(sizes, position);
  const affected = ranges.length === 0 ? [] : await affectedInRanges(db, warning, data, ranges);
  const sellers = [...new Set(affected.map(({ sellerId }) => sellerId))];
  await db.wide.transaction(sellers, async (transaction) => {
    await saveProgress(transaction, warning, next);
    await storeAffected(transaction, warning, affected);
  });
  return next;
}

async function saveProgress({ run }: Transaction, { changeId, fence }: LeasedWarning, { sellerId, ordinal }: CountPosition): Promise<void> {
  const saved = await run(queries.saveProgress, [changeId, fence, sellerId, ordinal, LEASE_SECONDS]);
  if (saved.length === 0) throw new LeaseLost();
}

/** Deletes what only earlier counts found, counts the totals, and marks products on sale once the change is in effect. */
async function finishSellers(db: Database, warning: LeasedWarning, { isScheduled }: SurroundingData, now: number): Promise<void> {
  const { changeId, run } = warning;
  const end: CountPosition = { sellerId: Number.MAX_SAFE_INTEGER, ordinal: 0 };
  let after = 0;
  for (;;) {
    const sellers = await db.wide.run("every seller", queries.listCountedSellers, [changeId, after, SELLERS_PER_TOTAL]);
    if (sellers.length === 0) return;
    await db.transaction([], (transaction) => saveProgress(transaction, warning, end));
    const ids = sellers.map(({ seller_id }) => seller_id);
    const mended = Map.groupBy(await db.run(ids, queries.deleteStale, [ids, changeId, run]), ({ seller_id }) => seller_id);
    await db.run(ids, queries.refreshTotals, [ids, changeId, now]);
    if (!isScheduled)
      for (const id of ids)
        await markSoldProducts(
          db,
          warning,
          id,
          (mended.get(id) ?? []).map(({ sku }) => sku),
        );
    after = ids.at(-1)!;
  }
}

async function endCount(db: Database, { changeId, fence, effectiveAt }: LeasedWarning, now: number): Promise<true> {
  const ended = await db.run([], queries.endCount, [changeId, fence, now, nextCountAt(effectiveAt, now)]);
  if (ended.length === 0) throw new LeaseLost();
  return true;
}
