import { appendMembers, fromCents, jsonList } from "../platform/basics/index.ts";
import { orderActionsJson } from "./actions-view.ts";
import { orderPath, type OrderForActions } from "./actions.ts";
import type { DevolutionItem, OrderRecord, OrderSummary, Payment } from "./order.ts";
import { shippingJson } from "./shipping-view.ts";
import type { RenderingOptions } from "./rendering-options.ts";

/**
 * The parts of an order that a list shows only on request (seed 2.4, decisions 9). A shipping is always shown with its items. A single
 * order, and each shipping shown in it, always has its actions.
 */
const EXPANSIONS = ["shippings", "items", "devolutionItems", "actions"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** All expansions. A single order has them by default, and after it was created or moved (decisions 9). */
export const ALL_EXPANSIONS: ReadonlySet<Expansion> = new Set(EXPANSIONS);

/**
 * The requested expansions, in any letter case; `expand` and `expands` mean the same, and unknown names are ignored (decisions 1.10).
 * Undefined if neither parameter was sent.
 */
export function expansionsOf({ expand, expands }: ExpandQuery): ReadonlySet<Expansion> | undefined {
  if (expand === undefined && expands === undefined) return undefined;
  const requested = [...(expand ?? []), ...(expands ?? [])].map((name) => name.toLowerCase());
  return new Set(EXPANSIONS.filter((name) => requested.includes(name.toLowerCase())));
}
interface ExpandQuery {
  readonly expand?: readonly string[] | undefined;
  readonly expands?: readonly string[] | undefined;
}

/** Adds the actions, which a single order always shows, to the requested expansions. */
export const withActions = (expansions: ReadonlySet<Expansion>): ReadonlySet<Expansion> => new Set<Expansion>([...expansions, "actions"]);
/** Whether a single order is shown with no expansion except its actions. */
export const isSummaryOnly = (expansions: ReadonlySet<Expansion>): boolean => expansions.size === 1 && expansions.has("actions");

/** Whether the shippings are shown. They contain the items, so either expansion shows both. */
const showsShippings = (expansions: ReadonlySet<Expansion>): boolean => expansions.has("shippings") || expansions.has("items");
/** Whether the shippings must be loaded, to show them or because the actions depend on them. */
export const needsShippings = (expansions: ReadonlySet<Expansion>): boolean => showsShippings(expansions) || expansions.has("actions");

/** Links and actions of an order. They differ by audience. */
export interface OrderLinksAndActions {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly actions: string | undefined;
}

/**
 * Renders an order as JSON (seed 2.4, decisions 5): amounts are decimals, dates epoch ms. By default it has the seller's links and actions.
 */
export function orderJson(
  order: OrderRecord,
  expansions: ReadonlySet<Expansion>,
  options: RenderingOptions,
  { links, actions }: OrderLinksAndActions = sellerLinksAndActions(order, expansions, options),
): string {
  const withShippings = showsShippings(expansions);
  const expands = EXPANSIONS.filter((name) => !expansions.has(name) && !(withShippings && (name === "shippings" || name === "items")));
  return appendMembers(JSON.stringify(view(order, { expands, paymentsShown: options.paymentsShown, links })), {
    shippings: withShippings ? shippingsJson(order, options, expansions) : undefined,
    devolutionItems: expansions.has("devolutionItems") ? devolutionsJson(order) : undefined,
    actions,
  });
}

/** Renders all shippings of an order as JSON. */
export function shippingsJson(order: OrderRecord, options: RenderingOptions, expansions = ALL_EXPANSIONS): string {
  const customer = options.customerOf(order);
  const leftOut = expansions.has("actions") ? [] : (["actions"] as const);
  return jsonList(order.shippings.map((shipping) => shippingJson(order, shipping, customer, options, { leftOut })));
}

const devolutionsJson = ({ orderNumber, devolutions }: OrderRecord): string =>
  JSON.stringify(devolutions.map((item) => devolutionView(orderPath(orderNumber), item)));

const sellerLinksAndActions = (
  order: OrderRecord,
  expansions: ReadonlySet<Expansion>,
  options: RenderingOptions,
): OrderLinksAndActions => ({
  links: orderLinks(order),
  actions: expansions.has("actions") ? orderActionsJson(order, options) : undefined,
});

/** An order's stored JSON without expansions, and the data that its actions depend on. */
export interface StoredOrderSummary extends OrderForActions {
  /** As `summaryJson` rendered it. */
  readonly summary: string;
}

/**
 * Renders a single order from its stored summary. The result is the same as from `orderJson` with only `actions` expanded and payments
 * shown.
 */
export const storedSummaryJson = (
  { summary, ...order }: StoredOrderSummary,
  options: Pick<RenderingOptions, "environment" | "lang">,
): string =>
  appendMembers(`${jsonPrefix(EXPANSIONS.filter((name) => name !== "actions"))}${summary.slice(SUMMARY_JSON_PREFIX.length)}`, {
    actions: orderActionsJson(order, options),
  });

const jsonPrefix = (expands: readonly Expansion[]): string => `{"expands":${JSON.stringify(expands)},`;
/**
 * Beginning of every summary. It lists the expansions that the summary leaves out. A stored summary with another beginning was written by a
 * server version with other expansions, and is not used.
 */
export const SUMMARY_JSON_PREFIX = jsonPrefix(EXPANSIONS);

/**
 * Renders an order of a list, without expansions and with its payments, as JSON without line feeds. The result is stored with the order.
 */
export const summaryJson = (order: OrderSummary): string =>
  JSON.stringify(view(order, { expands: EXPANSIONS, paymentsShown: true, links: orderLinks(order) }));

interface ViewOptions extends Pick<OrderLinksAndActions, "links"> {
  readonly expands: readonly Expansion[];
  readonly paymentsShown: boolean;
}
/**
 * Builds the members of an order. Undefined members are not sent. All members are listed, so that every object has the same shape: pages
 * render many objects.
 */
const view = (order: OrderSummary, { expands, paymentsShown, links }: ViewOptions) => ({
  expands,
  orderNumber: order.orderNumber,
  originNumber: order.originNumber,
  orderType: order.orderType,
  orderStatus: order.status,
  orderDate: order.orderDate,
  paymentDate: order.paymentDate,
  agreedDate: order.agreedDate,
  originSite: order.originSite,
  businessUnit: order.businessUnit,
  totalQuantity: order.totalQuantity,
  totalGross: fromCents(order.grossCents),
  totalCommission: fromCents(order.commissionCents),
  totalDiscount: fromCents(order.discountCents),
  totalFreight: fromCents(order.freightCents),
  totalNet: fromCents(order.netCents),
  paymentGatewayInfos: paymentsShown ? order.payments.map(paymentView) : undefined,
  devolutionRequested: order.devolutionRequested,
  exchangeRequested: order.exchangeRequested,
  links,
});

function orderLinks({ orderNumber, originNumber }: OrderSummary) {
  const self = orderPath(orderNumber);
  const links = [
    { rel: "self", href: self },
    { rel: "shippings", href: `${self}/shippings` },
    { rel: "timeline", href: `${self}/timeline` },
  ];
  if (originNumber !== undefined) links.push({ rel: "origin", href: orderPath(originNumber) });
  return links;
}

const paymentView = ({ registrationNumber, cents }: Payment) => ({
  paymentGatewayRegistrationNumber: registrationNumber,
  totalValue: fromCents(cents),
});

const devolutionView = (order: string, { totalGrossCents, ...item }: DevolutionItem) => ({
  ...item,
  totalGross: fromCents(totalGrossCents),
  expands: [],
  links: [{ rel: "order", href: order }],
});
