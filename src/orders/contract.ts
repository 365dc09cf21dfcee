import { operation } from "../platform/contract/operation.ts";
import { multiValueParameter } from "../platform/contract/list-filters.ts";
import { PAGE_COUNTS, PAGE_QUERY } from "../platform/contract/paging.ts";
import { int32Field, EXAMPLE_IDS, booleanField, dateTimeField, textField } from "../platform/contract/fields.ts";
import {
  dateTime,
  extendObject,
  integer,
  type ListOptions,
  links,
  list,
  optional,
  object,
  describedAs,
  namedObject,
  text,
  lenientEnum,
  withPeriod,
} from "../platform/contract/schema.ts";
import { sellerId } from "../sellers/index.ts";
import { InvoicingBody } from "./invoice/body.ts";
import { ApprovedBody, CanceledBody, DeliveredBody, ShippedBody } from "./move-bodies.ts";
import { moveErrors } from "./move-errors.ts";
import { CheckoutBody, PurchaseBody } from "./purchase/body.ts";
import { purchaseErrors } from "./purchase/errors.ts";
import { ListedOrder, Order, orderType, Shipping, status } from "./shapes.ts";
import { STATUS_ALIASES } from "./status.ts";
import { OrderTimeline } from "./timeline-shapes.ts";

const orders = { api: "v1", audience: "seller", permission: "orders", tag: "Pedidos", confidential: true } as const;
const shippings = { ...orders, tag: "Entregas" } as const;
/** The number of an order in an address. */
export const orderNumber = text({ maxLength: 300, description: "Número do pedido.", examples: [EXAMPLE_IDS.order] });
/** The code of a shipping in an address. */
export const shippingCode = integer({ minimum: 0, description: "Código da entrega.", examples: [EXAMPLE_IDS.shippingCode] });
const ofOrder = object({ orderNumber });
/** The address of a shipping. */
export const ofShipping = object({ orderNumber, shippingCode });
const NAMES = "shippings, items, devolutionItems. Outros nomes são ignorados.";
/** The parameter in both spellings (decisions 1.10). */
const expand = (options: ListOptions) => {
  const names = optional(list(text(), { examples: [["shippings", "items"]], ...options }));
  return { expand: names, expands: describedAs(names, { description: "O mesmo que `expand`." }) };
};
const created = {
  201: {
    description: "O pedido criado, inteiro.",
    schema: Order,
    headers: { Location: { description: "Endereço do pedido.", example: "/api/v1/orders/217350000584167" } },
  },
};
const { customer_missing, item_unknown, order_number_registered } = purchaseErrors;

export const postOrder = operation({
  ...orders,
  id: "postOrder",
  method: "POST",
  path: "/api/v1/orders",
  environments: ["sandbox"],
  elsewhere: purchaseErrors.failure("orders_sandbox_only"),
  summary: "Cria um pedido de teste (somente no sandbox)",
  description: "O pedido inteiro, ou só `{items: [{sku, quantity}]}`: uma entrega, um cliente inventado e os preços do catálogo.",
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
  tag: "Pedidos",
  id: "createOrder",
  method: "POST",
  path: "/operator/v1/orders",
  summary: "Registra uma compra do marketplace",
  description: "Em produção `customer` é obrigatório, no pedido ou em uma entrega; só o sandbox inventa um cliente.",
  body: CheckoutBody,
  bodyExample: { sellerId: 1001, items: [{ sku: "TEN-BRISA-PRETO-39", quantity: 1 }], paid: true },
  replies: created,
  refuses: [item_unknown, customer_missing, order_number_registered],
});

const { page, size } = PAGE_QUERY;
const filters = {
  orderStartDate: optional(dateTime({ epoch: true, description: "Pedidos feitos desde.", examples: ["2026-11-01"] })),
  orderEndDate: optional(
    dateTime({ epoch: true, endOfDay: true, description: "Pedidos feitos até; um dia sem hora conta inteiro.", examples: ["2026-11-30"] }),
  ),
  orderStatus: multiValueParameter(lenientEnum(status, { aliases: STATUS_ALIASES }), { description: "Só os neste status." }),
  orderType: multiValueParameter(lenientEnum(orderType, { aliases: { Venda: "Sale", Troca: "Exchange" } }), {
    description: "Só os deste tipo.",
  }),
};

