import { operation } from "../platform/contract/operation.ts";
import { severalOf } from "../platform/contract/list-filters.ts";
import { PAGE_QUERY } from "../platform/contract/paging.ts";
import {
  dateTime,
  decimal,
  extended,
  flag,
  integer,
  type ListOptions,
  links,
  list,
  oneOfWords,
  optional,
  record,
  shape,
  text,
  withPeriod,
} from "../platform/contract/schema.ts";
import { InvoicingBody } from "./invoice/body.ts";
import { ApprovedBody, CanceledBody, DeliveredBody, ShippedBody } from "./move-bodies.ts";
import { moveErrors } from "./move-errors.ts";
import { CheckoutBody, PurchaseBody } from "./purchase/body.ts";
import { ORDER_TYPES } from "./order.ts";
import { purchaseErrors } from "./purchase/errors.ts";
import { ListedOrder, Order, Shipping, status } from "./shapes.ts";
import { STATES, STATUS_ALIASES } from "./status.ts";

const orders = { api: "v1", audience: "seller", permission: "orders", confidential: true } as const;
/** The number of an order in an address. */
export const orderNumber = text({ maxLength: 300, description: "Número do pedido" });
/** The code of a shipping in an address. */
export const shippingCode = integer({ minimum: 0, description: "Código da entrega" });
const ofOrder = record({ orderNumber });
/** The address of a shipping. */
export const ofShipping = record({ orderNumber, shippingCode });
const NAMES = "shippings, items, devolutionItems; outros nomes são ignorados";
/** Both spellings of what to show (decisions 1.10). */
const expand = (options: ListOptions) => {
  const names = optional(list(text(), options));
  return { expand: names, expands: names };
};
const created = { 201: { description: "O pedido criado, inteiro", schema: Order, headers: { Location: "Endereço do pedido" } } };
const { customer_missing, item_unknown, order_number_registered } = purchaseErrors;

export const postOrder = operation({
  ...orders,
  id: "postOrder",
  method: "POST",
  path: "/api/v1/orders",
  environments: ["sandbox"],
  elsewhere: purchaseErrors.failure("orders_sandbox_only"),
  summary: "Cria um pedido de teste (somente no sandbox)",
  description: "O pedido inteiro, ou só {items: [{sku, quantity}]}: uma entrega, um cliente inventado e os preços do catálogo.",
  body: PurchaseBody,
  bodyExample: { items: [{ sku: "TEN-BRISA-PRETO-39", quantity: 1 }] },
  replies: created,
  refuses: [item_unknown, order_number_registered],
});
export const createOrder = operation({
  api: "operator",
  audience: "operator",
  permission: ["orders"],
  confidential: true,
  id: "createOrder",
  method: "POST",
  path: "/operator/v1/orders",
  summary: "Registra uma compra do marketplace",
  description: "Em produção customer é obrigatório, no pedido ou em uma entrega; só o sandbox inventa um cliente.",
  body: CheckoutBody,
  bodyExample: { sellerId: 1001, items: [{ sku: "TEN-BRISA-PRETO-39", quantity: 1 }], paid: true },
  replies: created,
  refuses: [item_unknown, customer_missing, order_number_registered],
});

const { page, size } = PAGE_QUERY;
const filters = {
  orderStartDate: optional(dateTime({ epoch: true, description: "Pedidos feitos desde" })),
  orderEndDate: optional(dateTime({ epoch: true, endOfDay: true, description: "Pedidos feitos até; um dia sem hora conta inteiro" })),
  orderStatus: severalOf(
    oneOfWords(
      STATES.map((state) => state.status),
      { ignoreCase: true, aliases: STATUS_ALIASES },
    ),
  ),
  orderType: severalOf(oneOfWords(ORDER_TYPES, { ignoreCase: true, aliases: { Venda: "Sale", Troca: "Exchange" } })),
};
const pageFields = { page: integer(), size: integer(), total: integer(), totalPages: integer(), links };

