import type { Answer } from "../contract/answer.ts";
import type { Batcher } from "../database/batching/batcher.ts";
import type { Database, SellerScope, Transaction } from "../database/database.ts";
import type { Refusal } from "../contract/errors.ts";
import type { AnswerRow, IdempotencyKey } from "./keyed-call.ts";
import { insertAnswers } from "./queries.ts";

/** An answer and whose it is. */
export interface KeyedAnswer {
  readonly idempotencyKey: IdempotencyKey;
  readonly answer: Answer | Refusal;
}

/** Notes the answers of a whole batch with its effects, and ends its transaction. */
export async function recordAnswers(transaction: Transaction, notes: readonly KeyedAnswer[]): Promise<void> {
  const rows = await Promise.all(notes.map(({ idempotencyKey, answer }) => idempotencyKey.rowsOf(answer)));
  const all = rows.flat();
  if (all.length > 0) await transaction.runAndCommit(insertAnswers, columnsOf(all));
}

/** Rows as columns of `insertAnswers`. */
export const columnsOf = (rows: readonly AnswerRow[]): readonly (readonly unknown[])[] => [
  rows.map(({ sellerId }) => sellerId),
  rows.map(({ slot }) => slot),
  rows.map(({ day }) => day),
  rows.map(({ bodyHash }) => bodyHash),
  rows.map(({ status }) => status),
  rows.map(({ answer }) => answer),
  rows.map(({ at }) => at),
];

/** What a transaction must see that may have a note to write: beside its own sellers whose key it is, 0 of the marketplace's people. */
export const scopeWithKey = (scope: SellerScope, idempotencyKey: IdempotencyKey | undefined): SellerScope =>
  scope === "every seller" || idempotencyKey === undefined ? scope : [...new Set([idempotencyKey.sellerId, ...scope])];

/**
 * Submits a call and makes its answer of the row. Under a key the answer is made within the statement's transaction and noted there;
 * `read` asks what else it tells, there as well as here.
 */
export function submitIdempotently<Item extends { readonly sellerId: number }, Row>(
  {
    writes,
    db,
    idempotencyKey,
  }: { readonly writes: Batcher<Item, Row>; readonly db: Pick<Database, "run">; readonly idempotencyKey: IdempotencyKey | undefined },
  item: Item,
  answer: (row: Row, read: Pick<Transaction, "run">) => Answer | Refusal | Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if (idempotencyKey === undefined) {
    const read: Pick<Transaction, "run"> = { run: (query, values) => db.run([item.sellerId], query, values) };
    return writes.submit(item).then((row) => answer(row, read));
  }
  let given: Answer | Refusal | undefined;
  const recordedAnswer = async (row: Row, read: Pick<Transaction, "run">) => (given = written(await answer(row, read)));
  return writes.submit(item, { idempotencyKey, answer: recordedAnswer }).then(() => {
    if (given === undefined) throw new Error(`${writes.name} settled nothing`);
    return given;
  });
}

/** The same answer as ready text: it is kept and sent, and written once. */
function written(answer: Answer | Refusal): Answer | Refusal {
  if (!("body" in answer) || "text" in answer) return answer;
  const { body, ...rest } = answer;
  return { ...rest, text: JSON.stringify(body) };
}
