import { realNow } from "../basics/clock.ts";
import type { Answer } from "../contract/answer.ts";
import type { Refusal } from "../contract/errors.ts";
import { IdempotencyConflict } from "../database/database.ts";
import { openAnswerTable, type AnswerTable, type AnswerTableContext, type IdentifiedCall } from "./answer-table.ts";
import { idempotencyErrors } from "./errors.ts";
import { isIdempotencyKey, requestHashOf, slotOf } from "./fingerprint.ts";
import type { IdempotencyKey, IdempotencyStore } from "./keyed-call.ts";
import { insertAnswers } from "./queries.ts";
import { columnsOf } from "./record-answer.ts";

/** `now` is the real time unless it is given. */
export type IdempotencyStoreContext = Omit<AnswerTableContext, "now"> & Partial<Pick<AnswerTableContext, "now">>;

type HandleCall = (idempotencyKey: IdempotencyKey) => Promise<Answer | Refusal>;

const RETRY_SECONDS = 1;
const POINTER = "header.Idempotency-Key";

/**
 * Opens the store of answers given under an Idempotency-Key. A key is not claimed before the effect, because a claim would prove nothing
 * after a crash. The answer is written by the transaction that makes the effect. When two processes use one key, the transaction of the
 * slower one is rolled back by the key's constraint.
 */
export function openIdempotencyStore({ now = realNow, ...context }: IdempotencyStoreContext): IdempotencyStore {
  const table = openAnswerTable({ ...context, now });
  const inFlight = new Set<string>();
  return {
    async answer(keyedCall, handle) {
      const { key } = keyedCall;
      if (!isIdempotencyKey(key)) return idempotencyErrors.refuse("idempotency_key_malformed", { pointer: POINTER, received: key });
      const call: IdentifiedCall = { ...keyedCall, slot: slotOf(keyedCall), bodyHash: requestHashOf(keyedCall) };
      const name = `${call.sellerId} ${call.slot.toString("latin1")}`;
      if (inFlight.has(name)) {
        const facts = { pointer: POINTER, received: key, retryAfterSeconds: RETRY_SECONDS };
        return idempotencyErrors.refuse("idempotency_in_flight", facts);
      }
      inFlight.add(name);
      try {
        return (await earlierAnswer(table, call)) ?? (await handleAndRecord(table, call, handle));
      } catch (error) {
        const earlier = error instanceof IdempotencyConflict ? await earlierAnswer(table, call) : undefined;
        if (earlier === undefined) throw error;
        return earlier;
      } finally {
        inFlight.delete(name);
      }
    },
  };
}

/** The answer given under the key before, or the refusal of a key used with another request; undefined when the key is new. */
async function earlierAnswer(table: AnswerTable, call: IdentifiedCall): Promise<Answer | Refusal | undefined> {
  const found = await table.find(call);
  return found === "another request" ? idempotencyErrors.refuse("idempotency_key_reused", { pointer: POINTER, received: call.key }) : found;
}

/** Handles a call, and records its answer unless the handler did. */
async function handleAndRecord(table: AnswerTable, call: IdentifiedCall, handle: HandleCall): Promise<Answer | Refusal> {
  let recorded: Answer | Refusal | undefined;
  const idempotencyKey: IdempotencyKey = {
    slot: call.slot,
    sellerId: call.sellerId,
    rowsOf(answer) {
      recorded = answer;
      return table.rowsOf(call, answer);
    },
    async record(transaction, answer) {
      const rows = await idempotencyKey.rowsOf(answer);
      if (rows.length > 0) await transaction.run(insertAnswers, columnsOf(rows));
    },
  };
  const answer = await handle(idempotencyKey);
  if (answer === recorded) return answer;
  const rows = await table.rowsOf(call, answer);
  if (rows.length > 0) await table.insert(call.sellerId, rows);
  return answer;
}
