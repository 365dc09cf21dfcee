import { Refusal } from "../../platform/contract/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { ProductBody } from "../product-schema.ts";
import { toProductDocument } from "../submission-rules.ts";
import { type ChangeWrite, newChangeId, openedChange, openingColumns, toLiveProduct } from "./create.ts";
import type { FieldChange } from "./product-fields.ts";
import { getLiveProducts, openChanges } from "./queries.ts";
import { asProductFailure, changesTo } from "./read-change.ts";

/** A closed product as its caller wants it. */
export interface WantedProduct extends Pick<ChangeWrite, "sellerId" | "sku" | "actor" | "at" | "requestId"> {
  readonly body: ProductBody;
}

/**
 * Opens change requests of many different closed products in an open transaction, each as PUT would. Resolves to the ids of the requests, in
 * their order: null where nothing but price or stock would change, a refusal where no request can change what would.
 */
export async function openChangesOf(
  transaction: Transaction,
  wanted: readonly WantedProduct[],
): Promise<readonly (string | null | Refusal)[]> {
  if (wanted.length === 0) return [];
  const found: (string | null | Refusal)[] = wanted.map(() => null);
  const writes: ChangeWrite[] = [];
  for (const row of await transaction.run(getLiveProducts, [wanted.map(({ sellerId }) => sellerId), wanted.map(({ sku }) => sku)])) {
    const { body, ...write } = wanted[row.ord - 1]!;
    const { product, version } = toLiveProduct(row);
    const fields = fieldsOf(changesTo(product, toProductDocument(body), write.sku));
    if (fields instanceof Refusal) found[row.ord - 1] = fields;
    else if (fields.length > 0) {
      const changeId = newChangeId(write.sellerId);
      found[row.ord - 1] = changeId;
      writes.push({ ...write, changeId, baseVersion: version, note: null, fields });
    }
  }
  if (writes.length === 0) return found;
  const opened = new Map((await transaction.run(openChanges, openingColumns(writes))).map((row) => [row.ord, row]));
  for (const [i, write] of writes.entries()) openedChange(write, opened.get(i + 1));
  return found;
}

/** The changes that a product that was sent asks for; none where it is what it was. */
export function fieldsOf(changes: readonly FieldChange[] | Refusal): readonly FieldChange[] | Refusal {
  if (!(changes instanceof Refusal)) return changes;
  return changes.failures[0]!.code === "nothing_changes" ? [] : new Refusal(changes.failures.map(asProductFailure));
}
