import { realNow } from "../../../platform/basics/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { listQueuedChanges, type QueuedChangeRow } from "../changes/queries.ts";
import { type ReviewTimes, reviewTimes } from "../deadlines.ts";
import { changeDueTimes } from "./queries.ts";
import type { UpkeepContext } from "./worker.ts";

const CHANGES_PER_SLICE = 1_000;
/** A walk through the queue is repeated after this time. */
const PAUSE_MS = 5_000;

const START = { seller_id: 0, sku: "", change_id: "" };

/**
 * Gives change requests in the queue new due times that were queued under another rule, or whose product is in another department by now. Each
 * call of the returned function walks a part of the way and returns the number of items changed.
 */
export function createChangeUpkeep(context: UpkeepContext): () => Promise<number> {
  let last: Pick<QueuedChangeRow, "seller_id" | "sku" | "change_id"> = START;
  let rested = { since: Number.NEGATIVE_INFINITY, name: "" };
  return async () => {
    const times = reviewTimes(context.reference().data, context.reviewSlaHours);
    if (last === START && rested.name === times.name && realNow() - rested.since < PAUSE_MS) return 0;
    const values = [last.seller_id, last.sku, last.change_id, CHANGES_PER_SLICE];
    const rows = await context.db.wide.run("every seller", listQueuedChanges, values);
    last = rows.length === CHANGES_PER_SLICE ? rows.at(-1)! : START;
    if (last === START) rested = { since: realNow(), name: times.name };
    return setDueTimes(
      context.db,
      rows.filter(({ deadlines }) => deadlines !== times.name),
      times,
    );
  };
}

async function setDueTimes(db: Database, rows: readonly QueuedChangeRow[], times: ReviewTimes): Promise<number> {
  let changed = 0;
  for (const [sellerId, changes] of Map.groupBy(rows, ({ seller_id }) => seller_id)) {
    const written = await db.run([sellerId], changeDueTimes, [
      sellerId,
      changes.map(({ sku }) => sku),
      changes.map(({ change_id }) => change_id),
      changes.map(({ department, queued_at }) => times.dueAt(department, queued_at)),
      times.name,
    ]);
    changed += written.length;
  }
  return changed;
}