export const listOrders = operation({
  ...orders,
  id: "listOrders",
  method: "GET",
  path: "/api/v1/orders",
  summary: "Lista os pedidos, dos mais novos aos mais antigos",
  description:
    "Cada pedido vem em resumo, e expands diz o que ficou de fora. links.next leva um cursor: quem o segue vê cada pedido uma vez, mesmo que outros cheguem no meio do caminho.",
  query: withPeriod("orderStartDate", "orderEndDate", {
    page,
    size,
    ...filters,
    cursor: optional(text({ maxLength: 200, description: "De links.next; mantém as páginas de uma caminhada estáveis" })),
    ...expand({ description: `O que mostrar além do resumo: actions, ${NAMES}` }),
  }),
  replies: {
    200: { description: "Uma página de pedidos", schema: shape("OrderPage", { items: list(ListedOrder), ...pageFields }) },
    204: { description: "Nenhum pedido na página" },
  },
  refuses: [moveErrors.cursor_unknown, moveErrors.cursor_of_another_list],
});
export const listEveryOrder = operation({
  api: "operator",
  audience: "operator",
  permission: ["orders"],
  confidential: true,
  id: "listEveryOrder",
  method: "GET",
  path: "/operator/v1/orders",
  summary: "Lista os pedidos de todos os lojistas, dos mais novos aos mais antigos",
  query: withPeriod("orderStartDate", "orderEndDate", { page, size, sellerId: optional(integer({ minimum: 1 })), ...filters }),
  replies: {
    200: {
      description: "Uma página de pedidos, sem nada do cliente",
      schema: shape("OrderSummaryPage", {
        items: list(
          shape("OrderSummary", {
            sellerId: integer(),
            orderNumber: text(),
            originNumber: optional(text()),
            orderType: Order.properties.orderType,
            orderStatus: Order.properties.orderStatus,
            statusDate: text(),
            orderDate: text(),
            businessUnit: text(),
            totalQuantity: integer(),
            totalNet: decimal({ scale: 2 }),
            version: integer(),
          }),
        ),
        ...pageFields,
      }),
    },
    204: { description: "Nenhum pedido na página" },
  },
});
export const listShippings = operation({
  ...orders,
  id: "listShippings",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings",
  summary: "Lista as entregas de um pedido, inteiras",
  parameters: ofOrder,
  replies: { 200: { description: "As entregas", schema: shape("ShippingList", { items: list(Shipping), links }) } },
  refuses: [moveErrors.order_unknown],
});
export const getShipping = operation({
  ...orders,
  id: "getShipping",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}",
  summary: "Consulta uma entrega",
  parameters: ofShipping,
  replies: { 200: { description: "A entrega", schema: Shipping } },
  refuses: [moveErrors.order_unknown],
});
export const listCancellationReasons = operation({
  ...orders,
  confidential: false,
  id: "listCancellationReasons",
  method: "GET",
  path: "/api/v1/orders/cancellation-reasons",
  summary: "Lista os motivos de cancelamento aceitos",
  replies: {
    200: {
      description: "Os motivos",
      schema: list(shape("CancellationReason", { code: integer(), description: text(), canBePenalty: flag() })),
    },
  },
});
const TimelineEntry = shape("OrderTimelineEntry", {
  seq: integer({ description: "Número do evento" }),
  date: text(),
  event: text(),
  move: text(),
  from: optional(status),
  to: optional(status),
  shippingCode: optional(integer()),
  orderStatus: optional(status),
  version: integer(),
  by: text({ description: "Que tipo de autor: lojista, operador ou prazo; nunca um nome" }),
  reason: optional(text()),
  requestId: optional(text()),
  deliveries: list(
    shape("TimelineDelivery", {
      endpointId: text(),
      deliveryId: text(),
      status: text({ description: "delivered, failed, pending, dead ou disabled" }),
      nextAttemptAt: optional(text()),
      attempts: list(
        shape("TimelineAttempt", {
          attempt: integer(),
          outcome: text(),
          at: text(),
          responseStatus: optional(integer()),
          elapsedMs: integer(),
          trouble: optional(text()),
        }),
      ),
      links,
    }),
    { description: "As notificações deste evento, por endereço, cada tentativa; o que foi enviado e respondido, em links" },
  ),
});
export const getTimeline = operation({
  ...orders,
  id: "getOrderTimeline",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/timeline",
  summary: "Consulta o que aconteceu com um pedido, do mais antigo ao mais novo, e o que pode acontecer agora",
  parameters: ofOrder,
  replies: {
    200: {
      description: "A linha do tempo",
      schema: shape("OrderTimeline", { items: list(TimelineEntry), orderStatus: status, actions: Order.properties.actions, links }),
    },
  },
  refuses: [moveErrors.order_unknown],
});

