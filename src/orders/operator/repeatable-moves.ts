import type { Database } from "../../platform/database/database.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import { isStatusFailure } from "../actions.ts";
import type { OrderStore } from "../change.ts";
import { wasMoved } from "../queries.ts";
import { MOVES, type OrderMoveName, type OrderStatus } from "../status.ts";
import type { OperatorMove } from "./actions.ts";

/** The moves that make each operator's move true, as events tell them: a paid purchase needs no approval of its payment. */
const MADE_BY: Readonly<Record<OperatorMove, readonly OrderMoveName[]>> = {
  approve: ["approve", "purchasePaid"],
  cancel: ["cancel"],
  freeze: ["freeze"],
  release: ["release"],
  refuse: ["refuse"],
  checkIn: ["checkIn"],
};

const leadsTo = (move: OperatorMove): OrderStatus => MOVES.find((row) => row.move === move && row.mover === "operator")!.to;

/**
 * As `change`, for a move of the marketplace's people: whoever makes it again is answered the order as it is, and nothing is written
 * (decisions 9). It was made when the order is where it leads and came there by it; an order that was never frozen is not released.
 */
export const idempotentChange =
  (
    { db, orders }: { readonly db: Pick<Database, "run">; readonly orders: Pick<OrderStore, "find"> },
    move: OperatorMove,
    change: OrderStore["change"],
  ): OrderStore["change"] =>
  async (key, ...asked) => {
    const outcome = await change(key, ...asked);
    if (!(outcome instanceof Refusal) || !outcome.failures.every(isStatusFailure)) return outcome;
    const order = await orders.find(key);
    if (order?.status !== leadsTo(move)) return outcome;
    const { sellerId, orderNumber } = key;
    const [row] = await db.run([sellerId], wasMoved, [sellerId, `order/${orderNumber}`, MADE_BY[move]]);
    return row!.moved ? order : outcome;
  };
