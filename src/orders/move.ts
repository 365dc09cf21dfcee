import { Refusal } from "../platform/contract/index.ts";
import { blockedBy, isHeldByRiskAnalysis, type MoveRequester } from "./actions.ts";
import { moveErrors } from "./move-errors.ts";
import type { DueMove, OrderRecord, ShippingRecord } from "./order.ts";
import { orderStateMachine, statusOfOrder, type OrderMoveName, type OrderStatus } from "./status.ts";

/** Effect of an order's change on one stock, in units. */
export interface StockEffect {
  readonly sku: string;
  /** Physical stock never falls below 0. If this delta is too large, the ledger records the smaller actual change. */
  readonly physicalDelta: number;
  readonly reservedDelta: number;
  readonly cause: "order_reserved" | "exchange_reserved" | "order_invoiced" | "order_canceled";
}

/** A stored invoice document. It is encrypted, and has the checksum and size that an archive needs. */
export interface SealedDocument {
  /** The raw-deflated XML, encrypted. */
  readonly document: Buffer;
  /** `crc32` and `sizeBytes` are those of the XML before compression. */
  readonly crc32: number;
  readonly sizeBytes: number;
}

/** The access key of an invoice (44 positions), and the refusal to use if another order already has this key. */
export interface InvoiceKey {
  readonly accessKey: string;
  readonly takenRefusal: Refusal;
}

/** The invoice that a change registers. Its key is reserved in the whole marketplace. Its document is stored if it was sent. */
export interface InvoiceRegistration extends InvoiceKey {
  readonly shippingCode: number;
  readonly document?: SealedDocument;
}

/** The outcome of a decision about an order. A shipping is written only if `next` has a new object for it. */
export interface OrderChange {
  readonly next: OrderRecord;
  /** The event to append: its name, the move that caused it, and a payload without personal data. */
  readonly event: { readonly name: string; readonly cause: string; readonly payload: Readonly<Record<string, unknown>> };
  readonly stock: readonly StockEffect[];
  readonly registration?: InvoiceRegistration;
}

/** Finds the next automatic move of an order or shipping that reached its status at `statusAt`; undefined = none. */
export interface MoveSchedule {
  readonly orderDue: (order: Pick<OrderRecord, "orderType" | "status" | "statusAt">) => DueMove | undefined;
  readonly shippingDue: (
    shipping: Pick<ShippingRecord, "platformId" | "fulfillment" | "status" | "statusAt">,
    sellerId: number,
  ) => DueMove | undefined;
  /** Time when the customer data of an order is erased, epoch ms; undefined before a final status, or when the data is kept. */
  readonly forgetCustomerAt: (order: Pick<OrderRecord, "status" | "statusAt">) => number | undefined;
}

/** A move, and the data needed to decide it. */
export interface MoveFacts extends MoveRequester {
  readonly move: OrderMoveName;
  /** Marketplace time of the move, epoch ms. */
  readonly at: number;
  readonly schedule: MoveSchedule;
  /** Returns the changes that the move makes to a shipping in addition to its status. */
  readonly patch?: (shipping: ShippingRecord) => Partial<ShippingRecord>;
}

/** Statuses of paid orders. Releasing an order that was frozen before its payment counts as payment. */
const PAID_STATUSES: ReadonlySet<OrderStatus> = new Set(["approved", "Invoiced", "shipped", "delivered"]);

/** Effect of each move on the stocks of the moved items, per unit. Other moves change no stock. */
const STOCK_EFFECTS: Partial<Record<OrderMoveName, Pick<StockEffect, "cause"> & { readonly physical: 0 | -1; readonly reserved: 1 | -1 }>> =
  {
    purchase: { cause: "order_reserved", physical: 0, reserved: 1 },
    purchasePaid: { cause: "order_reserved", physical: 0, reserved: 1 },
    exchange: { cause: "exchange_reserved", physical: 0, reserved: 1 },
    invoice: { cause: "order_invoiced", physical: -1, reserved: -1 },
    cancel: { cause: "order_canceled", physical: 0, reserved: -1 },
    expire: { cause: "order_canceled", physical: 0, reserved: -1 },
    refuse: { cause: "order_canceled", physical: 0, reserved: -1 },
  };

