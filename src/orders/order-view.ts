import { fromCents } from "../platform/decimal.ts";
import { jsonUtf8, listUtf8, type Utf8, withMembers } from "../platform/utf8.ts";
import { orderActionsText } from "./actions-view.ts";
import { orderPath, type OrderToAsk } from "./actions.ts";
import type { DevolutionItem, OrderRecord, OrderSummary, Payment } from "./order.ts";
import { shippingText } from "./shipping-view.ts";
import type { Showing } from "./showing.ts";

/** What a returned order leaves out unless it is asked for (seed 2.4). A shipping that is shown always has its items. */
const EXPANSIONS = ["shippings", "items", "devolutionItems"] as const;
export type Expansion = (typeof EXPANSIONS)[number];

/** Everything there is: what creating an order and moving it answer. */
export const ALL: ReadonlySet<Expansion> = new Set(EXPANSIONS);

/** The expansions asked for, in any letter case; unknown names are ignored, `expand` and `expands` are one (decisions 1.10). */
export function expansionsOf(query: {
  readonly expand?: readonly string[] | undefined;
  readonly expands?: readonly string[] | undefined;
}): ReadonlySet<Expansion> {
  const asked = [...(query.expand ?? []), ...(query.expands ?? [])].map((name) => name.toLowerCase());
  return new Set(EXPANSIONS.filter((name) => asked.includes(name.toLowerCase())));
}

/** Whether an order's shippings are shown: they carry the items, so either expansion shows both. */
export const showsShippings = (expansions: ReadonlySet<Expansion>): boolean => expansions.has("shippings") || expansions.has("items");

/** Where an order is to be found, and what may be done with it, for whom it is shown. */
export interface Surroundings {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly actions: Utf8 | undefined;
}

/** An order on the wire (seed 2.4, decisions 5): amounts as decimals, dates as epoch ms. */
export function orderText(
  order: OrderRecord,
  expansions: ReadonlySet<Expansion>,
  showing: Showing,
  { links, actions }: Surroundings = forItsSeller(order, showing),
): Utf8 {
  const withShippings = showsShippings(expansions);
  const expands = EXPANSIONS.filter((name) => !expansions.has(name) && !(withShippings && name !== "devolutionItems"));
  return withMembers(jsonUtf8(view(order, { expands, paymentsShown: showing.paymentsShown, links })), {
    shippings: withShippings ? shippingsText(order, showing) : undefined,
    devolutionItems: expansions.has("devolutionItems") ? devolutionsText(order) : undefined,
    actions,
  });
}

/** All shippings of an order, as they are sent. */
export function shippingsText(order: OrderRecord, showing: Showing): Utf8 {
  const customer = showing.customerOf(order);
  return listUtf8(order.shippings.map((shipping) => shippingText(order, shipping, customer, showing)));
}

const devolutionsText = ({ orderNumber, devolutions }: OrderRecord): Utf8 =>
  jsonUtf8(devolutions.map((item) => devolutionView(orderPath(orderNumber), item)));

/** A list without shippings does not know what stands in a move's way. */
const forItsSeller = (order: OrderRecord, showing: Showing): Surroundings => ({
  links: orderLinks(order),
  actions: order.shippings.length > 0 ? orderActionsText(order, showing) : undefined,
});

/** An order of which nothing is expanded, and what its moves depend on. */
export interface Glance extends OrderToAsk {
  /** As `summaryText` made it. */
  readonly summary: Utf8;
}

/** What `orderText` makes of an order of which nothing is expanded, where payments are shown. */
export const glanceText = (glance: Glance, showing: Pick<Showing, "environment" | "lang">): Utf8 =>
  withMembers(glance.summary, { actions: orderActionsText(glance, showing) });

/** An order of a list in which nothing is expanded, payments and all, as JSON without a line feed: it is stored with the order. */
export const summaryText = (order: OrderSummary): string =>
  JSON.stringify(view(order, { expands: EXPANSIONS, paymentsShown: true, links: orderLinks(order) }));

interface Shown extends Pick<Surroundings, "links"> {
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
