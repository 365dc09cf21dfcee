import { type Answer, type Failure, Refusal } from "../../platform/contract/index.ts";
import { type Database, RowNotWritten, type Transaction } from "../../platform/database/index.ts";
import { type IdempotencyKey, scopeWithKey } from "../../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import { requeueChanges } from "../changes/checks/queries.ts";
import { productErrors } from "../errors.ts";
import type { StoredFinding } from "../product.ts";
import { MOVES, movesFrom, publicationMachine, publicationState, type PublicationStatus } from "../publication.ts";
import { getStatuses, insertCritiques, type StatusRow } from "../queries.ts";
import type { StoredStatus } from "../status-view.ts";
import { decisionIdOf } from "./decision-id.ts";
import { MAX_SIBLINGS, reviewFactsOf } from "./facts.ts";
import { refuseHeld } from "./held.ts";
import { decideProducts, lastDecision, loadFacts, type DecidedRow } from "./queries.ts";

/** A decision on a product in cataloguing: by a person, a rule or, in the sandbox, its seller. */
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
  /** The claim under which the reviewer holds the product. Without one, the product may be decided if nobody else holds it. */
  readonly claimToken?: string | undefined;
  /** The rule that decides; absent = a person. */
  readonly rule?: string;
  readonly actor: string;
  readonly requestId: string;
  readonly at: number;
}
/** The answer to an executed decision. It is recorded under the Idempotency-Key of the call, if the call has one. */
export interface DecisionResponse {
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** Builds the answer from the product's status after the decision. The id is that of the decision, if it was recorded as a review. */
  readonly answer: (row: StoredStatus, decisionId: string | undefined) => Answer;
}
/**
 * Executes a decision. Refuses it when the product's status does not allow it, or when another reviewer holds the product. A decision that was
 * already made is answered in the same way again, and the product does not change (decisions 9).
 */
export type DecideProduct = (decision: ReviewDecision, deciding: DecisionResponse) => Promise<Answer | Refusal>;

const DECISION_OF_MOVE = { sellerApprove: null, reviewApprove: "approve", reviewCriticize: "criticize" } as const;

/**
 * Returns the function that executes a decision. It changes the product's status, writes the event, the critique rows and the decision with its
 * facts, and takes the product off the review queue, in one transaction. The statement that changes the status checks again that the product is in
 * cataloguing. If the product has left cataloguing in the meantime because of the same decision, the decision is answered like a repeated one. If it
 * has left for another reason, the decision is refused, and the refusal names the moves that are now possible.
 */
export function createReviewDecider(db: Database): DecideProduct {
  return async (decision, { idempotencyKey, answer }) => {
    const { sellerId, sku, move, skuPointer } = decision;
    const outcome = await db.transaction(scopeWithKey([sellerId], idempotencyKey), async (transaction) => {
      const isReview = DECISION_OF_MOVE[move] !== null;
      const [[before], [known]] = await Promise.all([
        transaction.run(getStatuses, [[sellerId], [sku]]),
        isReview ? transaction.run(loadFacts, [[sellerId], [sku], MAX_SIBLINGS]) : [],
      ]);
      if (!before) return productErrors.refuse("product_unknown", { pointer: skuPointer, received: sku });
      const recordAnswer = async (status: StoredStatus, nth: number | null | undefined) => {
        const answered = answer(status, nth ? decisionIdOf(sellerId, nth) : undefined);
        await idempotencyKey?.record(transaction, answered);
        return answered;
      };
      const answerUnchanged = async (status: StatusRow) => {
        if (!isDecided(decision, status)) return refuseDecision(decision, status.status);
        const [last] = isReview ? await transaction.run(lastDecision, [sellerId, sku]) : [];
        return recordAnswer(status, last?.nth);
      };
      const next = publicationMachine.move(before.status, move);
      if (typeof next !== "string") return answerUnchanged(before);
      const row = await writeDecision(transaction, decision, {
        before,
        next,
        facts: JSON.stringify(known === undefined ? {} : reviewFactsOf(known)),
      });
      if (row.held_by !== null)
        return refuseHeld(sku, decision.requested, { reviewer: row.held_by, name: row.holder_name, until: row.held_until! });
      if (row.moved) return recordAnswer({ ...row, status: next }, row.nth);
      const [after] = await transaction.run(getStatuses, [[sellerId], [sku]]);
      if (after!.status === before.status) throw new RowNotWritten(`a decision about product ${sku}`);
      return answerUnchanged(after!);
    });
    if (!(outcome instanceof Refusal)) newEventsSignalOf(db).notify([sellerId]);
    return outcome;
  };
}

/** Writes a decision and its critique rows. The automatic findings are kept together with the reviewer's reasons. */
async function writeDecision(
  transaction: Transaction,
  { sellerId, sku, move, reviews, actor, requestId, at, rule, claimToken }: ReviewDecision,
  { before, next, facts }: { readonly before: StatusRow; readonly next: PublicationStatus; readonly facts: string },
): Promise<DecidedRow> {
  const kept = (JSON.parse(before.reviews) as StoredFinding[]).filter((review) => review.stage === "automatic");
  const all = reviews.length > 0 ? [...reviews, ...kept] : undefined;
  const columns = [
    sellerId,
    sku,
    next,
    all ? JSON.stringify(all) : null,
    move,
    at,
    actor,
    requestId,
    DECISION_OF_MOVE[move],
    rule ?? null,
    claimToken ?? null,
    JSON.stringify(reviews.map(({ code }) => code)),
    facts,
  ];
  const [row] = await transaction.run(
    decideProducts,
    columns.map((value) => [value]),
  );
  // A criticized product can be edited again, so what open change requests want goes into it.
  if (all && row!.moved) await transaction.run(requeueChanges, [sellerId, sku, at]);
  if (all && row!.moved) await transaction.run(insertCritiques, critiqueColumns([{ sellerId, sku, reviews: all }]));
  return row!;
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

/** The refusal of a decision. Names the moves that are possible from the current status. */
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
