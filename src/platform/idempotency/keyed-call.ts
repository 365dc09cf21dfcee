import type { Answer } from "../contract/answer.ts";
import type { Transaction } from "../database/database.ts";
import type { Lang, Refusal } from "../contract/errors.ts";

/** The Idempotency-Key of a call. The handler uses it to record the answer. */
export interface IdempotencyKey {
  /** SHA-256 of the key's owner, the operation and the key. */
  readonly slot: Buffer;
  /** The seller of the key; 0 = its owner acts for no seller. The recording transaction must be able to see this seller. */
  readonly sellerId: number;
  /**
   * Records the answer in the transaction of the call's effect, so that either both are stored or neither. The handler must then return the
   * same answer object. If it returns a different one, the store assumes that the transaction was rolled back, and records the returned one.
   */
  record(transaction: Transaction, answer: Answer | Refusal): Promise<void>;
  /** Creates the rows that record an answer. The list is empty for an answer that is not stored. Such an answer counts as recorded too. */
  rowsOf(answer: Answer | Refusal): Promise<readonly AnswerRow[]>;
}

/** A recorded answer as a row of the table. */
export interface AnswerRow {
  readonly sellerId: number;
  readonly slot: Buffer;
  /** Days since 1970 (UTC, real time). */
  readonly day: number;
  readonly bodyHash: Buffer;
  readonly status: number;
  readonly answer: Buffer;
  /** Real time, epoch ms. */
  readonly at: number;
}

/**
 * A function that turns the row of a batched statement into an answer, and the key under which the same transaction records that answer.
 */
export interface AnswerRecording<Row> {
  readonly idempotencyKey: IdempotencyKey;
  /**
   * Creates the answer. It may read in the open transaction and must be pure otherwise, because it runs again when the batch runs again.
   * Undefined = there is nothing to record yet.
   */
  readonly answer: (row: Row, read: Pick<Transaction, "run">) => AnswerToRecord | Promise<AnswerToRecord>;
}
/** The answer to record. Undefined = there is none yet. */
export type AnswerToRecord = Answer | Refusal | undefined;

/** A call with a key, as the store receives it before the handler. */
export interface KeyedCall {
  /** The `Idempotency-Key` header as Node provides it. */
  readonly key: string;
  /** The owner of the key, which is the `principal` of the caller. */
  readonly owner: string;
  /** The seller of the key; 0 = its owner acts for no seller. */
  readonly sellerId: number;
  readonly operationId: string;
  /** The checked path and query parameters, as JSON. */
  readonly target: string;
  readonly body: Buffer;
  /** The language of the caller. A refusal is stored with its texts in this language. */
  readonly lang: Lang;
  readonly requestId: string;
}

/** The answers given under Idempotency-Keys. */
export interface IdempotencyStore {
  /**
   * Returns the answer that is stored under the key, or handles the call if the key is new. Refuses a key that is malformed, that another call
   * in this process is using, or that was used for a different request. If `handle` does not record its answer, the store records it before
   * returning it.
   */
  answer(call: KeyedCall, handle: (idempotencyKey: IdempotencyKey) => Promise<Answer | Refusal>): Promise<Answer | Refusal>;
}
