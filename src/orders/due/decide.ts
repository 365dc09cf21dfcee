import type { Environment } from "../../platform/contract/operation.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import type { IssueInvoice } from "../invoice/read-request.ts";
import { moveOrder, moveShipping, type MoveFacts, type OrderChange, type MoveSchedule } from "../move.ts";
import type { DueMove, OrderRecord } from "../order.ts";
import { marketplaceMovePatch } from "../marketplace-move-patch.ts";

/** What decides on things that happen by themselves. */
export interface DueFacts {
  readonly environment: Environment;
  readonly schedule: MoveSchedule;
  readonly issueInvoice: IssueInvoice;
}

/**
 * The next thing that is due of an order at this time (epoch ms), undefined when nothing is: it was done meanwhile. The
 * order comes before its shippings; what remains is due still.
 */
export function decideDue(order: OrderRecord, at: number, { issueInvoice, ...asking }: DueFacts): OrderChange | Refusal | undefined {
  const factsOf = ({ move }: DueMove): MoveFacts => ({ ...asking, mover: "timer", move, at, patch: marketplaceMovePatch(move, at) });
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
