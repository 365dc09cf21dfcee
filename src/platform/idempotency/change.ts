import type { Answer } from "../contract/answer.ts";
import type { Database, SellerScope, Transaction } from "../database/database.ts";
import { Refusal } from "../contract/errors.ts";
import { scopeWithKey } from "./record-answer.ts";
import type { IdempotencyKey } from "./keyed-call.ts";

/** Thrown to roll back the transaction after a refusal. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super("refused");
    this.refusal = refusal;
  }
}

/**
 * Makes a change in one transaction. When the call has an Idempotency-Key, the answer is recorded in the same transaction. A refusal rolls
 * everything back. `change` may run again after a conflict.
 */
export async function changeIdempotently(
  db: Pick<Database, "transaction">,
  scope: SellerScope,
  idempotencyKey: IdempotencyKey | undefined,
  change: (transaction: Transaction) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  try {
    return await db.transaction(scopeWithKey(scope, idempotencyKey), async (transaction) => {
      const answer = await change(transaction);
      if (answer instanceof Refusal) throw new RolledBack(answer);
      await idempotencyKey?.record(transaction, answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal;
    throw error;
  }
}
