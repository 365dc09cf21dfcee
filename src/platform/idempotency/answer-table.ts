import { DAY_MS } from "../basics/clock.ts";
import type { Answer } from "../contract/answer.ts";
import type { Refusal } from "../contract/errors.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { createStatementBatcher, type SellerItem } from "../database/batching/statement-batcher.ts";
import type { Database } from "../database/database.ts";
import { dayOf } from "../database/partitions/partitions.ts";
import type { AnswerRow, KeyedCall } from "./keyed-call.ts";
import { findAnswers, insertAnswers, type StoredAnswer } from "./queries.ts";
import { columnsOf } from "./record-answer.ts";
import { openAnswer, sealAnswer, storableAnswer } from "./sealed-answer.ts";

/** A call whose key is valid. */
export interface IdentifiedCall extends KeyedCall {
  /** Identifies the key; see `slotOf`. */
  readonly slot: Buffer;
  /** Identifies the request; see `requestHashOf`. */
  readonly bodyHash: Buffer;
}

/** The stored answers of keyed calls. */
export interface AnswerTable {
  /**
   * Finds the stored answer for the call's key. Resolves to "another request" when the answer belongs to a different request, and to undefined
   * when no answer is stored under the key.
   */
  find(call: IdentifiedCall): Promise<Answer | "another request" | undefined>;
  /** Creates the rows that store an answer. The list is empty for an answer that should not be stored. */
  rowsOf(call: IdentifiedCall, answer: Answer | Refusal): Promise<readonly AnswerRow[]>;
  /** Stores rows in a separate transaction. */
  insert(sellerId: number, rows: readonly AnswerRow[]): Promise<unknown>;
}

export interface AnswerTableContext {
  readonly db: Database;
  /** Encrypts the answers. */
  readonly keys: KeyRing;
  readonly settings: { readonly idempotencyAnswerLimitBytes: number };
  /** Real time, epoch ms. */
  readonly now: () => number;
}

interface LookUp extends SellerItem {
  readonly slot: Buffer;
  readonly at: number;
}
interface Insertion extends SellerItem {
  readonly rows: readonly AnswerRow[];
}

/**
 * Time after midnight (UTC) during which an answer is stored under two days: the new one and the one before. Around midnight, the clocks of
 * two processes may show different days, but the processes still cannot both record an answer under the same key.
 */
const MIDNIGHT_MS = 60_000;
/** Maximum age of an answer that is repeated: the 24 hours of decisions 1.13, and one minute because clocks differ. */
const KEPT_MS = DAY_MS + MIDNIGHT_MS;

/** Opens the table of answers. Reads and writes are batched. */
export function openAnswerTable({ db, keys, settings, now }: AnswerTableContext): AnswerTable {
  const lookUps = createStatementBatcher<LookUp, StoredAnswer>(db, {
    name: "answers given before",
    query: findAnswers,
    policy: "lookUp",
    columns: [(i) => i.sellerId, (i) => i.slot, (i) => i.at - KEPT_MS],
    shared: daysOf,
  });
  const insertions = createStatementBatcher<Insertion, never>(db, {
    name: "notes of answers",
    query: insertAnswers,
    policy: "write",
    columns: [],
    parts: (items) => columnsOf(items.flatMap(({ rows }) => rows)),
  });

  return {
    async find(call) {
      const row = await lookUps.submit({ sellerId: call.sellerId, slot: call.slot, at: now() });
      if (row === undefined) return undefined;
      if (!row.body_hash.equals(call.bodyHash)) return "another request";
      return openAnswer(keys, sealContextOf(call), row.status, row.answer);
    },
    async rowsOf(call, answer) {
      const storable = storableAnswer(answer, call);
      if (storable === undefined) return [];
      const { sellerId, slot, bodyHash } = call;
      const at = now();
      const sealed = await sealAnswer(keys, sealContextOf(call), storable, settings.idempotencyAnswerLimitBytes);
      const row = { sellerId, slot, day: dayOf(at), bodyHash, status: storable.status, answer: sealed, at };
      const dayBefore = dayOf(at - MIDNIGHT_MS);
      return dayBefore === row.day ? [row] : [{ ...row, day: dayBefore }, row];
    },
    insert: (sellerId, rows) => insertions.submit({ sellerId, rows }),
  };
}

const sealContextOf = ({ sellerId, slot }: IdentifiedCall) => ["once.answer", sellerId, slot.toString("hex")];

/** The first and the last day under which answers to these calls may be stored. */
function daysOf(calls: readonly LookUp[]): readonly [first: number, last: number] {
  const times = calls.map(({ at }) => at);
  return [dayOf(Math.min(...times)) - 1, dayOf(Math.max(...times))];
}
