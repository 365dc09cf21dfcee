import type { Environment, LocalizedText } from "../platform/contract/index.ts";
import { createStateMachine, type Transition } from "../platform/basics/index.ts";

/**
 * The statuses of orders and shippings in the API (seed 3.2, decisions 5), least advanced first. An order has the status of its least
 * advanced shipping that is not canceled, or `canceled` if all are.
 */
export const ORDER_STATES = [
  {
    status: "Created",
    meaning: {
      "pt-BR": "O pagamento ainda não foi aprovado; o estoque já está reservado.",
      en: "The payment is not approved yet; the stock is reserved already.",
    },
  },
  {
    status: "Waiting Checkin",
    meaning: {
      "pt-BR": "Troca: espera que o lojista confirme o recebimento do produto devolvido.",
      en: "Exchange: waits for the seller to report receipt of the returned product.",
    },
  },
  {
    status: "Frozen",
    meaning: {
      "pt-BR": "Em análise de risco: não fature nem envie; o marketplace libera ou recusa.",
      en: "In risk analysis: neither invoice nor ship; the marketplace releases or refuses it.",
    },
  },
  {
    status: "approved",
    meaning: {
      "pt-BR": "Pago: o lojista fatura, ou cancela com um motivo da lista.",
      en: "Paid: the seller invoices it, or cancels it with a reason of the list.",
    },
  },
  {
    status: "Invoiced",
    meaning: {
      "pt-BR": "Faturado: a reserva saiu do estoque; falta enviar.",
      en: "Invoiced: the reservation left the stock; it is to be shipped.",
    },
  },
  { status: "shipped", meaning: { "pt-BR": "Com a transportadora.", en: "With the carrier." } },
  { status: "delivered", meaning: { "pt-BR": "Entregue; nada mais acontece.", en: "Delivered; nothing more happens." } },
  {
    status: "canceled",
    meaning: {
      "pt-BR": "Cancelado; a reserva voltou a estar à venda.",
      en: "Canceled; what was reserved is for sale again.",
    },
  },
] as const satisfies readonly { status: string; meaning: LocalizedText }[];

export type OrderStatus = (typeof ORDER_STATES)[number]["status"];

/** Other words that filters accept for statuses (decisions 5). */
export const STATUS_ALIASES = {
  Criado: "Created",
  Cadastrado: "Created",
  "Aguardando Check-in": "Waiting Checkin",
  Congelado: "Frozen",
  Aprovado: "approved",
  Faturado: "Invoiced",
  Enviado: "shipped",
  Entregue: "delivered",
  Cancelado: "canceled",
} as const satisfies Readonly<Record<string, OrderStatus>>;

/** Names of the moves of a shipping. Each name has one or more rows in ORDER_MOVES. */
export type OrderMoveName =
  | "purchase"
  | "purchasePaid"
  | "exchange"
  | "approve"
  | "expire"
  | "invoice"
  | "ship"
  | "deliver"
  | "cancel"
  | "freeze"
  | "release"
  | "refuse"
  | "checkIn";

/** Party that makes a move: a seller's integration, a marketplace operator, or a timer. */
export type MoveParty = "seller" | "operator" | "timer";

/** Party that delivers a shipping. Only that party may report the shipping as shipped and delivered. */
export type DeliveryParty = "seller" | "marketplace" | "fulfillment";

/** A transition between two statuses, and the party that may make it. */
export interface OrderMove extends Transition<OrderStatus, OrderMoveName> {
  readonly mover: MoveParty;
  /** Limits the move to shippings delivered by these parties; absent = all. */
  readonly deliveries?: readonly DeliveryParty[];
  /** Limits the move to one environment; absent = both. */
  readonly environment?: Environment;
}

const sandboxOnly = { "pt-BR": "somente no sandbox", en: "sandbox only" };
const ownDelivery = { "pt-BR": "entrega do próprio lojista", en: "the seller's own delivery" };
const operated = { "pt-BR": "fulfillment ou entrega do marketplace", en: "fulfilment or marketplace-run delivery" };
const fulfillmentOnly = { "pt-BR": "pedido de fulfillment", en: "fulfilment order" };
const reasonGiven = { "pt-BR": "motivo da lista; não é fulfillment", en: "reason of the list; not fulfilment" };
const put = (word: string) => ({ "pt-BR": `PUT .../status/${word}`, en: `PUT .../status/${word}` });
const team = (pt: string, en: string) => ({ "pt-BR": `marketplace: ${pt}`, en: `marketplace: ${en}` });
const time = (pt: string, en: string) => ({ "pt-BR": `prazo: ${pt}`, en: `time: ${en}` });
const payment = ["aprovação do pagamento", "payment approval"] as const;

const BY_SELLER = { mover: "seller" } as const;
const BY_OPERATOR = { mover: "operator" } as const;
const BY_TIME = { mover: "timer" } as const;
const SELLER_INVOICES: readonly DeliveryParty[] = ["seller", "marketplace"];
const OPERATED: readonly DeliveryParty[] = ["fulfillment", "marketplace"];

