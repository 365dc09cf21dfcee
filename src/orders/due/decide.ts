import { type Environment, Refusal } from "../../platform/contract/index.ts";
import type { IssueInvoice } from "../invoice/read-request.ts";
import { moveOrder, moveShipping, type MoveFacts, type OrderChange, type MoveSchedule } from "../move.ts";
import type { DueMove, OrderRecord } from "../order.ts";
import { marketplaceMovePatch } from "../marketplace-move-patch.ts";

/** Data needed to decide due moves. */
export interface DueFacts {
  readonly environment: Environment;
  readonly schedule: MoveSchedule;
  readonly issueInvoice: IssueInvoice;
}

/**
 * Decides the next due move of an order at time `at` (epoch ms). Undefined if nothing is due any more. A move of the order itself comes
 * before moves of its shippings. Only one move is made; other due moves stay due.
 */
export function decideDue(order: OrderRecord, at: number, { issueInvoice, ...context }: DueFacts): OrderChange | Refusal | undefined {
  const factsOf = ({ move }: DueMove): MoveFacts => ({ ...context, mover: "timer", move, at, patch: marketplaceMovePatch(move, at) });
  const isDue = (due: DueMove | undefined): due is DueMove => due !== undefined && due.at <= at;
  if (isDue(order.due)) return moveOrder(order, factsOf(order.due));
  const shipping = order.shippings.find(({ due }) => isDue(due));
  if (shipping === undefined) return undefined;
  const facts = factsOf(shipping.due!);
  if (facts.move !== "invoice") return moveShipping(order, shipping.shippingCode, facts);
  const { failures, patch, registration } = issueInvoice(order, shipping, at);
  if (failures.length > 0) return new Refusal(failures);
  const change = moveShipping(order, shipping.shippingCode, { ...facts, patch: () => patch });
  return change instanceof Refusal || registration === undefined ? change : { ...change, registration };
}
