import type { Answer } from "../contract/answer.ts";
import type { Batcher } from "../database/batching/batcher.ts";
import type { Database, SellerScope, Transaction } from "../database/database.ts";
import type { Refusal } from "../contract/errors.ts";
import type { AnswerRow, IdempotencyKey } from "./keyed-call.ts";
import { insertAnswers } from "./queries.ts";

/** An answer, and the key under which it is recorded. */
export interface KeyedAnswer {
  readonly idempotencyKey: IdempotencyKey;
  readonly answer: Answer | Refusal;
}

/** Records the answers of a whole batch in the transaction of their effects. Sends the commit with them, unless no answer is stored. */
export async function recordAnswers(transaction: Transaction, answers: readonly KeyedAnswer[]): Promise<void> {
  const rows = await Promise.all(answers.map(({ idempotencyKey, answer }) => idempotencyKey.rowsOf(answer)));
  const all = rows.flat();
  if (all.length > 0) await transaction.runAndCommit(insertAnswers, columnsOf(all));
}

/** Converts rows to the columns of `insertAnswers`. */
export const columnsOf = (rows: readonly AnswerRow[]): readonly (readonly unknown[])[] => [
  rows.map(({ sellerId }) => sellerId),
  rows.map(({ slot }) => slot),
  rows.map(({ day }) => day),
  rows.map(({ bodyHash }) => bodyHash),
  rows.map(({ status }) => status),
  rows.map(({ answer }) => answer),
  rows.map(({ at }) => at),
];

/**
 * The sellers that a transaction must see to record an answer: those of the scope, and the seller of the key. The seller is 0 for a key whose
 * owner acts for no seller.
 */
export const scopeWithKey = (scope: SellerScope, idempotencyKey: IdempotencyKey | undefined): SellerScope =>
  scope === "every seller" || idempotencyKey === undefined ? scope : [...new Set([idempotencyKey.sellerId, ...scope])];

/**
 * Submits a write and creates the answer from the resulting row. If there is a key, the answer is created and recorded in the transaction
 * of the write. `read` reads other data for the answer, in that transaction if there is one.
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
  let recorded: Answer | Refusal | undefined;
  const recordedAnswer = async (row: Row, read: Pick<Transaction, "run">) => (recorded = serialized(await answer(row, read)));
  return writes.submit(item, { idempotencyKey, answer: recordedAnswer }).then(() => {
    if (recorded === undefined) throw new Error(`${writes.name} settled nothing`);
    return recorded;
  });
}

/**
 * Returns a copy of the answer with its body as JSON text. The body is serialized only once, although the answer is both stored and sent.
 */
function serialized(answer: Answer | Refusal): Answer | Refusal {
  if (!("body" in answer) || "text" in answer) return answer;
  const { body, ...rest } = answer;
  return { ...rest, text: JSON.stringify(body) };
}
