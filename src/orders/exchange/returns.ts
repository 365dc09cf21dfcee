import { type Failure, Refusal } from "../../platform/contract/index.ts";
import type { DevolutionItem, OrderItem, OrderRecord, ShippingRecord } from "../order.ts";
import type { OrderStatus } from "../status.ts";
import type { ExchangeBody } from "./contract.ts";
import { exchangeErrors } from "./errors.ts";

/** Returned units of one item, and the product that replaces them. */
export interface ReturnLine {
  readonly shipping: ShippingRecord;
  readonly item: OrderItem;
  readonly itemId: number;
  readonly quantity: number;
  readonly replacementSku: string;
  /** JSON pointer of the item in the request. */
  readonly pointer: string;
}

/** An item of the order, and the number of its units that are not exchanged yet. */
type ExchangeableLine = Omit<ReturnLine, "quantity" | "replacementSku" | "pointer"> & { left: number };
type ItemSent = NonNullable<ExchangeBody["items"]>[number];

/** Only items that were shipped can be returned. */
const EXCHANGEABLE: readonly OrderStatus[] = ["shipped", "delivered"];
const isShipped = ({ shipping }: ExchangeableLine) => EXCHANGEABLE.includes(shipping.status);

/**
 * Reads the returned items of a request, or refuses with all its problems. A request without items means all items that can be returned.
 */
export function readReturns(items: ExchangeBody["items"], order: OrderRecord): readonly ReturnLine[] | Refusal {
  const lines = linesOf(order);
  if (items === undefined) {
    const returnable = lines.filter((line) => isShipped(line) && line.left > 0);
    if (returnable.length === 0)
      return exchangeErrors.refuse("exchange_nothing_left", {
        pointer: "path.orderNumber",
        received: order.orderNumber,
        ...exchangesOf(order),
      });
    return returnable.map(({ left, ...line }) => ({ ...line, quantity: left, replacementSku: line.item.sku, pointer: "/items" }));
  }
  const failures: Failure[] = [];
  const returns: ReturnLine[] = [];
  items.forEach((sent, i) => {
    const read = readReturnsOfItem(sent, `/items/${i}`, lines, order);
    if ("code" in read) failures.push(read);
    else returns.push(...read);
  });
  return failures.length > 0 ? new Refusal(failures) : returns;
}

/** Numbers of the order's exchange orders that are not canceled. A client that repeats a request finds the order it created among them. */
function exchangesOf({ devolutions }: OrderRecord): { readonly current?: readonly string[] } {
  const active = devolutions.filter(({ devolutionExchangeStatus }) => devolutionExchangeStatus !== CANCELED);
  return active.length === 0 ? {} : { current: [...new Set(active.map(({ exchangeProcessCode }) => exchangeProcessCode))] };
}

const linesOf = ({ shippings, devolutions }: OrderRecord): readonly ExchangeableLine[] =>
  shippings.flatMap((shipping) =>
    shipping.items.map((item, i) => {
      const itemId = shipping.firstItemId + i;
      const active = devolutions.filter((one) => one.itemId === itemId && one.devolutionExchangeStatus !== CANCELED);
      const returned = active.reduce((sum, { quantity }) => sum + quantity, 0);
      return { shipping, item, itemId, left: item.quantity - returned };
    }),
  );

/**
 * Reads the returns of one item of the request. If the item is given by sku, its units are taken from the lines of that sku, one after
 * another.
 */
