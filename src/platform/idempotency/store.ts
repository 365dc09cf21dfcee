import type { Answer } from "../contract/answer.ts";
import { DAY_MS, realNow } from "../basics/clock.ts";
import { createStatementBatcher, type SellerItem } from "../database/batching/statement-batcher.ts";
import { IdempotencyConflict, type Database } from "../database/database.ts";
import type { Refusal } from "../contract/errors.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { dayOf } from "../database/partitions/partitions.ts";
import { idempotencyErrors } from "./errors.ts";
import { requestHashOf, isIdempotencyKey, slotOf } from "./fingerprint.ts";
import { columnsOf } from "./record-answer.ts";
import type { AnswerRow, IdempotencyStore, IdempotencyKey, KeyedCall } from "./keyed-call.ts";
import { findAnswers, insertAnswers, type StoredAnswer } from "./queries.ts";
import { openAnswer, sealAnswer, storableAnswer } from "./sealed-answer.ts";

export interface IdempotencyStoreContext {
  readonly db: Database;
  /** Seals the answers. */
  readonly keys: KeyRing;
  readonly settings: { readonly idempotencyAnswerLimitBytes: number };
  /** Real time, epoch ms. */
  readonly now?: () => number;
}

interface LookUp extends SellerItem {
  readonly slot: Buffer;
  readonly at: number;
}
interface Noting extends SellerItem {
  readonly rows: readonly AnswerRow[];
}
/** A call whose key is in order. */
interface Keyed extends KeyedCall {
  readonly slot: Buffer;
  readonly bodyHash: Buffer;
}

/** After midnight a key is taken on both days for so long: two processes that disagree about the day cannot both take it. */
const MIDNIGHT_MS = 60_000;
/** How long an answer is repeated (decisions 1.13). */
const KEPT_MS = DAY_MS + MIDNIGHT_MS;
const RETRY_SECONDS = 1;
const POINTER = "header.Idempotency-Key";

/** The first and the last day on which any of the answers may stand. */
function daysOf(calls: readonly LookUp[]): readonly [first: number, last: number] {
  const times = calls.map(({ at }) => at);
  return [dayOf(Math.min(...times)) - 1, dayOf(Math.max(...times))];
}

/**
 * The answers given under an Idempotency-Key. There is no claim before the effect: it would prove nothing after a crash. The answer is
 * written by the transaction that makes the effect, and of two processes with one key the slower one's transaction is undone by it.
 */
export function openIdempotencyStore({ db, keys, settings, now = realNow }: IdempotencyStoreContext): IdempotencyStore {
  const lookUps = createStatementBatcher<LookUp, StoredAnswer>(db, {
    name: "answers given before",
    query: findAnswers,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.slot, (i) => i.at - KEPT_MS],
    shared: daysOf,
  });
  const notes = createStatementBatcher<Noting, never>(db, {
    name: "notes of answers",
    query: insertAnswers,
    policy: "write",
    columns: [],
    parts: (items) => columnsOf(items.flatMap(({ rows }) => rows)),
  });
  const inFlight = new Set<string>();
  const placeOf = ({ sellerId, slot }: Keyed) => ["once.answer", sellerId, slot.toString("hex")];

  /** What was answered under the key; undefined when nothing was. */
  async function before(call: Keyed): Promise<Answer | Refusal | undefined> {
    const row = await lookUps.submit({ sellerId: call.sellerId, slot: call.slot, at: now() });
    if (row === undefined) return undefined;
    if (!row.body_hash.equals(call.bodyHash))
      return idempotencyErrors.refuse("idempotency_key_reused", { pointer: POINTER, received: call.key });
    return openAnswer(keys, placeOf(call), row.status, row.answer);
  }

  async function rowsOf(call: Keyed, answer: Answer | Refusal): Promise<readonly AnswerRow[]> {
    const sent = storableAnswer(answer, call);
    if (sent === undefined) return [];
    const { sellerId, slot, bodyHash } = call;
    const at = now();
    const sealed = await sealAnswer(keys, placeOf(call), sent, settings.idempotencyAnswerLimitBytes);
    const row = { sellerId, slot, day: dayOf(at), bodyHash, status: sent.status, answer: sealed, at };
    const dayBefore = dayOf(at - MIDNIGHT_MS);
    return dayBefore === row.day ? [row] : [{ ...row, day: dayBefore }, row];
  }

  async function carryOut(call: Keyed, work: (once: IdempotencyKey) => Promise<Answer | Refusal>): Promise<Answer | Refusal> {
    let noted: Answer | Refusal | undefined;
    const idempotencyKey: IdempotencyKey = {
      slot: call.slot,
      sellerId: call.sellerId,
      rowsOf(answer) {
        noted = answer;
        return rowsOf(call, answer);
      },
      async record(transaction, answer) {
        const rows = await idempotencyKey.rowsOf(answer);
        if (rows.length > 0) await transaction.run(insertAnswers, columnsOf(rows));
      },
    };
    const answer = await work(idempotencyKey);
    if (answer === noted) return answer;
    const rows = await rowsOf(call, answer);
    if (rows.length > 0) await notes.submit({ sellerId: call.sellerId, rows });
    return answer;
  }

  return {
    async answer(asked, work) {
      if (!isIdempotencyKey(asked.key))
        return idempotencyErrors.refuse("idempotency_key_malformed", { pointer: POINTER, received: asked.key });
      const call: Keyed = { ...asked, slot: slotOf(asked), bodyHash: requestHashOf(asked) };
      const held = `${call.sellerId} ${call.slot.toString("latin1")}`;
      if (inFlight.has(held))
        return idempotencyErrors.refuse("idempotency_in_flight", {
          pointer: POINTER,
          received: call.key,
          retryAfterSeconds: RETRY_SECONDS,
        });
      inFlight.add(held);
      try {
        return (await before(call)) ?? (await carryOut(call, work));
      } catch (error) {
        const other = error instanceof IdempotencyConflict ? await before(call) : undefined;
        if (other === undefined) throw error;
        return other;
      } finally {
        inFlight.delete(held);
      }
    },
  };
}
