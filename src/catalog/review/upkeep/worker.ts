import { realNow } from "../../../platform/basics/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { ReferenceSnapshot } from "../../../reference/index.ts";
import type { ProductDocument } from "../../product.ts";
import { type ReviewTimes, reviewTimes } from "../deadlines.ts";
import { identitiesOf } from "../identities.ts";
import * as queries from "./queries.ts";

export interface UpkeepContext {
  readonly db: Database;
  readonly reference: () => ReferenceSnapshot;
  readonly reviewSlaHours: number;
}

const PRODUCTS_PER_SLICE = 1_000;
const SLICES_PER_ROUND = 10;
/** A walk through the queue that changed nothing is repeated after this time. */
const PAUSE_MS = 5_000;

const START = { status_at: Number.MIN_SAFE_INTEGER, seller_id: 0, sku: "" };

/**
 * Keeps the queue complete and its due times current: walks through all products in cataloguing, queues those that an earlier version put there without a place in the queue,
 * and gives those new due times that were queued under another rule. Each call of the returned function walks a part of the way and returns the
 * number of items changed.
 */
export function createUpkeep(context: UpkeepContext): () => Promise<number> {
  let last: Pick<queries.InReviewRow, "status_at" | "seller_id" | "sku"> = START;
  let changedOnWalk = 0;
  let rested = { since: Number.NEGATIVE_INFINITY, name: "" };
  return async () => {
    const times = reviewTimes(context.reference().data, context.reviewSlaHours);
    if (last === START && rested.name === times.name && realNow() - rested.since < PAUSE_MS) return 0;
    let changed = 0;
    for (let nth = 0; nth < SLICES_PER_ROUND; nth += 1) {
      const values = [last.status_at, last.seller_id, last.sku, times.name, PRODUCTS_PER_SLICE];
      const rows = await context.db.wide.run("every seller", queries.listInReview, values);
      changed += await correctEntries(context.db, rows, times);
      last = rows.at(-1) ?? START;
      if (rows.length === PRODUCTS_PER_SLICE) continue;
      last = START;
      if (changedOnWalk + changed === 0) rested = { since: realNow(), name: times.name };
      changedOnWalk = 0;
      return changed;
    }
    changedOnWalk += changed;
    return changed;
  };
}

/** Queues the products that are missing from the queue, and sets due times that a former rule gave. Returns the number of entries written. */
async function correctEntries(db: Database, rows: readonly queries.InReviewRow[], times: ReviewTimes): Promise<number> {
  const wrong = rows.flatMap(({ core, ...row }) => (core === null ? [] : [{ ...row, product: JSON.parse(core) as ProductDocument }]));
  let changed = 0;
  for (const [sellerId, products] of Map.groupBy(wrong, ({ seller_id }) => seller_id)) {
    const missing = products.filter(({ deadlines }) => deadlines === null);
    if (missing.length > 0) changed += await queueMissing(db, sellerId, missing, times);
    const late = products.filter(({ deadlines }) => deadlines !== null);
    if (late.length === 0) continue;
    const dueTimes = late.map(({ product, queued_at }) => times.dueAt(product.department, queued_at!));
    const [skus, ofProducts] = [late.map(({ sku }) => sku), late.map(() => "")];
    const written = await db.run([sellerId], queries.changeDueTimes, [sellerId, skus, ofProducts, dueTimes, times.name]);
    changed += written.length;
  }
  return changed;
}

type Missing = Omit<queries.InReviewRow, "core"> & { readonly product: ProductDocument };

async function queueMissing(db: Database, sellerId: number, missing: readonly Missing[], times: ReviewTimes): Promise<number> {
  const identities = missing.flatMap(({ sku, product }) => identitiesOf(product).map((identity) => ({ sku, identity })));
  return db.transaction([sellerId], async (transaction) => {
    const queued = await transaction.run(queries.queueMissing, [
      sellerId,
      missing.map(({ sku }) => sku),
      missing.map(({ product }) => product.department),
      missing.map(({ product }) => product.brand),
      missing.map(({ product, status_at }) => times.dueAt(product.department, status_at)),
      times.name,
    ]);
    await transaction.run(queries.identify, [sellerId, identities.map(({ sku }) => sku), identities.map(({ identity }) => identity)]);
    return queued.length;
  });
}
