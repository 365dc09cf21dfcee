import type { Database, Transaction } from "../../platform/database/index.ts";
import type { NarrowingChange } from "../../reference/index.ts";
import type { Pending } from "../product.ts";
import type { AffectedProduct } from "./load.ts";
import * as queries from "./queries.ts";
import { withSoldMark } from "./sold-mark.ts";

/** Stores what a count found in products of several sellers, whom the transaction must name. `run` is the number of the count. */
export async function storeAffected(
  transaction: Transaction,
  { changeId, run }: { readonly changeId: number; readonly run: number },
  affected: readonly AffectedProduct[],
): Promise<void> {
  if (affected.length === 0) return;
  await transaction.run(queries.storeAffected, [
    changeId,
    run,
    affected.map((one) => one.sellerId),
    affected.map((one) => one.sku),
    affected.map((one) => one.pointer),
    affected.map((one) => one.critique),
    affected.map((one) => JSON.stringify(one.received)),
    affected.map((one) => one.suggestion ?? null),
    affected.map((one) => one.productGroup),
  ]);
}

/** Number of products of a seller that are marked in one statement. */
const PRODUCTS_PER_MARK = 500;

/**
 * Marks a seller's products on sale that a change affects, and takes the mark from those that it no longer affects. `mended` are products in which
 * the last count found nothing any more. A product that changes meanwhile keeps its mark until the next count.
 */
export async function markSoldProducts(
  db: Database,
  { changeId, effectiveAt }: Pick<NarrowingChange, "changeId" | "effectiveAt">,
  sellerId: number,
  mended: readonly string[],
): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await db.run([sellerId], queries.listSoldProducts, [sellerId, changeId, mended, after, PRODUCTS_PER_MARK]);
    const changed = rows.flatMap(({ sku, version, pending: before, pointer, received }) => {
      if (version === null || before === null) return [];
      const mark = pointer === null ? undefined : { changeId, pointer, received: JSON.parse(received!) as unknown, effectiveAt };
      const pending = JSON.stringify(withSoldMark(JSON.parse(before) as Pending[], changeId, mark));
      return pending === before ? [] : [{ sku, version, pending }];
    });
    if (changed.length > 0) {
      await db.run([sellerId], queries.writePending, [
        sellerId,
        changed.map(({ sku }) => sku),
        changed.map(({ version }) => version),
        changed.map(({ pending }) => pending),
      ]);
    }
    if (rows.length < PRODUCTS_PER_MARK) return;
    after = rows.at(-1)!.sku;
  }
}
