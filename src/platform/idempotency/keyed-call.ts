import type { Answer } from "../contract/answer.ts";
import type { Transaction } from "../database/database.ts";
import type { Lang, Refusal } from "../contract/errors.ts";

/** A call that is to have its effect once: the place of its key, and the note of its answer. */
export interface IdempotencyKey {
  /** sha256 of whose key, which operation and which key. */
  readonly slot: Buffer;
  /** 0 = the marketplace's people. A transaction that notes must see it. */
  readonly sellerId: number;
  /**
   * Writes the answer within the transaction of the effect: both are there or neither is. The handler then answers this very object;
   * of another one the ledger takes it that the transaction came to nothing, and notes that.
   */
  record(transaction: Transaction, answer: Answer | Refusal): Promise<void>;
  /** The rows that are to be written of an answer; none of one that is not kept. It counts as noted from then on. */
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

/** How a batched statement's row becomes the answer that is noted with it. */
export interface AnswerRecording<Row> {
  readonly idempotencyKey: IdempotencyKey;
  /** Pure but for what it reads in the open transaction; undefined = there is nothing to note yet. Asked again when the batch is. */
  readonly answer: (row: Row, read: Pick<Transaction, "run">) => AnswerToRecord | Promise<AnswerToRecord>;
}
/** What is noted of a call; undefined = nothing yet. */
export type AnswerToRecord = Answer | Refusal | undefined;

/** What the ledger is told of a call before its handler. */
export interface KeyedCall {
  /** The header `Idempotency-Key` as Node hands it over. */
  readonly key: string;
  /** Whose key it is: an application, an operator. */
  readonly owner: string;
  /** 0 = the marketplace's people. */
  readonly sellerId: number;
  readonly operationId: string;
  /** The address's parameters as they were understood. */
  readonly target: string;
  readonly body: Buffer;
  /** How a refusal is worded, for it is kept as it was sent. */
  readonly lang: Lang;
  readonly requestId: string;
}

/** The answers given under an Idempotency-Key. */
export interface IdempotencyStore {
  /**
   * Carries a call out under its key, or answers what it was answered before, or refuses the key. What `work` did not note itself is
   * noted before it is answered.
   */
  answer(call: KeyedCall, work: (once: IdempotencyKey) => Promise<Answer | Refusal>): Promise<Answer | Refusal>;
}