function readReturnsOfItem(
  sent: ItemSent,
  pointer: string,
  lines: readonly ExchangeableLine[],
  order: OrderRecord,
): readonly ReturnLine[] | Failure {
  const { itemId, sku } = sent;
  const { orderNumber } = order;
  if (itemId === undefined && sku === undefined) return exchangeErrors.failure("exchange_item_unnamed", { pointer });
  const named = lines.filter((line) => (itemId ?? line.itemId) === line.itemId && (sku ?? line.item.sku) === line.item.sku);
  if (named.length === 0) {
    const allowed = lines.map((one) => `${one.itemId} (${one.item.sku})`);
    return exchangeErrors.failure("exchange_item_unknown", { pointer, received: itemId ?? sku, allowed, params: { orderNumber } });
  }
  const shipped = named.filter(isShipped);
  if (shipped.length === 0)
    return exchangeErrors.failure("exchange_item_not_shipped", { pointer, received: named[0]!.shipping.status, allowed: EXCHANGEABLE });
  const left = shipped.reduce((sum, line) => sum + line.left, 0);
  const quantity = sent.quantity ?? left;
  if (quantity > left || quantity === 0)
    return exchangeErrors.failure("exchange_quantity_exceeded", {
      pointer: `${pointer}/quantity`,
      received: quantity || shipped.reduce((sum, { item }) => sum + item.quantity, 0),
      allowed: left,
      ...exchangesOf(order),
    });
  let remaining = quantity;
  return shipped.flatMap((line) => {
    const taken = Math.min(remaining, line.left);
    if (taken === 0) return [];
    remaining -= taken;
    line.left -= taken;
    const { shipping, item } = line;
    const replacementSku = sent.replacementSku ?? item.sku;
    return [{ shipping, item, itemId: line.itemId, quantity: taken, replacementSku, pointer }];
  });
}

/** Values of `devolutionExchangeStatus` (decisions 5 does not specify them). */
const WAITING_CHECK_IN = "Waiting Checkin";
const CHECKED_IN = "Checked in";
/** The replacement was canceled, so the item can be exchanged again. */
const CANCELED = "Canceled";

/** Returns the original order with the returned items of a new exchange order added; `at` is epoch ms. */
export function withReturns(order: OrderRecord, returns: readonly ReturnLine[], exchangeNumber: string, at: number): OrderRecord {
  const returned = returns.map(({ itemId, item, quantity }): DevolutionItem => ({
    itemId,
    sku: item.sku,
    name: item.name,
    quantity,
    exchangeProcessCode: exchangeNumber,
    devolutionData: at,
    devolutionExchangeStatus: WAITING_CHECK_IN,
    totalGrossCents: item.grossUnitCents * quantity,
  }));
  const affected = new Set(returns.map(({ shipping }) => shipping.shippingCode));
  return {
    ...order,
    devolutions: [...order.devolutions, ...returned],
    devolutionRequested: true,
    exchangeRequested: true,
    shippings: order.shippings.map((shipping) =>
      affected.has(shipping.shippingCode) ? { ...shipping, exchangeOrders: [...shipping.exchangeOrders, exchangeNumber] } : shipping,
    ),
  };
}

/** Returns the original order as it is after the items of an exchange order were received. */
export const withCheckedInReturns = (order: OrderRecord, exchangeNumber: string, at: number): OrderRecord => ({
  ...order,
  devolutions: order.devolutions.map((item) =>
    item.exchangeProcessCode === exchangeNumber ? { ...item, checkInData: at, devolutionExchangeStatus: CHECKED_IN } : item,
  ),
});

/** Returns the original order as it is after an exchange order, or a shipping of an exchange order, was canceled. */
export function withCanceledReturns(order: OrderRecord, exchange: OrderRecord): OrderRecord {
  const canceled = exchange.shippings.filter(({ status }) => status === "canceled").flatMap(({ items }) => items);
  const canceledIds = new Set(canceled.map(({ replaces }) => replaces));
  const isCanceled = ({ exchangeProcessCode, itemId }: DevolutionItem) =>
    exchangeProcessCode === exchange.orderNumber && (exchange.status === "canceled" || canceledIds.has(itemId));
  return {
    ...order,
    devolutions: order.devolutions.map((item) => (isCanceled(item) ? { ...item, devolutionExchangeStatus: CANCELED } : item)),
  };
}
