import { booleanField, int32Field, links, list, namedObject, object, operation, textField } from "../platform/contract/index.ts";
import { EXPANSION_NAMES, expandParameters, orderAddress, sellerOrders, shippingAddress, sellerShippings } from "./contract-parameters.ts";
import { moveErrors } from "./move-errors.ts";
import { Order, Shipping } from "./shapes.ts";
import { OrderTimeline } from "./timeline-shapes.ts";

export const listShippings = operation({
  ...sellerShippings,
  id: "listShippings",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings",
  summary: "Lista as entregas de um pedido, inteiras",
  description: "Com itens, transporte, nota e cliente.",
  parameters: orderAddress,
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
  ...sellerShippings,
  id: "getShipping",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/shippings/{shippingCode}",
  summary: "Consulta uma entrega",
  description: "`actions` diz o que se pode pedir dela agora, e o que impede o resto.",
  parameters: shippingAddress,
  replies: { 200: { description: "A entrega.", schema: Shipping } },
  refuses: [moveErrors.order_unknown],
});
export const listCancellationReasons = operation({
  ...sellerShippings,
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
  ...sellerOrders,
  id: "getOrderTimeline",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}/timeline",
  summary: "Consulta o que aconteceu com um pedido, do mais antigo ao mais novo, e o que pode acontecer agora",
  description: "Com a permissão notifications, também como cada evento foi notificado.",
  parameters: orderAddress,
  replies: {
    200: {
      description: "A linha do tempo.",
      schema: OrderTimeline,
    },
  },
  refuses: [moveErrors.order_unknown],
});

export const getOrder = operation({
  ...sellerOrders,
  id: "getOrder",
  method: "GET",
  path: "/api/v1/orders/{orderNumber}",
  summary: "Consulta um pedido, inteiro",
  description: "Sem `expand`, o pedido inteiro, com entregas e itens; `expand` mostra menos.",
  parameters: orderAddress,
  query: object(
    expandParameters({ description: `Só isto, e vazio nada disto; sem ele vem o pedido inteiro. ${EXPANSION_NAMES}`, emptyIsSent: true }),
  ),
  replies: { 200: { description: "O pedido.", schema: Order } },
  refuses: [moveErrors.order_unknown],
});
