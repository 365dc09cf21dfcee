import type { Answer } from "../platform/contract/answer.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal, type Failure } from "../platform/contract/errors.ts";
import { scopeWithKey } from "../platform/idempotency/record-answer.ts";
import type { IdempotencyKey } from "../platform/idempotency/keyed-call.ts";
import { RowNotWritten } from "../platform/database/row-not-written.ts";
import { newEventsSignalOf } from "../platform/jobs/new-events-signal.ts";
import { productErrors } from "./errors.ts";
import type { Review } from "./product.ts";
import { MOVES, movesFrom, publication, stateOf, type PublicationStatus } from "./publication.ts";
import { decideProducts, getStatuses, insertCritiques, type StatusRow } from "./queries.ts";

/** A person's decision about a product in cataloguing. */
export interface Decision {
  readonly sellerId: number;
  readonly sku: string;
  readonly move: "sellerApprove" | "reviewApprove" | "reviewCriticize";
  /** The word it was asked for with, and where that stood. */
  readonly asked: Pick<Failure, "pointer" | "received">;
  /** Where the sku stood. */
  readonly skuPointer: string;
  /** The reasons of a criticism; empty for an approval. */
  readonly reviews: readonly Review[];
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}
/** How a decision that was carried out is answered, and noted with it. */
export interface Deciding {
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** Of the product's status as it then is. */
  readonly answer: (row: StatusRow) => Answer;
}
/**
 * Carries a decision out and answers it; or why not, when the product's status does not take it. What was decided so already is
 * answered as it stands, and nothing is written (decisions 9).
 */
export type Decider = (decision: Decision, deciding: Deciding) => Promise<Answer | Refusal>;

/**
 * Moves a product by a person's decision, with its event and critique rows, in one transaction. The statement's guard is
 * the publication table's: a product that left cataloguing meanwhile is refused with the moves possible now.
 */
export function createDecider(db: Database): Decider {
  return async (decision, { idempotencyKey, answer }) => {
    const { sellerId, sku, move, skuPointer, reviews, actor, requestId, at } = decision;
    const outcome = await db.transaction(scopeWithKey([sellerId], idempotencyKey), async (transaction) => {
      const [before] = await transaction.run(getStatuses, [[sellerId], [sku]]);
      if (!before) return productErrors.refuse("product_unknown", { pointer: skuPointer, received: sku });
      const answeredOf = async (status: StatusRow) => {
        const answered = answer(status);
        await idempotencyKey?.record(transaction, answered);
        return answered;
      };
      const asItIs = (status: StatusRow) => (isDecided(decision, status) ? answeredOf(status) : refused(decision, status.status));
      const next = publication.move(before.status, move);
      if (typeof next !== "string") return asItIs(before);
      // Warnings of the automatic validation stay beside the reviewer's reasons.
      const kept = (JSON.parse(before.reviews) as Review[]).filter((review) => review.stage === "automatic");
      const all = reviews.length > 0 ? [...reviews, ...kept] : undefined;
      const [row] = await transaction.run(decideProducts, [
        [sellerId],
        [sku],
        [next],
        [all ? JSON.stringify(all) : null],
        [move],
        [at],
        [actor],
        [requestId],
      ]);
      const isOvertaken = row!.status !== before.status;
      if (!isOvertaken && !row!.moved) throw new RowNotWritten(`a decision about product ${sku}`);
      if (all && !isOvertaken) await transaction.run(insertCritiques, critiqueColumns([{ sellerId, sku, reviews: all }]));
      const [after] = await transaction.run(getStatuses, [[sellerId], [sku]]);
      return isOvertaken ? asItIs(after!) : answeredOf(after!);
    });
    if (!(outcome instanceof Refusal)) newEventsSignalOf(db).notify([sellerId]);
    return outcome;
  };
}

/** Whether a product is where a decision leads, and a criticism of the same reasons: whoever lost the answer asks again. */
function isDecided({ move, reviews }: Decision, { status, reviews: standing }: StatusRow): boolean {
  if (status !== MOVES.find((row) => row.move === move)!.to) return false;
  const said = (JSON.parse(standing) as Review[]).filter(({ stage }) => stage === "review");
  return reviews.length === 0 || JSON.stringify(reviews.map(reasonOf)) === JSON.stringify(said.map(reasonOf));
}
const reasonOf = ({ code, text, pointer }: Review) => [code, text, pointer];

/** A refused decision names what can move the product on from where it is; an approved product has no moves left. */
function refused({ sku, asked }: Decision, status: PublicationStatus): Refusal {
  const possible = movesFrom(status);
  const facts = { ...asked, params: { sku, status: stateOf(status).status, possible } };
  return productErrors.refuse(possible.length === 0 ? "move_refused_final" : "move_refused", facts);
}

/** The narrow rows of products' critiques, as columns of `insertCritiques`. */
export function critiqueColumns(
  products: readonly { readonly sellerId: number; readonly sku: string; readonly reviews: readonly Review[] }[],
): readonly unknown[] {
  const rows = products.flatMap(({ sellerId, sku, reviews }) => reviews.map((review, position) => ({ sellerId, sku, position, review })));
  return [
    rows.map((row) => row.sellerId),
    rows.map((row) => row.sku),
    rows.map((row) => row.position),
    rows.map((row) => row.review.code),
    rows.map((row) => row.review.severity),
    rows.map((row) => row.review.stage),
    rows.map((row) => row.review.at),
  ];
}
