import { Refusal, type Failure } from "../../platform/contract/errors.ts";
import type { DevolutionItem, OrderItem, OrderRecord, ShippingRecord } from "../order.ts";
import type { OrderStatus } from "../status.ts";
import type { ExchangeBody } from "./contract.ts";
import { exchangeErrors } from "./errors.ts";

/** So many units of one item that come back, and what goes out for them. */
export interface ReturnLine {
  readonly shipping: ShippingRecord;
  readonly item: OrderItem;
  readonly itemId: number;
  readonly quantity: number;
  readonly replacementSku: string;
  /** Where the request names it. */
  readonly pointer: string;
}

/** An item of the order, and how many units of it were not exchanged yet. */
type Line = Omit<ReturnLine, "quantity" | "replacementSku" | "pointer"> & { left: number };
type ItemSent = NonNullable<ExchangeBody["items"]>[number];

/** Only what left its seller can come back. */
const EXCHANGEABLE: readonly OrderStatus[] = ["shipped", "delivered"];
const isShipped = ({ shipping }: Line) => EXCHANGEABLE.includes(shipping.status);

/** What a request sends back of an order, or everything that is wrong with it. Without items everything that can come back does. */
export function returnsOf(items: ExchangeBody["items"], order: OrderRecord): readonly ReturnLine[] | Refusal {
  const lines = linesOf(order);
  if (items === undefined) {
    const whole = lines.filter((line) => isShipped(line) && line.left > 0);
    if (whole.length === 0)
      return exchangeErrors.refuse("exchange_nothing_left", {
        pointer: "path.orderNumber",
        received: order.orderNumber,
        ...exchangesOf(order),
      });
    return whole.map(({ left, ...line }) => ({ ...line, quantity: left, replacementSku: line.item.sku, pointer: "/items" }));
  }
  const failures: Failure[] = [];
  const returns: ReturnLine[] = [];
  items.forEach((sent, i) => {
    const read = returnsOfItem(sent, `/items/${i}`, lines, order);
    if ("code" in read) failures.push(read);
    else returns.push(...read);
  });
  return failures.length > 0 ? new Refusal(failures) : returns;
}

/** The exchange orders that goods of an order wait for, or went out with: whoever repeats a request finds its own there. */
function exchangesOf({ devolutions }: OrderRecord): { readonly current?: readonly string[] } {
  const going = devolutions.filter(({ devolutionExchangeStatus }) => devolutionExchangeStatus !== WITHDRAWN);
  return going.length === 0 ? {} : { current: [...new Set(going.map(({ exchangeProcessCode }) => exchangeProcessCode))] };
}

const linesOf = ({ shippings, devolutions }: OrderRecord): readonly Line[] =>
  shippings.flatMap((shipping) =>
    shipping.items.map((item, i) => {
      const itemId = shipping.firstItemId + i;
      const pledged = devolutions.filter((one) => one.itemId === itemId && one.devolutionExchangeStatus !== WITHDRAWN);
      const returned = pledged.reduce((sum, { quantity }) => sum + quantity, 0);
      return { shipping, item, itemId, left: item.quantity - returned };
    }),
  );

/** What comes back of an item: of a sku, from all its lines, one after the other. */
function returnsOfItem(sent: ItemSent, pointer: string, lines: readonly Line[], order: OrderRecord): readonly ReturnLine[] | Failure {
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
  let wanted = quantity;
  return shipped.flatMap((line) => {
    const taken = Math.min(wanted, line.left);
    if (taken === 0) return [];
    wanted -= taken;
    line.left -= taken;
    const { shipping, item } = line;
    const replacementSku = sent.replacementSku ?? item.sku;
    return [{ shipping, item, itemId: line.itemId, quantity: taken, replacementSku, pointer }];
  });
}

/** Words of a devolution item, in the order they come (decisions 5 leaves them open). */
const AWAITED = "Waiting Checkin";
const ARRIVED = "Checked in";
/** Nothing will go out for it: the item may be exchanged again. */
const WITHDRAWN = "Canceled";

/** The order that goods come back from, with what comes back by this exchange order. */
export function withReturns(order: OrderRecord, returns: readonly ReturnLine[], exchangeNumber: string, at: number): OrderRecord {
  const back = returns.map(({ itemId, item, quantity }): DevolutionItem => ({
    itemId,
    sku: item.sku,
    name: item.name,
    quantity,
    exchangeProcessCode: exchangeNumber,
    devolutionData: at,
    devolutionExchangeStatus: AWAITED,
    totalGrossCents: item.grossUnitCents * quantity,
  }));
  const touched = new Set(returns.map(({ shipping }) => shipping.shippingCode));
  return {
    ...order,
    devolutions: [...order.devolutions, ...back],
    devolutionRequested: true,
    exchangeRequested: true,
    shippings: order.shippings.map((shipping) =>
      touched.has(shipping.shippingCode) ? { ...shipping, exchangeOrders: [...shipping.exchangeOrders, exchangeNumber] } : shipping,
    ),
  };
}

/** The order that goods came back from, when they arrived. */
export const withCheckedInReturns = (order: OrderRecord, exchangeNumber: string, at: number): OrderRecord => ({
  ...order,
  devolutions: order.devolutions.map((item) =>
    item.exchangeProcessCode === exchangeNumber ? { ...item, checkInData: at, devolutionExchangeStatus: ARRIVED } : item,
  ),
});

/** The order that goods come back from, when an exchange order, or a shipping of it, was canceled: nothing goes out for them. */
export function withCanceledReturns(order: OrderRecord, exchange: OrderRecord): OrderRecord {
  const canceled = exchange.shippings.filter(({ status }) => status === "canceled").flatMap(({ items }) => items);
  const withdrawn = new Set(canceled.map(({ replaces }) => replaces));
  const isWithdrawn = ({ exchangeProcessCode, itemId }: DevolutionItem) =>
    exchangeProcessCode === exchange.orderNumber && (exchange.status === "canceled" || withdrawn.has(itemId));
  return {
    ...order,
    devolutions: order.devolutions.map((item) => (isWithdrawn(item) ? { ...item, devolutionExchangeStatus: WITHDRAWN } : item)),
  };
}