export const getOrder = operation({
  ...orders,
  id: "getOrder",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}",
  summary: "Consulta um pedido, inteiro",
  parameters: ofOrder,
  query: record(expand({ description: `Só isto, e vazio nada disto; sem ele vem o pedido inteiro: ${NAMES}`, emptyIsSent: true })),
  replies: { 200: { description: "O pedido", schema: Order } },
  refuses: [moveErrors.order_unknown],
});

/** Documents are larger than other bodies (decisions 5). */
export const INVOICING_LIMIT_BYTES = 2 * 1024 * 1024;
const Warnings = optional(
  list(shape("MoveWarning", { code: text(), pointer: text(), message: text() }), {
    description: "O que é estranho e não recusa nada",
  }),
);
/** What every move of a shipping answers. */
export const movedReplies = {
  200: { description: "A entrega, depois do movimento", schema: extended("MovedShipping", Shipping, { warnings: Warnings }) },
};
const moving = {
  ...orders,
  method: "PUT",
  load: "orders",
  parameters: ofShipping,
  replies: movedReplies,
} as const;
const refusals = [moveErrors.order_move_refused, moveErrors.order_unknown];
const statusPath = <const Word extends string>(word: Word) =>
  `/api/v1/orders/{orderNumber}/shippings/{shippingCode}/status/${word}` as const;

export const putApproved = operation({
  ...moving,
  id: "putApproved",
  path: statusPath("approved"),
  environments: ["sandbox"],
  elsewhere: moveErrors.failure("approved_sandbox_only"),
  summary: "Aprova o pagamento (somente no sandbox)",
  body: ApprovedBody,
  bodyExample: { status: "approved" },
  refuses: refusals,
});
export const putInvoiced = operation({
  ...moving,
  id: "putInvoiced",
  path: statusPath("invoiced"),
  summary: "Registra a nota fiscal: a reserva sai do estoque",
  body: InvoicingBody,
  bodyExample: { issueDate: "2026-11-20T09:52:48-03:00", key: "35261112ABC34501DE35550010000012341583492714", line: "1", number: "1234" },
  bodyLimitBytes: INVOICING_LIMIT_BYTES,
  refuses: [...refusals, moveErrors.order_already_invoiced, moveErrors.order_being_invoiced],
});
export const putShipped = operation({
  ...moving,
  id: "putShipped",
  path: statusPath("shipped"),
  summary: "Informa o envio, com transportadora e rastreio",
  body: ShippedBody,
  bodyExample: { carrier: "Correios", trackingNumber: "AA123456785BR" },
  refuses: refusals,
});
export const putDelivered = operation({
  ...moving,
  id: "putDelivered",
  path: statusPath("delivered"),
  summary: "Informa a entrega",
  body: DeliveredBody,
  bodyExample: { deliveryDate: "2026-11-25T16:00:00-03:00" },
  refuses: refusals,
});
export const putCanceled = operation({
  ...moving,
  id: "putCanceled",
  path: statusPath("canceled"),
  summary: "Cancela antes do faturamento, com um motivo da lista",
  body: CanceledBody,
  bodyExample: { reasonCancellationCode: "1" },
  refuses: refusals,
});
