import { fromCents } from "../platform/basics/decimal.ts";
import { jsonList, appendMembers } from "../platform/basics/json-fragments.ts";
import { orderActionsJson } from "./actions-view.ts";
import { orderPath, type OrderForActions } from "./actions.ts";
import type { DevolutionItem, OrderRecord, OrderSummary, Payment } from "./order.ts";
import { shippingJson } from "./shipping-view.ts";
import type { RenderingOptions } from "./rendering-options.ts";

/**
 * What a list leaves out of its orders unless it is asked for (seed 2.4, decisions 9). A shipping that is shown always has its
 * items; one order always has its actions, and its shippings have theirs.
 */
const EXPANSIONS = ["shippings", "items", "devolutionItems", "actions"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** Everything there is: what one order is unless less is asked for, and what creating it and moving it answer (decisions 9). */
export const ALL_EXPANSIONS: ReadonlySet<Expansion> = new Set(EXPANSIONS);

/**
 * The expansions asked for, in any letter case; unknown names are ignored, `expand` and `expands` are one (decisions 1.10).
 * Undefined where neither was sent.
 */
export function expansionsOf({ expand, expands }: ExpandQuery): ReadonlySet<Expansion> | undefined {
  if (expand === undefined && expands === undefined) return undefined;
  const asked = [...(expand ?? []), ...(expands ?? [])].map((name) => name.toLowerCase());
  return new Set(EXPANSIONS.filter((name) => asked.includes(name.toLowerCase())));
}
interface ExpandQuery {
  readonly expand?: readonly string[] | undefined;
  readonly expands?: readonly string[] | undefined;
}

/** As much of one order as was asked for. */
export const withActions = (expansions: ReadonlySet<Expansion>): ReadonlySet<Expansion> => new Set<Expansion>([...expansions, "actions"]);
/** Whether nothing is shown of one order but what always is. */
export const isSummaryOnly = (expansions: ReadonlySet<Expansion>): boolean => expansions.size === 1 && expansions.has("actions");

/** Whether an order's shippings are shown: they carry the items, so either expansion shows both. */
const showsShippings = (expansions: ReadonlySet<Expansion>): boolean => expansions.has("shippings") || expansions.has("items");
/** Whether an order's shippings have to be known: what may be done depends on them. */
export const needsShippings = (expansions: ReadonlySet<Expansion>): boolean => showsShippings(expansions) || expansions.has("actions");

/** Where an order is to be found, and what may be done with it, for whom it is shown. */
export interface OrderLinksAndActions {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly actions: string | undefined;
}

/** An order on the wire (seed 2.4, decisions 5): amounts as decimals, dates as epoch ms. */
export function orderJson(
  order: OrderRecord,
  expansions: ReadonlySet<Expansion>,
  options: RenderingOptions,
  { links, actions }: OrderLinksAndActions = sellerSurroundings(order, expansions, options),
): string {
  const withShippings = showsShippings(expansions);
  const expands = EXPANSIONS.filter((name) => !expansions.has(name) && !(withShippings && (name === "shippings" || name === "items")));
  return appendMembers(JSON.stringify(view(order, { expands, paymentsShown: options.paymentsShown, links })), {
    shippings: withShippings ? shippingsJson(order, options, expansions) : undefined,
    devolutionItems: expansions.has("devolutionItems") ? devolutionsText(order) : undefined,
    actions,
  });
}

/** All shippings of an order, as they are sent. */
export function shippingsJson(order: OrderRecord, options: RenderingOptions, expansions = ALL_EXPANSIONS): string {
  const customer = options.customerOf(order);
  const leftOut = expansions.has("actions") ? [] : (["actions"] as const);
  return jsonList(order.shippings.map((shipping) => shippingJson(order, shipping, customer, options, { leftOut })));
}

const devolutionsText = ({ orderNumber, devolutions }: OrderRecord): string =>
  JSON.stringify(devolutions.map((item) => devolutionView(orderPath(orderNumber), item)));

const sellerSurroundings = (order: OrderRecord, expansions: ReadonlySet<Expansion>, options: RenderingOptions): OrderLinksAndActions => ({
  links: orderLinks(order),
  actions: expansions.has("actions") ? orderActionsJson(order, options) : undefined,
});

/** An order of which nothing is expanded, and what its moves depend on. */
export interface StoredOrderSummary extends OrderForActions {
  /** As `summaryJson` made it. */
  readonly summary: string;
}

/** What `orderJson` makes of an order at a glance, where payments are shown: a summary leaves out what one order always has. */
export const storedSummaryJson = (
  { summary, ...order }: StoredOrderSummary,
  options: Pick<RenderingOptions, "environment" | "lang">,
): string =>
  appendMembers(`${headOf(EXPANSIONS.filter((name) => name !== "actions"))}${summary.slice(SUMMARY_JSON_PREFIX.length)}`, {
    actions: orderActionsJson(order, options),
  });

const headOf = (expands: readonly Expansion[]): string => `{"expands":${JSON.stringify(expands)},`;
/**
 * How summaries begin: with what lists leave out. What begins otherwise was made when lists left out something else, by a process of
 * another version, and is not sent.
 */
export const SUMMARY_JSON_PREFIX = headOf(EXPANSIONS);

/** An order of a list in which nothing is expanded, payments and all, as JSON without a line feed: it is stored with the order. */
export const summaryJson = (order: OrderSummary): string =>
  JSON.stringify(view(order, { expands: EXPANSIONS, paymentsShown: true, links: orderLinks(order) }));

interface Shown extends Pick<OrderLinksAndActions, "links"> {
  readonly expands: readonly Expansion[];
  readonly paymentsShown: boolean;
}
/** Always of one shape, for pages are made of it: what is undefined is not on the wire. */
const view = (order: OrderSummary, { expands, paymentsShown, links }: Shown) => ({
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
