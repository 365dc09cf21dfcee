import { Refusal } from "../platform/contract/errors.ts";
import { blockedBy, isHeld, type Asking } from "./actions.ts";
import { moveErrors } from "./move-errors.ts";
import type { Due, OrderRecord, ShippingRecord } from "./order.ts";
import { orderMachine, statusOfOrder, type OrderMoveName, type OrderStatus } from "./status.ts";

/** Units that a change of an order takes from, or gives back to, one stock. */
export interface StockEffect {
  readonly sku: string;
  /** Physical stock never falls below 0; the ledger notes what really happened. */
  readonly physicalDelta: number;
  readonly reservedDelta: number;
  readonly cause: "order_reserved" | "exchange_reserved" | "order_invoiced" | "order_canceled";
}

/** An invoice document as it is kept: sealed, with what an archive must know of the XML within. */
export interface SealedDocument {
  /** Sealed bytes of the raw-deflated XML. */
  readonly document: Buffer;
  /** Of the XML itself. */
  readonly crc32: number;
  readonly sizeBytes: number;
}

/** The access key of an invoice, 44 positions, and what is answered when it serves another order already. */
export interface InvoiceKey {
  readonly accessKey: string;
  readonly taken: Refusal;
}

/** The invoice that a change registers: its key is taken for the whole marketplace, and its document kept. */
export interface InvoiceClaim extends InvoiceKey {
  readonly shippingCode: number;
  readonly document?: SealedDocument;
}

/** What a decision makes of an order. Shippings that are the same objects as before are left alone. */
export interface OrderChange {
  readonly next: OrderRecord;
  /** What the event says: its name, the move, and facts without anything personal. */
  readonly event: { readonly name: string; readonly cause: string; readonly payload: Readonly<Record<string, unknown>> };
  readonly stock: readonly StockEffect[];
  readonly claim?: InvoiceClaim;
}

/** When the next thing happens by itself to an order or a shipping that came to where it is at `statusAt`; undefined = never. */
export interface Timetable {
  readonly ofOrder: (order: Pick<OrderRecord, "orderType" | "status" | "statusAt">) => Due | undefined;
  readonly ofShipping: (
    shipping: Pick<ShippingRecord, "platformId" | "fulfillment" | "status" | "statusAt">,
    sellerId: number,
  ) => Due | undefined;
  /** When the customer of an order is forgotten that came to where it is; epoch ms. */
  readonly forgetsCustomerAt: (order: Pick<OrderRecord, "status" | "statusAt">) => number | undefined;
}

/** What a move asks for beside its name. */
export interface MoveFacts extends Asking {
  readonly move: OrderMoveName;
  /** Marketplace time of the move, epoch ms. */
  readonly at: number;
  readonly timetable: Timetable;
  /** What else changes of each shipping that moves. */
  readonly patch?: (shipping: ShippingRecord) => Partial<ShippingRecord>;
}

/** An order in these is paid, all of it that is not canceled: whoever releases one that was frozen before its payment vouches for it. */
const PAID: ReadonlySet<OrderStatus> = new Set(["approved", "Invoiced", "shipped", "delivered"]);

/** What a move does to the stocks of the items that move; the others do nothing. */
const EFFECTS: Partial<Record<OrderMoveName, Pick<StockEffect, "cause"> & { readonly physical: 0 | -1; readonly reserved: 1 | -1 }>> = {
  purchase: { cause: "order_reserved", physical: 0, reserved: 1 },
  purchasePaid: { cause: "order_reserved", physical: 0, reserved: 1 },
  exchange: { cause: "exchange_reserved", physical: 0, reserved: 1 },
  invoice: { cause: "order_invoiced", physical: -1, reserved: -1 },
  cancel: { cause: "order_canceled", physical: 0, reserved: -1 },
  expire: { cause: "order_canceled", physical: 0, reserved: -1 },
  refuse: { cause: "order_canceled", physical: 0, reserved: -1 },
};

/** What a move does to the stocks of these shippings, one effect per sku. */
export function stockEffects(move: OrderMoveName, shippings: readonly Pick<ShippingRecord, "items">[]): readonly StockEffect[] {
  const effect = EFFECTS[move];
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

/** Moves one shipping, or says why not; a code that the order has not is 404. */
export function moveShipping(order: OrderRecord, shippingCode: number, facts: MoveFacts): OrderChange | Refusal {
  const shipping = order.shippings.find((one) => one.shippingCode === shippingCode);
  if (shipping === undefined) return shippingUnknown(order, shippingCode);
  const blocked = blockedBy(facts.move, order, shipping, facts);
  if (blocked) return new Refusal([blocked]);
  const change = changed(order, [shipping], facts);
  return { ...change, event: { ...change.event, payload: { ...change.event.payload, shippingCode } } };
}

/** Moves every shipping of an order that takes the move, or says why none does. */
export function moveOrder(order: OrderRecord, facts: MoveFacts): OrderChange | Refusal {
  const blocks = order.shippings.map((shipping) => blockedBy(facts.move, order, shipping, facts));
  const moving = order.shippings.filter((_, i) => blocks[i] === undefined);
  if (moving.length > 0) return changed(order, moving, facts);
  const least = order.shippings.findIndex(({ status }) => status === order.status);
  return new Refusal([blocks[least]!]);
}

/** The refusal of a shipping code that an order does not have. */
export const shippingUnknown = ({ orderNumber, shippings }: OrderRecord, received: unknown): Refusal => {
  const allowed = shippings.map(({ shippingCode }) => shippingCode);
  return moveErrors.refuse("shipping_unknown", { pointer: "path.shippingCode", received, allowed, params: { orderNumber } });
};

/** The order with these shippings moved; all of them are where the move leaves from. */
function changed(order: OrderRecord, moving: readonly ShippingRecord[], facts: MoveFacts): OrderChange {
  const { move, at, timetable, patch = () => ({}) } = facts;
  const { sellerId } = order.supplier;
  const moved = order.shippings.map((shipping) => {
    if (!moving.includes(shipping)) return shipping;
    const arrived = { ...shipping, status: reached(shipping, move), statusAt: at, ...patch(shipping) };
    return { ...arrived, due: timetable.ofShipping(arrived, sellerId) };
  });
  const shippings = moved.map((shipping) => {
    const held = isHeld(shipping, moved);
    // Time does not ship what waits for a risk analysis; after it, it goes on where it was.
    return held === isHeld(shipping, order.shippings)
      ? shipping
      : { ...shipping, due: held ? undefined : timetable.ofShipping(shipping, sellerId) };
  });
  const status = statusOfOrder(shippings.map((shipping) => shipping.status));
  const arrived = { ...order, shippings, status, statusAt: status === order.status ? order.statusAt : at };
  const to = reached(moving[0]!, move);
  const next = {
    ...arrived,
    paymentDate: order.paymentDate ?? (order.orderType === "Sale" && PAID.has(status) ? at : undefined),
    due: status === order.status ? order.due : timetable.ofOrder(arrived),
    forgetCustomerAt: order.customer && timetable.forgetsCustomerAt(arrived),
  };
  const from = moving.map((shipping) => shipping.status);
  return {
    next,
    event: { name: "order.status", cause: move, payload: { from: statusOfOrder(from), to, orderStatus: status } },
    stock: stockEffects(move, moving),
  };
}

function reached(shipping: ShippingRecord, move: OrderMoveName) {
  const to = orderMachine.move(shipping.status, move);
  if (typeof to !== "string") throw new Error(`${move} does not leave ${shipping.status}`);
  return to;
}
