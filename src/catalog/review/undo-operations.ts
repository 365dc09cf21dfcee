import { isoDateTime } from "../../platform/basics/index.ts";
import { type Endpoint, endpoint, type Refusal } from "../../platform/contract/index.ts";
import type { Database, Transaction } from "../../platform/database/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import { newEventsSignalOf } from "../../platform/jobs/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import type { StoredFinding } from "../product.ts";
import { publicationState } from "../publication.ts";
import { insertCritiques } from "../queries.ts";
import { statusView } from "../status-view.ts";
import * as contract from "./contract.ts";
import { critiqueColumns } from "./decide.ts";
import { parseDecisionId } from "./decision-id.ts";
import { reviewErrors } from "./errors.ts";
import { type DecisionRow, getDecision, undoDecision } from "./undo/queries.ts";

/** How long a decision can be undone. */
const UNDO_SECONDS = 60;

type UndoCall = OperatorCall<typeof contract.undoReview>;

/** Undoing a decision: the product is in cataloguing again, as if it had not been decided. */
export function undoEndpoint(db: Database): Endpoint {
  return endpoint(contract.undoReview, async (call: UndoCall) => {
    const received = call.body.decisionId;
    const id = parseDecisionId(received);
    if (id === undefined) return reviewErrors.refuse("review_decision_unknown", { pointer: "/decisionId", received });
    const answer = await changeIdempotently(db, [id.sellerId], call.idempotencyKey, async (transaction) => {
      const [decision] = await transaction.run(getDecision, [id.sellerId, id.nth]);
      if (decision === undefined) return reviewErrors.refuse("review_decision_unknown", { pointer: "/decisionId", received });
      const reviews = (JSON.parse(decision.reviews) as StoredFinding[]).filter(({ stage }) => stage === "automatic");
      // The undoing was repeated, and nothing has happened since.
      if (decision.undone_at !== null && decision.current_version === decision.version + 1)
        return answerOf(call, decision, { status_at: decision.undone_at, reviews });
      const refusal = refuseUndo(received, decision, call.at);
      if (refusal !== undefined) return refusal;
      const { who, at, requestId } = call;
      const kept = decision.decision === "criticize" ? JSON.stringify(reviews) : null;
      const [row] = await transaction.run(undoDecision, [id.sellerId, id.nth, at, who.actor, requestId, kept]);
      if (row === undefined) return overtaken(received, decision);
      await restoreCritiques(transaction, id.sellerId, decision, reviews);
      return answerOf(call, decision, { status_at: row.status_at, reviews });
    });
    newEventsSignalOf(db).notify([id.sellerId]);
    return answer;
  });
}

const restoreCritiques = async (
  transaction: Transaction,
  sellerId: number,
  { sku, decision }: DecisionRow,
  reviews: readonly StoredFinding[],
): Promise<void> => {
  if (decision === "criticize" && reviews.length > 0) await transaction.run(insertCritiques, critiqueColumns([{ sellerId, sku, reviews }]));
};

function answerOf(
  call: UndoCall,
  { sku }: DecisionRow,
  { status_at, reviews }: { readonly status_at: number; readonly reviews: readonly StoredFinding[] },
) {
  const row = { status: "CATALOGING", status_at, reviews: JSON.stringify(reviews), pending: "[]" } as const;
  return { status: 200, body: { ...statusView(sku, row, call.lang), decisionId: call.body.decisionId } };
}

const overtaken = (received: string, { sku, status }: DecisionRow): Refusal =>
  reviewErrors.refuse("undo_overtaken", { pointer: "/decisionId", received, params: { sku, status: publicationState(status).status } });

/** The refusal when a decision can no longer be undone; undefined when it can. */
function refuseUndo(received: string, decision: DecisionRow, at: number): Refusal | undefined {
  const pointer = "/decisionId";
  if (decision.change_id !== "") return reviewErrors.refuse("undo_of_change", { pointer, received, params: { sku: decision.sku } });
  if (decision.undone_at !== null || decision.version !== decision.current_version) return overtaken(received, decision);
  if (at - decision.at > UNDO_SECONDS * 1_000)
    return reviewErrors.refuse("undo_too_late", { pointer, received, allowed: UNDO_SECONDS, params: { at: isoDateTime(decision.at) } });
  if (decision.ordered) return reviewErrors.refuse("undo_product_ordered", { pointer, received, params: { sku: decision.sku } });
  if (decision.is_changing) return reviewErrors.refuse("undo_product_changing", { pointer, received, params: { sku: decision.sku } });
  return undefined;
}
