import { appendMembers, fromCents, jsonList } from "../platform/basics/index.ts";
import { orderActionsJson } from "./actions-view.ts";
import { orderPath, type OrderForActions } from "./actions.ts";
import type { DevolutionItem, OrderRecord, OrderSummary, Payment } from "./order.ts";
import { shippingJson } from "./shipping-view.ts";
import type { RenderingOptions } from "./rendering-options.ts";

/**
 * The parts of an order that a list shows only on request (seed 2.4, decisions 9). A shipping is always shown with its items. A
 * single order is always shown with its actions, and so are its shippings.
 */
const EXPANSIONS = ["shippings", "items", "devolutionItems", "actions"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** Everything. The default for a single order, and the answer of creating and moving it (decisions 9). */
export const ALL_EXPANSIONS: ReadonlySet<Expansion> = new Set(EXPANSIONS);

/**
 * The requested expansions, in any letter case; `expand` and `expands` mean the same, and unknown names are ignored (decisions
 * 1.10). Undefined when neither parameter was sent.
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

/** The expansions of a single order: those requested, and its actions. */
export const withActions = (expansions: ReadonlySet<Expansion>): ReadonlySet<Expansion> => new Set<Expansion>([...expansions, "actions"]);
/** Whether a single order is shown without any further expansion. */
export const isSummaryOnly = (expansions: ReadonlySet<Expansion>): boolean => expansions.size === 1 && expansions.has("actions");

/** Whether the shippings are shown. They contain the items, so either expansion shows both. */
const showsShippings = (expansions: ReadonlySet<Expansion>): boolean => expansions.has("shippings") || expansions.has("items");
/** Whether the shippings must be loaded: actions depend on them, too. */
export const needsShippings = (expansions: ReadonlySet<Expansion>): boolean => showsShippings(expansions) || expansions.has("actions");

/** The links and actions of an order, which differ by audience. */
export interface OrderLinksAndActions {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly actions: string | undefined;
}

/** An order as JSON (seed 2.4, decisions 5): amounts are decimals, dates epoch ms. By default it has the seller's links and actions. */
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

/** All shippings of an order as JSON. */
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

/** An order's stored JSON without expansions, and what its actions depend on. */
export interface StoredOrderSummary extends OrderForActions {
  /** As `summaryJson` rendered it. */
  readonly summary: string;
}

/** A single order from its stored summary: what `orderJson` renders when only `actions` is expanded and payments are shown. */
export const storedSummaryJson = (
  { summary, ...order }: StoredOrderSummary,
  options: Pick<RenderingOptions, "environment" | "lang">,
): string =>
  appendMembers(`${jsonPrefix(EXPANSIONS.filter((name) => name !== "actions"))}${summary.slice(SUMMARY_JSON_PREFIX.length)}`, {
    actions: orderActionsJson(order, options),
  });

const jsonPrefix = (expands: readonly Expansion[]): string => `{"expands":${JSON.stringify(expands)},`;
/**
 * The beginning of every summary: the expansions that it leaves out. A stored summary that begins differently was written by a server
 * version with other expansions, and is not used.
 */
export const SUMMARY_JSON_PREFIX = jsonPrefix(EXPANSIONS);

/** An order of a list without expansions, with its payments, as JSON without line feeds. It is stored with the order. */
export const summaryJson = (order: OrderSummary): string =>
  JSON.stringify(view(order, { expands: EXPANSIONS, paymentsShown: true, links: orderLinks(order) }));

interface ViewOptions extends Pick<OrderLinksAndActions, "links"> {
  readonly expands: readonly Expansion[];
  readonly paymentsShown: boolean;
}
/** Members that are undefined are not sent. Listing all of them keeps one object shape, because pages render many. */
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
