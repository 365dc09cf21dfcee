import { type Answer, type Endpoint, endpoint, Refusal } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { findActorNames } from "../../../people/index.ts";
import { findAuditedReasons, type OperatorCall } from "../../../sellers/index.ts";
import type { OrderStore } from "../../change.ts";
import type { OrderRecord } from "../../order.ts";
import { OPERATOR_MOVES, operatorPath } from "../actions.ts";
import * as contract from "../contract.ts";
import { operatorErrors } from "../errors.ts";
import { proposalView } from "./decide.ts";
import { findProposal, type ProposalRow, withdraw } from "./queries.ts";

/** Reading and withdrawing what somebody has proposed to do with an order. */
export const proposalEndpoints = ({ db, orders }: { readonly db: Database; readonly orders: OrderStore }): readonly Endpoint[] => [
  endpoint(contract.getProposal, async ({ path }: OperatorCall<typeof contract.getProposal>): Promise<Answer | Refusal> => {
    const order = await orders.read(path);
    if (order instanceof Refusal) return order;
    const [row] = await db.run([path.sellerId], findProposal, [path.sellerId, path.orderNumber]);
    // About an order that has changed since, nothing is proposed any more.
    if (row?.version !== order.version) return { status: 204 };
    return { status: 200, body: { ...proposalView(order, row), ...(await sayings(db, order, row)) } };
  }),
  endpoint(contract.withdrawProposal, async ({ path }: OperatorCall<typeof contract.withdrawProposal>): Promise<Answer | Refusal> => {
    const [row] = await db.run([path.sellerId], withdraw, [path.sellerId, path.orderNumber]);
    if (row !== undefined) return { status: 204 };
    return operatorErrors.refuse("proposal_unknown", { pointer: "path.orderNumber", received: path.orderNumber });
  }),
];

/** The name of who proposed, and the reason, which the audit log has. */
async function sayings(db: Database, { supplier, orderNumber }: OrderRecord, { move, proposed_by, proposed_at }: ProposalRow) {
  const target = `${operatorPath(supplier.sellerId, orderNumber)}/${OPERATOR_MOVES[move]}`;
  const [names, calls] = await Promise.all([findActorNames(db, [proposed_by]), findAuditedReasons(db, [proposed_at], [target])]);
  return { proposedByName: names.get(proposed_by), reason: calls.find(({ actor }) => actor === proposed_by)?.reason };
}
