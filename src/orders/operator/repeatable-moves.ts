import type { Database } from "../../platform/database/index.ts";
import { Refusal } from "../../platform/contract/index.ts";
import { isStatusFailure } from "../actions.ts";
import type { OrderStore } from "../change.ts";
import { wasMoved } from "../queries.ts";
import { ORDER_MOVES, type OrderMoveName, type OrderStatus } from "../status.ts";
import type { OperatorMove } from "./actions.ts";

/** Event causes which show that an operator's move was made. A paid purchase counts as an approved payment. */
const CAUSES_OF: Readonly<Record<OperatorMove, readonly OrderMoveName[]>> = {
  approve: ["approve", "purchasePaid"],
  cancel: ["cancel"],
  freeze: ["freeze"],
  release: ["release"],
  refuse: ["refuse"],
  checkIn: ["checkIn"],
};

const leadsTo = (move: OperatorMove): OrderStatus => ORDER_MOVES.find((row) => row.move === move && row.mover === "operator")!.to;

/**
 * Like `change`, but for an operator's move, which may be repeated. A repeated move writes nothing and returns the current order (decisions
 * 9). A move counts as repeated if it was made before and the order has the status that it leads to. So releasing an order that was never
 * frozen is refused.
 */
export const idempotentChange =
  (
    { db, orders }: { readonly db: Pick<Database, "run">; readonly orders: Pick<OrderStore, "find"> },
    move: OperatorMove,
    change: OrderStore["change"],
  ): OrderStore["change"] =>
  async (key, ...rest) => {
    const outcome = await change(key, ...rest);
    if (!(outcome instanceof Refusal) || !outcome.failures.every(isStatusFailure)) return outcome;
    const order = await orders.find(key);
    if (order?.status !== leadsTo(move)) return outcome;
    const { sellerId, orderNumber } = key;
    const [row] = await db.run([sellerId], wasMoved, [sellerId, `order/${orderNumber}`, CAUSES_OF[move]]);
    return row!.moved ? order : outcome;
  };
