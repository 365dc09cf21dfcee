import { isoDateTime, kindOfActor } from "../../../platform/basics/index.ts";
import type { Answer, Refusal } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { changeIdempotently, type IdempotencyKey } from "../../../platform/idempotency/index.ts";
import type { OrderRecord } from "../../order.ts";
import { operatorPath } from "../actions.ts";
import { operatorErrors } from "../errors.ts";
import { findProposal, propose, type ProposalRow } from "./queries.ts";

/** The moves that may take two people. */
export type ProposedMove = ProposalRow["move"];

/** Who wants a move of an order, as it is now. */
export interface WantedMove {
  readonly order: OrderRecord;
  readonly move: ProposedMove;
  readonly actor: string;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
  readonly idempotencyKey: IdempotencyKey | undefined;
}

/**
 * Lets a move through when somebody else has proposed it for the order as it is now: resolves to undefined. Otherwise it is proposed, which is the
 * answer, or refused, because whoever proposes cannot confirm. Simulators stand for both.
 */
export async function decideWithAnother(db: Database, wanted: WantedMove): Promise<Answer | Refusal | undefined> {
  const { order, move, actor, at, idempotencyKey } = wanted;
  if (kindOfActor(actor) === "simulator") return undefined;
  const { orderNumber, version } = order;
  const { sellerId } = order.supplier;
  let mayGo = false;
  const answer = await changeIdempotently(db, [sellerId], idempotencyKey, async (transaction): Promise<Answer | Refusal> => {
    const [proposed] = await transaction.run(propose, [sellerId, orderNumber, move, version, actor, at]);
    if (proposed !== undefined) return { status: 202, body: proposalView(order, proposed) };
    const [before] = await transaction.run(findProposal, [sellerId, orderNumber]);
    mayGo = before !== undefined && before.proposed_by !== actor;
    return operatorErrors.refuse("second_person_needed", { received: move });
  });
  return mayGo ? undefined : answer;
}

/** A proposal as operators see it. */
export const proposalView = ({ supplier, orderNumber }: OrderRecord, { move, proposed_by, proposed_at }: ProposalRow) => {
  const order = operatorPath(supplier.sellerId, orderNumber);
  return {
    sellerId: supplier.sellerId,
    orderNumber,
    move,
    proposedBy: proposed_by,
    proposedAt: isoDateTime(proposed_at),
    links: [
      { rel: "self", href: `${order}/proposal` },
      { rel: "order", href: order },
    ],
  };
};
