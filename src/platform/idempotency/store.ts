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

/** `now` defaults to real time. */
export type IdempotencyStoreContext = Omit<AnswerTableContext, "now"> & Partial<Pick<AnswerTableContext, "now">>;

type HandleCall = (idempotencyKey: IdempotencyKey) => Promise<Answer | Refusal>;

const RETRY_SECONDS = 1;
const POINTER = "header.Idempotency-Key";

/**
 * Opens the store of answers given under an Idempotency-Key. The answer is written in the same transaction as the effect of the call. A key
 * is not reserved before the effect, because after a crash a reservation would not show whether the effect happened. When two processes use
 * the same key, the unique constraint of the key rolls back the slower transaction, and its call gets the answer of the faster one.
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

/** The answer that is stored under the key. A refusal when it belongs to another request. Undefined when there is none. */
async function earlierAnswer(table: AnswerTable, call: IdentifiedCall): Promise<Answer | Refusal | undefined> {
  const found = await table.find(call);
  return found === "another request" ? idempotencyErrors.refuse("idempotency_key_reused", { pointer: POINTER, received: call.key }) : found;
}

/** Handles a call. Records the answer if the handler did not. */
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
