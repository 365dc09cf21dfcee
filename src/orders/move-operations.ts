import {
  type Answer,
  type Endpoint,
  endpoint,
  type Environment,
  type Failure,
  type Lang,
  type Operation,
  Refusal,
} from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { KeyRing } from "../platform/crypto/index.ts";
import type { IdempotencyKey } from "../platform/idempotency/index.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { blockedBy, availableActions, type SellerMove } from "./actions.ts";
import { createResponder, type OrderStore } from "./change.ts";
import { REASON_POINTERS } from "./cancellation-reasons.ts";
import { changeForMove } from "./exchange/change.ts";
import type { shippingAddress } from "./contract-parameters.ts";
import * as contract from "./move-contract.ts";
import { type FindAccessKeyUse, createAccessKeyLookup, addFailures } from "./invoice/access-key-lookup.ts";
import { readInvoicing } from "./invoice/read-request.ts";
import { readApproval, readCancellation, readDelivery, readShipment, type MoveInput } from "./move-inputs.ts";
import { moveErrors } from "./move-errors.ts";
import { type InvoiceKey, moveShipping, type OrderChange, refuseUnknownShipping, type MoveSchedule } from "./move.ts";
import type { OrderRecord, ShippingRecord } from "./order.ts";

export interface MovesContext {
  readonly db: Pick<Database, "run" | "transaction">;
  readonly orders: OrderStore;
  readonly keys: KeyRing;
  readonly environment: Environment;
  readonly schedule: MoveSchedule;
  readonly marketplaceCnpj: string | undefined;
  /** Renders the complete moved shipping as the answer to the call. */
  readonly view: (order: OrderRecord, shipping: ShippingRecord, lang: Lang, warnings: readonly Failure[]) => string;
}

/**
 * Endpoints of the seller's moves (seed 4.3). Each move is decided on the order's state at the time of writing. A move that the shipping
 * does not accept is refused first. Then all problems of the body are reported at once.
 */
export function moveEndpoints(context: MovesContext): readonly Endpoint[] {
  const findKeyUse = createAccessKeyLookup(context.db);
  const moving = (row: Operation<typeof shippingAddress>, move: SellerMove, readBody: ReadBody): Endpoint => {
    const handler: MoveHandler = { context, move, readBody, findKeyUse, change: changeForMove(context, move) };
    return endpoint(row, (call: MoveCall) => carryOut(handler, call), { bodyFailures: "handler's" });
  };
  return [
    moving(contract.putApproved, "approve", readApproval),
    moving(contract.putInvoiced, "invoice", ({ body = {}, at }, order, shipping) =>
      readInvoicing(body, order, shipping, { ...context, at }),
    ),
    moving(contract.putShipped, "ship", ({ body = {}, at }, _order, shipping) => readShipment(body, shipping, at)),
    moving(contract.putDelivered, "deliver", ({ body = {}, at }, _order, shipping) => readDelivery(body, shipping, at)),
    moving(contract.putCanceled, "cancel", ({ body = {}, at }) => readCancellation(body, at)),
  ];
}

/** A call of one of the seller's moves. If the body failed its schema, only the readable part is present. */
interface MoveCall {
  readonly who: SellerIdentity;
  readonly path: { readonly orderNumber: string; readonly shippingCode: number };
  readonly body: object | undefined;
  readonly bodyFailures: readonly Failure[];
  readonly lang: Lang;
  readonly requestId: string;
  readonly at: number;
  readonly idempotencyKey?: IdempotencyKey;
}

/** Reads the body of a move for its shipping. */
type ReadBody = (call: MoveCall, order: OrderRecord, shipping: ShippingRecord) => MoveInput;

/** Dependencies of one move. */
interface MoveHandler {
  readonly context: MovesContext;
  readonly move: SellerMove;
  readonly readBody: ReadBody;
  readonly findKeyUse: FindAccessKeyUse;
  readonly change: OrderStore["change"];
}

/**
 * What a decision finds in addition to its outcome. If another change is written first, the order is decided on again, and all but `first`
 * is overwritten.
 */
interface DecisionFindings {
  /** The order as the first decision saw it. */
  first?: OrderRecord;
  /** The access key of an invoice that was refused before it was known whether another order uses the key. */
  refusedKey: InvoiceKey | undefined;
  warnings: readonly Failure[];
}

async function carryOut({ context, ...handler }: MoveHandler, call: MoveCall): Promise<Answer | Refusal> {
  const { orderNumber, shippingCode } = call.path;
  const key = { sellerId: call.who.sellerId, orderNumber };
  const author = { actor: call.who.actor, requestId: call.requestId, at: call.at };
  const findings: DecisionFindings = { refusedKey: undefined, warnings: [] };
  const responder = createResponder(call.idempotencyKey, (order) => ({
    status: 200,
    text: context.view(order, findShipping(order, shippingCode)!, call.lang, findings.warnings),
  }));
  const offers = availableActions(shippingCode, context.environment);
  const order = await handler.change(key, author, (was) => decide({ context, ...handler }, call, was, findings), offers, responder);
  return order instanceof Refusal ? addFailures(order, await handler.findKeyUse(findings.refusedKey, key)) : responder.answer(order);
}

function decide(handler: MoveHandler, call: MoveCall, order: OrderRecord, findings: DecisionFindings): OrderChange | Refusal {
  const { move, readBody } = handler;
  const { environment, schedule } = handler.context;
  const { orderNumber, shippingCode } = call.path;
  const requester = { mover: "seller", environment } as const;
  findings.refusedKey = undefined;
  const shipping = findShipping(order, shippingCode);
  if (shipping === undefined) return refuseUnknownShipping(order, shippingCode);
  const blocked = blockedBy(move, order, shipping, requester);
  if (blocked) return new Refusal([blocked]);
  findings.first ??= order;
  if (move === "invoice" && wasInvoicedSince(findings.first, order))
    return moveErrors.refuse("order_being_invoiced", { params: { orderNumber, shippingCode }, retryAfterSeconds: RETRY_SECONDS });
  const { failures, patch, registration, key, warnings = [] } = readBody(call, order, shipping);
  const refused = [...call.bodyFailures, ...failures.filter((failure) => !isCovered(failure, call.bodyFailures))];
  if (refused.length > 0) {
    findings.refusedKey = key;
    return new Refusal(refused);
  }
  findings.warnings = warnings;
  const moved = moveShipping(order, shippingCode, { ...requester, move, at: call.at, schedule, patch: () => patch });
  return moved instanceof Refusal || registration === undefined ? moved : { ...moved, registration };
}

const findShipping = (order: OrderRecord, shippingCode: number): ShippingRecord | undefined =>
  order.shippings.find((one) => one.shippingCode === shippingCode);

/**
 * Whether any shipping of the order was invoiced after `before` was read. Of two simultaneous invoicings of an order, one is refused (seed
 * 7).
 */
const wasInvoicedSince = (before: OrderRecord, now: OrderRecord): boolean =>
  now.shippings.some(({ invoice }, nth) => invoice !== undefined && before.shippings[nth]?.invoice === undefined);
const RETRY_SECONDS = 1;

/**
 * Whether the schema already refused the field of a failure, or an object that contains the field. Then the failure is only a consequence.
 */
const isCovered = ({ code, pointer }: Failure, failures: readonly Failure[]): boolean => {
  const pointers: readonly string[] = code === "cancellation_reason_missing" ? REASON_POINTERS : [pointer];
  return failures.some((refused) => pointers.some((one) => one === refused.pointer || one.startsWith(`${refused.pointer}/`)));
};