/** Computes the stock changes of moving these shippings, one per sku. */
export function stockEffects(move: OrderMoveName, shippings: readonly Pick<ShippingRecord, "items">[]): readonly StockEffect[] {
  const effect = STOCK_EFFECTS[move];
  if (effect === undefined) return [];
  const quantities = new Map<string, number>();
  for (const { sku, quantity } of shippings.flatMap(({ items }) => items)) quantities.set(sku, (quantities.get(sku) ?? 0) + quantity);
  return [...quantities].map(([sku, quantity]) => ({
    sku,
    physicalDelta: effect.physical * quantity || 0,
    reservedDelta: effect.reserved * quantity,
    cause: effect.cause,
  }));
}

/** Moves one shipping, or refuses. An unknown shipping code is refused with 404. */
export function moveShipping(order: OrderRecord, shippingCode: number, facts: MoveFacts): OrderChange | Refusal {
  const shipping = order.shippings.find((one) => one.shippingCode === shippingCode);
  if (shipping === undefined) return refuseUnknownShipping(order, shippingCode);
  const blocked = blockedBy(facts.move, order, shipping, facts);
  if (blocked) return new Refusal([blocked]);
  const change = applyMove(order, [shipping], facts);
  return { ...change, event: { ...change.event, payload: { ...change.event.payload, shippingCode } } };
}

/** Moves every shipping of an order that accepts the move. If none accepts it, returns the refusal of the least advanced shipping. */
export function moveOrder(order: OrderRecord, facts: MoveFacts): OrderChange | Refusal {
  const blocks = order.shippings.map((shipping) => blockedBy(facts.move, order, shipping, facts));
  const moving = order.shippings.filter((_, i) => blocks[i] === undefined);
  if (moving.length > 0) return applyMove(order, moving, facts);
  const least = order.shippings.findIndex(({ status }) => status === order.status);
  return new Refusal([blocks[least]!]);
}

/** Refuses a shipping code that an order does not have. */
export const refuseUnknownShipping = ({ orderNumber, shippings }: OrderRecord, received: unknown): Refusal => {
  const allowed = shippings.map(({ shippingCode }) => shippingCode);
  return moveErrors.refuse("shipping_unknown", { pointer: "path.shippingCode", received, allowed, params: { orderNumber } });
};

/** Changes an order by moving these shippings. The move must be possible from the status of each of them. */
function applyMove(order: OrderRecord, moving: readonly ShippingRecord[], facts: MoveFacts): OrderChange {
  const { move, at, schedule } = facts;
  const shippings = movedShippings(order, moving, facts);
  const status = statusOfOrder(shippings.map((shipping) => shipping.status));
  const moved = { ...order, shippings, status, statusAt: status === order.status ? order.statusAt : at };
  const next = {
    ...moved,
    paymentDate: order.paymentDate ?? (order.orderType === "Sale" && PAID_STATUSES.has(status) ? at : undefined),
    due: status === order.status ? order.due : schedule.orderDue(moved),
    forgetCustomerAt: order.customer && schedule.forgetCustomerAt(moved),
  };
  const from = statusOfOrder(moving.map((shipping) => shipping.status));
  const to = statusAfter(moving[0]!, move);
  return {
    next,
    event: { name: "order.status", cause: move, payload: { from, to, orderStatus: status } },
    stock: stockEffects(move, moving),
  };
}

/**
 * Returns all shippings of the order after the move. A shipping that is put on hold loses its due move. A released shipping gets its due
 * move back.
 */
function movedShippings(
  order: OrderRecord,
  moving: readonly ShippingRecord[],
  { move, at, schedule, patch = () => ({}) }: MoveFacts,
): readonly ShippingRecord[] {
  const { sellerId } = order.supplier;
  const moved = order.shippings.map((shipping) => {
    if (!moving.includes(shipping)) return shipping;
    const next = { ...shipping, status: statusAfter(shipping, move), statusAt: at, ...patch(shipping) };
    return { ...next, due: schedule.shippingDue(next, sellerId) };
  });
  return moved.map((shipping) => {
    const onHold = isHeldByRiskAnalysis(shipping, moved);
    return onHold === isHeldByRiskAnalysis(shipping, order.shippings)
      ? shipping
      : { ...shipping, due: onHold ? undefined : schedule.shippingDue(shipping, sellerId) };
  });
}

function statusAfter(shipping: ShippingRecord, move: OrderMoveName): OrderStatus {
  const to = orderStateMachine.move(shipping.status, move);
  if (typeof to !== "string") throw new Error(`${move} is not possible from ${shipping.status}`);
  return to;
}
