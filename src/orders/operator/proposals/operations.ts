import { type Answer, type Endpoint, endpoint, Refusal } from "../../../platform/contract/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { OperatorCall } from "../../../sellers/index.ts";
import type { OrderStore } from "../../change.ts";
import * as contract from "../contract.ts";
import { operatorErrors } from "../errors.ts";
import { proposalView } from "./decide.ts";
import { findProposal, withdraw } from "./queries.ts";

/** Reading and withdrawing what somebody has proposed to do with an order. */
export const proposalEndpoints = ({ db, orders }: { readonly db: Database; readonly orders: OrderStore }): readonly Endpoint[] => [
  endpoint(contract.getProposal, async ({ path }: OperatorCall<typeof contract.getProposal>): Promise<Answer | Refusal> => {
    const order = await orders.read(path);
    if (order instanceof Refusal) return order;
    const [row] = await db.run([path.sellerId], findProposal, [path.sellerId, path.orderNumber]);
    // About an order that has changed since, nothing is proposed any more.
    return row?.version === order.version ? { status: 200, body: proposalView(order, row) } : { status: 204 };
  }),
  endpoint(contract.withdrawProposal, async ({ path }: OperatorCall<typeof contract.withdrawProposal>): Promise<Answer | Refusal> => {
    const [row] = await db.run([path.sellerId], withdraw, [path.sellerId, path.orderNumber]);
    if (row !== undefined) return { status: 204 };
    return operatorErrors.refuse("proposal_unknown", { pointer: "path.orderNumber", received: path.orderNumber });
  }),
];