export const listOrders = operation({
  ...orders,
  id: "listOrders",
  method: "GET",
  path: "/api/v1/orders",
  summary: "Lista os pedidos, dos mais novos aos mais antigos",
  description:
    "Cada pedido vem em resumo, e `expands` diz o que ficou de fora. `links.next` leva um cursor: quem o segue vê cada pedido uma vez, mesmo que outros cheguem no meio do caminho.",
  query: withPeriod("orderStartDate", "orderEndDate", {
    page,
    size,
    ...filters,
    cursor: optional(
      text({
        maxLength: 200,
        description: "De `links.next`; mantém as páginas de uma caminhada estáveis.",
        examples: ["1795179168000.217350000584167"],
      }),
    ),
    ...expand({ description: `O que mostrar além do resumo: actions, ${NAMES}`, examples: [["shippings", "items"]] }),
  }),
  replies: {
    200: {
      description: "Uma página de pedidos.",
      schema: namedObject("OrderPage", "Uma página de pedidos.", {
        items: list(ListedOrder, { description: "Do mais novo ao mais antigo." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhum pedido na página." },
  },
  refuses: [moveErrors.cursor_unknown, moveErrors.cursor_of_another_list],
});
const OrderSummary = namedObject(
  "OrderSummary",
  "Um pedido em resumo, sem nada do cliente.",
  {
    sellerId,
    orderNumber: Order.properties.orderNumber,
    originNumber: Order.properties.originNumber,
    orderType,
    orderStatus: Order.properties.orderStatus,
    statusDate: dateTimeField("Desde quando está neste status."),
    orderDate: dateTimeField("Quando foi feito."),
    businessUnit: Order.properties.businessUnit,
    totalQuantity: Order.properties.totalQuantity,
    totalNet: Order.properties.totalNet,
    version: int32Field("A versão do pedido.", 3),
  },
  { examples: [{ originNumber: undefined }] },
);
export const listEveryOrder = operation({
  api: "operator",
  audience: "operator",
  permission: ["orders"],
  confidential: true,
  tag: "Pedidos",
  id: "listEveryOrder",
  method: "GET",
  path: "/operator/v1/orders",
  summary: "Lista os pedidos de todos os lojistas, dos mais novos aos mais antigos",
  description: "Só o resumo de cada um, sem nada do cliente.",
  query: withPeriod("orderStartDate", "orderEndDate", {
    page,
    size,
    sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })),
    ...filters,
  }),
  replies: {
    200: {
      description: "Uma página de pedidos, sem nada do cliente.",
      schema: namedObject("OrderSummaryPage", "Uma página de pedidos de todos os lojistas.", {
        items: list(OrderSummary, { description: "Do mais novo ao mais antigo." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhum pedido na página." },
  },
});
export const listShippings = operation({
  ...shippings,
  id: "listShippings",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings",
  summary: "Lista as entregas de um pedido, inteiras",
  description: "Com itens, transporte, nota e cliente.",
  parameters: ofOrder,
  replies: {
    200: {
      description: "As entregas.",
      schema: namedObject("ShippingList", "As entregas de um pedido.", {
        items: list(Shipping, { description: "As entregas, inteiras." }),
        links,
      }),
    },
  },
  refuses: [moveErrors.order_unknown],
});
export const getShipping = operation({
  ...shippings,
  id: "getShipping",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}",
  summary: "Consulta uma entrega",
  description: "`actions` diz o que se pode pedir dela agora, e o que impede o resto.",
  parameters: ofShipping,
  replies: { 200: { description: "A entrega.", schema: Shipping } },
  refuses: [moveErrors.order_unknown],
});
export const listCancellationReasons = operation({
  ...shippings,
  confidential: false,
  id: "listCancellationReasons",
  method: "GET",
  path: "/api/v1/orders/cancellation-reasons",
  summary: "Lista os motivos de cancelamento aceitos",
  description: "O cancelamento pede um destes.",
  replies: {
    200: {
      description: "Os motivos.",
      schema: list(
        namedObject("CancellationReason", "Um motivo de cancelamento.", {
          code: int32Field("Código, para `reasonCancellationCode`.", 1),
          description: textField("O motivo.", "Produto sem estoque"),
          canBePenalty: booleanField("Se pode contar contra o lojista."),
        }),
        { description: "Os motivos aceitos." },
      ),
    },
  },
});
export const getTimeline = operation({
  ...orders,
  id: "getOrderTimeline",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/timeline",
  summary: "Consulta o que aconteceu com um pedido, do mais antigo ao mais novo, e o que pode acontecer agora",
  description: "Com a permissão notifications, também como cada evento foi notificado.",
  parameters: ofOrder,
  replies: {
    200: {
      description: "A linha do tempo.",
      schema: OrderTimeline,
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
  description: "Sem `expand`, o pedido inteiro, com entregas e itens; `expand` mostra menos.",
  parameters: ofOrder,
  query: object(expand({ description: `Só isto, e vazio nada disto; sem ele vem o pedido inteiro. ${NAMES}`, emptyIsSent: true })),
  replies: { 200: { description: "O pedido.", schema: Order } },
  refuses: [moveErrors.order_unknown],
});

/** Larger than other bodies, because the body contains the invoice document (decisions 5). */
export const INVOICING_LIMIT_BYTES = 2 * 1024 * 1024;
const MovedShipping = extendObject(
  "MovedShipping",
  Shipping,
  "Uma entrega, depois de um movimento.",
  {
    warnings: optional(
      list(
        namedObject("MoveWarning", "O que é estranho em um movimento que foi feito.", {
          code: textField("Código, estável.", "tracking_check_digit"),
          pointer: textField("Onde: JSON Pointer no corpo.", "/trackingNumber"),
          message: textField("O mesmo em uma frase.", "O dígito verificador do código de rastreio não confere; confira-o."),
        }),
        { description: "O que é estranho e não recusa nada; só quando há." },
      ),
    ),
  },
  { examples: [{ warnings: undefined }] },
);
/** The replies of every move of a shipping. */
export const movedReplies = { 200: { description: "A entrega, depois do movimento.", schema: MovedShipping } };
const moving = {
  ...shippings,
  method: "PUT",
  priority: "orders",
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
  description: "Em produção o pagamento é aprovado pelo marketplace.",
  body: ApprovedBody,
  bodyExample: { status: "approved" },
  refuses: refusals,
});
export const putInvoiced = operation({
  ...moving,
  id: "putInvoiced",
  path: statusPath("invoiced"),
  summary: "Registra a nota fiscal: a reserva sai do estoque",
  description:
    "`issueDate` é a data de emissão da nota. Pedidos simultâneos: um só é aceito, os outros recebem 409. Uma resposta perdida se recupera com `Idempotency-Key`.",
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
  description:
    "`trackingLink` é obrigatório, exceto nos Correios, cujo código de rastreio é conferido. Não vale em fulfillment nem em entregas do marketplace.",
  body: ShippedBody,
  bodyExample: { carrier: "Correios", trackingNumber: "AA123456785BR" },
  refuses: refusals,
});
export const putDelivered = operation({
  ...moving,
  id: "putDelivered",
  path: statusPath("delivered"),
  summary: "Informa a entrega",
  description: "Não vale em fulfillment nem em entregas do marketplace.",
  body: DeliveredBody,
  bodyExample: { deliveryDate: "2026-11-25T16:00:00-03:00" },
  refuses: refusals,
});
export const putCanceled = operation({
  ...moving,
  id: "putCanceled",
  path: statusPath("canceled"),
  summary: "Cancela antes do faturamento, com um motivo da lista",
  description: "Só antes do faturamento; pode haver penalidade. A reserva volta a estar à venda. Não vale em fulfillment.",
  body: CanceledBody,
  bodyExample: { reasonCancellationCode: "1" },
  refuses: refusals,
});
