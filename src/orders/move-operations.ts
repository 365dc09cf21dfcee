import { endpoint, type Endpoint, type Environment, type Operation } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal, type Failure, type Lang } from "../platform/contract/errors.ts";
import type { KeyRing } from "../platform/crypto/key-ring.ts";
import type { IdempotencyKey } from "../platform/idempotency/keyed-call.ts";
import type { SellerIdentity } from "../sellers/index.ts";
import { blockedBy, offersOn, type SellerMove } from "./actions.ts";
import { answering, type Decide, type Orders } from "./change.ts";
import { REASON_POINTERS } from "./cancellation-reasons.ts";
import { changeBy } from "./exchange/change.ts";
import * as contract from "./contract.ts";
import { openKeyUse, withMore } from "./invoice/access-key-lookup.ts";
import { readInvoicing } from "./invoice/read-request.ts";
import { readApproval, readCancellation, readDelivery, readShipment, type MoveReading } from "./move-inputs.ts";
import { moveErrors } from "./move-errors.ts";
import { type InvoiceKey, moveShipping, shippingUnknown, type Timetable } from "./move.ts";
import type { OrderRecord, ShippingRecord } from "./order.ts";

export interface MovesContext {
  readonly db: Database;
  readonly orders: Orders;
  readonly keys: KeyRing;
  readonly environment: Environment;
  readonly timetable: Timetable;
  readonly marketplaceCnpj: string | undefined;
  /** The moved shipping, whole, as it is answered. */
  readonly view: (order: OrderRecord, shipping: ShippingRecord, lang: Lang, warnings: readonly Failure[]) => string;
}

/** A call of one of the seller's moves; of a body that failed its schema only what could be read is there. */
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

/** Whether something of the body, or what it stands in, was refused already: who reads on does not see it, and would miss it. */
const isRefused = ({ code, pointer }: Failure, failures: readonly Failure[]): boolean => {
  const places: readonly string[] = code === "cancellation_reason_missing" ? REASON_POINTERS : [pointer];
  return failures.some((refused) => places.some((place) => place === refused.pointer || place.startsWith(`${refused.pointer}/`)));
};

/** Whether a shipping was invoiced since an order was read: two calls for one order at once are one too many (seed 7). */
const isInvoicedSince = (before: OrderRecord, now: OrderRecord): boolean =>
  now.shippings.some(({ invoice }, nth) => invoice !== undefined && before.shippings[nth]?.invoice === undefined);
const RETRY_SECONDS = 1;

/** What a move's body says of the shipping it is about. */
type Read = (call: MoveCall, order: OrderRecord, shipping: ShippingRecord) => MoveReading;

/**
 * The seller's moves (seed 4.3). Each decides on the order as it is when it is written: first whether the shipping takes the
 * move at all, then everything that is wrong with the body at once.
 */
export function moveEndpoints(context: MovesContext): readonly Endpoint[] {
  const { environment, timetable } = context;
  const asking = { mover: "seller", environment } as const;
  const keyUse = openKeyUse(context.db);

  const moving = (row: Operation<typeof contract.ofShipping>, move: SellerMove, read: Read): Endpoint => {
    const change = changeBy(context, move);
    return endpoint(
      row,
      async (call: MoveCall) => {
        const { orderNumber, shippingCode } = call.path;
        const shippingOf = (order: OrderRecord) => order.shippings.find((one) => one.shippingCode === shippingCode);
        let warnings: readonly Failure[] = [];
        let first: OrderRecord | undefined;
        let refusedKey: InvoiceKey | undefined;
        const decide: Decide = (order) => {
          refusedKey = undefined;
          const shipping = shippingOf(order);
          if (shipping === undefined) return shippingUnknown(order, shippingCode);
          const blocked = blockedBy(move, order, shipping, asking);
          if (blocked) return new Refusal([blocked]);
          first ??= order;
          if (move === "invoice" && isInvoicedSince(first, order))
            return moveErrors.refuse("order_being_invoiced", { params: { orderNumber, shippingCode }, retryAfterSeconds: RETRY_SECONDS });
          const { failures, patch, claim, ...more } = read(call, order, shipping);
          const refused = [...call.bodyFailures, ...failures.filter((failure) => !isRefused(failure, call.bodyFailures))];
          if (refused.length > 0) {
            refusedKey = more.key;
            return new Refusal(refused);
          }
          warnings = more.warnings ?? [];
          const moved = moveShipping(order, shippingCode, { ...asking, move, at: call.at, timetable, patch: () => patch });
          return moved instanceof Refusal || claim === undefined ? moved : { ...moved, claim };
        };
        const author = { actor: call.who.actor, requestId: call.requestId, at: call.at };
        const told = answering(call.idempotencyKey, (order) => ({
          status: 200,
          text: context.view(order, shippingOf(order)!, call.lang, warnings),
        }));
        const key = { sellerId: call.who.sellerId, orderNumber };
        const order = await change(key, author, decide, offersOn(shippingCode, environment), told);
        return order instanceof Refusal ? withMore(order, await keyUse(refusedKey, key)) : told.answer(order);
      },
      { bodyFailures: "handler's" },
    );
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
