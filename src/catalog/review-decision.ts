import { type Answer, type Failure, Refusal } from "../platform/contract/index.ts";
import { type Database, RowNotWritten } from "../platform/database/index.ts";
import { type IdempotencyKey, scopeWithKey } from "../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../platform/jobs/index.ts";
import { productErrors } from "./errors.ts";
import type { StoredFinding } from "./product.ts";
import { MOVES, movesFrom, publicationMachine, publicationState, type PublicationStatus } from "./publication.ts";
import { decideProducts, getStatuses, insertCritiques, type StatusRow } from "./queries.ts";

/** A person's decision on a product in cataloguing. */
export interface ReviewDecision {
  readonly sellerId: number;
  readonly sku: string;
  readonly move: "sellerApprove" | "reviewApprove" | "reviewCriticize";
  /** The value in the body that requested the decision, and the pointer to this value. */
  readonly requested: Pick<Failure, "pointer" | "received">;
  /** The pointer to the sku in the call. */
  readonly skuPointer: string;
  /** The reasons of a criticism; empty for an approval. */
  readonly reviews: readonly StoredFinding[];
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}
/** The answer to an executed decision. It is recorded under the Idempotency-Key of the call, if the call has one. */
export interface DecisionResponse {
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** Builds the answer from the product's status after the decision. */
  readonly answer: (row: StatusRow) => Answer;
}
/**
 * Executes a decision. Refuses it when the product's status does not allow it. A decision that was already made is answered in the same way
 * again, and the product does not change (decisions 9).
 */
export type DecideProduct = (decision: ReviewDecision, deciding: DecisionResponse) => Promise<Answer | Refusal>;

/**
 * Returns the function that executes a person's decision. It changes the product's status and writes the event and the critique rows, in
 * one transaction. The statement that changes the status checks again that the product is in cataloguing. If the product has left
 * cataloguing in the meantime because of the same decision, the decision is answered like a repeated one. If it has left for another
 * reason, the decision is refused, and the refusal names the moves that are now possible.
 */
export function createReviewDecider(db: Database): DecideProduct {
  return async (decision, { idempotencyKey, answer }) => {
    const { sellerId, sku, move, skuPointer, reviews, actor, requestId, at } = decision;
    const outcome = await db.transaction(scopeWithKey([sellerId], idempotencyKey), async (transaction) => {
      const [before] = await transaction.run(getStatuses, [[sellerId], [sku]]);
      if (!before) return productErrors.refuse("product_unknown", { pointer: skuPointer, received: sku });
      const recordAnswer = async (status: StatusRow) => {
        const answered = answer(status);
        await idempotencyKey?.record(transaction, answered);
        return answered;
      };
      const answerUnchanged = (status: StatusRow) =>
        isDecided(decision, status) ? recordAnswer(status) : refuseDecision(decision, status.status);
      const next = publicationMachine.move(before.status, move);
      if (typeof next !== "string") return answerUnchanged(before);
      // The automatic findings are kept together with the reviewer's reasons.
      const kept = (JSON.parse(before.reviews) as StoredFinding[]).filter((review) => review.stage === "automatic");
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
      return isOvertaken ? answerUnchanged(after!) : recordAnswer(after!);
    });
    if (!(outcome instanceof Refusal)) newEventsSignalOf(db).notify([sellerId]);
    return outcome;
  };
}

/**
 * Whether a decision was already made: the product has the status that results from the decision and, for a criticism, the same reasons. A
 * caller repeats a decision when the first answer was lost.
 */
function isDecided({ move, reviews }: ReviewDecision, { status, reviews: storedReviews }: StatusRow): boolean {
  if (status !== MOVES.find((row) => row.move === move)!.to) return false;
  const existing = (JSON.parse(storedReviews) as StoredFinding[]).filter(({ stage }) => stage === "review");
  return reviews.length === 0 || JSON.stringify(reviews.map(reasonOf)) === JSON.stringify(existing.map(reasonOf));
}
const reasonOf = ({ code, text, pointer }: StoredFinding) => [code, text, pointer];

/** The refusal of a decision. Names the moves that are possible from the current status. An approved product has none. */
function refuseDecision({ sku, requested }: ReviewDecision, status: PublicationStatus): Refusal {
  const possible = movesFrom(status);
  const facts = { ...requested, params: { sku, status: publicationState(status).status, possible } };
  return productErrors.refuse(possible.length === 0 ? "move_refused_final" : "move_refused", facts);
}

/** The critique rows of products, as the columns that `insertCritiques` takes. */
export function critiqueColumns(
  products: readonly { readonly sellerId: number; readonly sku: string; readonly reviews: readonly StoredFinding[] }[],
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