/** All moves (decisions 5, row by row). Any other move is refused. The refusal names the status and the possible moves. */
export const ORDER_MOVES: readonly OrderMove[] = [
  { from: null, move: "purchase", ...BY_OPERATOR, by: team("compra", "purchase"), to: "Created" },
  {
    from: null,
    move: "purchase",
    ...BY_SELLER,
    by: { "pt-BR": "POST /orders", en: "POST /orders" },
    when: sandboxOnly,
    environment: "sandbox",
    to: "Created",
  },
  { from: null, move: "purchasePaid", ...BY_OPERATOR, by: team("compra paga", "paid purchase"), to: "approved" },
  {
    from: null,
    move: "purchasePaid",
    ...BY_SELLER,
    by: { "pt-BR": "POST /orders pago", en: "POST /orders, paid" },
    when: sandboxOnly,
    environment: "sandbox",
    to: "approved",
  },
  { from: null, move: "exchange", ...BY_OPERATOR, by: team("troca pedida", "exchange requested"), to: "Waiting Checkin" },

  { from: "Created", move: "approve", ...BY_SELLER, by: put("approved"), when: sandboxOnly, environment: "sandbox", to: "approved" },
  { from: "Created", move: "approve", ...BY_OPERATOR, by: team(...payment), to: "approved" },
  {
    from: "Created",
    move: "approve",
    ...BY_TIME,
    by: time(...payment),
    when: sandboxOnly,
    environment: "sandbox",
    to: "approved",
  },
  { from: "Created", move: "expire", ...BY_TIME, by: time("não pagamento", "non-payment"), to: "canceled" },
  { from: "Created", move: "cancel", ...BY_OPERATOR, by: team("cancelamento do cliente", "the customer cancels"), to: "canceled" },

  {
    from: "approved",
    move: "invoice",
    ...BY_SELLER,
    by: put("invoiced"),
    when: { "pt-BR": "não é fulfillment", en: "not fulfilment" },
    deliveries: SELLER_INVOICES,
    to: "Invoiced",
  },
  {
    from: "approved",
    move: "invoice",
    ...BY_OPERATOR,
    by: team("faturamento", "invoicing"),
    when: fulfillmentOnly,
    deliveries: ["fulfillment"],
    to: "Invoiced",
  },
  {
    from: "approved",
    move: "invoice",
    ...BY_TIME,
    by: time("faturamento", "invoicing"),
    when: fulfillmentOnly,
    deliveries: ["fulfillment"],
    to: "Invoiced",
  },
  { from: "Invoiced", move: "ship", ...BY_SELLER, by: put("shipped"), when: ownDelivery, deliveries: ["seller"], to: "shipped" },
  { from: "Invoiced", move: "ship", ...BY_OPERATOR, by: team("envio", "shipment"), when: operated, deliveries: OPERATED, to: "shipped" },
  { from: "Invoiced", move: "ship", ...BY_TIME, by: time("envio", "shipment"), when: operated, deliveries: OPERATED, to: "shipped" },
  { from: "shipped", move: "deliver", ...BY_SELLER, by: put("delivered"), when: ownDelivery, deliveries: ["seller"], to: "delivered" },
  {
    from: "shipped",
    move: "deliver",
    ...BY_OPERATOR,
    by: team("entrega", "delivery"),
    when: operated,
    deliveries: OPERATED,
    to: "delivered",
  },
  { from: "shipped", move: "deliver", ...BY_TIME, by: time("entrega", "delivery"), when: operated, deliveries: OPERATED, to: "delivered" },
  { from: "approved", move: "cancel", ...BY_SELLER, by: put("canceled"), when: reasonGiven, deliveries: SELLER_INVOICES, to: "canceled" },
  { from: "approved", move: "cancel", ...BY_OPERATOR, by: team("cancelamento", "cancellation"), to: "canceled" },

  { from: "approved", move: "freeze", ...BY_OPERATOR, by: team("análise de risco", "risk analysis"), to: "Frozen" },
  { from: "Created", move: "freeze", ...BY_OPERATOR, by: team("análise de risco", "risk analysis"), to: "Frozen" },
  { from: "Frozen", move: "release", ...BY_OPERATOR, by: team("liberação", "release"), to: "approved" },
  { from: "Frozen", move: "refuse", ...BY_OPERATOR, by: team("recusa", "refusal"), to: "canceled" },

  {
    from: "Waiting Checkin",
    move: "checkIn",
    ...BY_SELLER,
    by: { "pt-BR": "POST .../check-in, no portal também", en: "POST .../check-in, in the portal too" },
    to: "approved",
  },
  {
    from: "Waiting Checkin",
    move: "checkIn",
    ...BY_OPERATOR,
    by: team("recebimento da devolução", "receipt of the return"),
    to: "approved",
  },
];

/**
 * The state machine of orders: `orderStateMachine.move(status, move)` returns the next status. If the move is not possible, it returns the
 * possible moves.
 */
export const orderStateMachine = createStateMachine({ states: ORDER_STATES.map(({ status }) => status), moves: ORDER_MOVES });

const RANKS: ReadonlyMap<OrderStatus, number> = new Map(ORDER_STATES.map(({ status }, rank) => [status, rank]));

/**
 * Returns the status of an order from the statuses of its shippings: the least advanced one that is not canceled, or canceled if all are.
 */
export const statusOfOrder = (statuses: readonly OrderStatus[]): OrderStatus =>
  statuses.reduce((least, status) => (RANKS.get(status)! < RANKS.get(least)! ? status : least), "canceled" as OrderStatus);

/** `platformId` by delivery party. The seller delivers shippings with any other value (seed 2.5). */
export const PLATFORMS = { fulfillment: "PARTNER_ENTREGAS", marketplace: "MARKETPLACE_ENTREGAS", seller: "INTERNAL" } as const;

/** The fulfilment operator as a carrier (seed 2.5). */
export const FULFILLMENT_CARRIER = { carrierId: "906", carrier: "Partner Entregas - Fulfillment" } as const;

/** Returns the party that delivers a shipping. */
export const deliveryPartyOf = ({
  fulfillment,
  platformId,
}: {
  readonly fulfillment: boolean;
  readonly platformId: string;
}): DeliveryParty => (fulfillment ? "fulfillment" : platformId === PLATFORMS.marketplace ? "marketplace" : "seller");
