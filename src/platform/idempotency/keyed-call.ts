import type { Answer } from "../contract/answer.ts";
import type { Transaction } from "../database/database.ts";
import type { Lang, Refusal } from "../contract/errors.ts";

/** The Idempotency-Key of a call, with which its handler records the answer. */
export interface IdempotencyKey {
  /** sha256 of the key's owner, the operation and the key. */
  readonly slot: Buffer;
  /** 0 = the marketplace's people. The recording transaction must be able to see this seller. */
  readonly sellerId: number;
  /**
   * Records the answer in the transaction of the effect, so that either both are stored or neither. The handler must return this very
   * object. If it returns another one, the store assumes that the transaction was rolled back and records that one.
   */
  record(transaction: Transaction, answer: Answer | Refusal): Promise<void>;
  /** The rows that record an answer; none for an answer that is not stored. The answer counts as recorded from then on. */
  rowsOf(answer: Answer | Refusal): Promise<readonly AnswerRow[]>;
}

/** An answer as a row of the table. */
export interface AnswerRow {
  readonly sellerId: number;
  readonly slot: Buffer;
  /** Days since 1970, UTC, real time. */
  readonly day: number;
  readonly bodyHash: Buffer;
  readonly status: number;
  readonly answer: Buffer;
  /** Real time, epoch ms. */
  readonly at: number;
}

/** How the row of a batched statement becomes the answer that is recorded with it. */
export interface AnswerRecording<Row> {
  readonly idempotencyKey: IdempotencyKey;
  /**
   * Makes the answer. It may read in the open transaction and is pure otherwise, because it runs again when the batch does. Undefined =
   * there is nothing to record yet.
   */
  readonly answer: (row: Row, read: Pick<Transaction, "run">) => AnswerToRecord | Promise<AnswerToRecord>;
}
/** The answer to record; undefined = none yet. */
export type AnswerToRecord = Answer | Refusal | undefined;

/** A call with a key, as the store gets it before the handler. */
export interface KeyedCall {
  /** The header `Idempotency-Key` as Node provides it. */
  readonly key: string;
  /** Who the key belongs to: an application, an operator. */
  readonly owner: string;
  /** 0 = the marketplace's people. */
  readonly sellerId: number;
  readonly operationId: string;
  /** The checked parameters of the address. */
  readonly target: string;
  readonly body: Buffer;
  /** Language of a refusal. It is stored as it was sent. */
  readonly lang: Lang;
  readonly requestId: string;
}

/** The answers given under Idempotency-Keys. */
export interface IdempotencyStore {
  /**
   * Handles a call under its key, or returns the answer that was given under the key before, or refuses the key. An answer that `handle`
   * did not record is recorded before it is returned.
   */
  answer(call: KeyedCall, handle: (idempotencyKey: IdempotencyKey) => Promise<Answer | Refusal>): Promise<Answer | Refusal>;
}
