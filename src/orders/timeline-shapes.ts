import {
  dateTimeField,
  describedAs,
  EXAMPLE_IDS,
  int32Field,
  int64Field,
  links,
  list,
  namedObject,
  optional,
  requestIdField,
  textField,
} from "../platform/contract/index.ts";
import { DeliveryAttempt, deliveryStatus } from "./notification-attempt-shapes.ts";
import { Order, status } from "./shapes.ts";

/** An entry of an order's timeline. */
export const TimelineEntry = namedObject(
  "OrderTimelineEntry",
  "Algo que aconteceu com um pedido.",
  {
    seq: int64Field("Número do evento.", 43),
    date: dateTimeField("Quando."),
    event: textField("O nome do evento.", "order.status"),
    move: textField("O movimento.", "invoice"),
    from: optional(describedAs(status, { description: "O status de antes." })),
    to: optional(describedAs(status, { description: "O status de depois.", examples: ["Invoiced"] })),
    shippingCode: optional(int32Field("A entrega, quando uma só mudou.", EXAMPLE_IDS.shippingCode)),
    orderStatus: optional(describedAs(status, { description: "O status do pedido depois disso.", examples: ["Invoiced"] })),
    version: int32Field("A versão do pedido.", 3),
    by: textField("Quem: `credential`, `operator`, `person`, `simulator` ou `timer`; nunca um nome.", "credential"),
    reason: optional(textField("Por quê, quando foi dito.", "Produto sem estoque")),
    requestId: optional(requestIdField("A chamada que o causou.")),
    deliveries: list(
      namedObject("TimelineDelivery", "Uma notificação de um evento, a um endereço.", {
        endpointId: textField("O endereço de notificações.", EXAMPLE_IDS.endpoint),
        deliveryId: textField("Identificador da entrega: o `webhook-id`.", EXAMPLE_IDS.event),
        status: deliveryStatus,
        nextAttemptAt: optional(dateTimeField("Quando se tenta de novo.")),
        attempts: list(DeliveryAttempt, { description: "Cada tentativa que ainda é guardada." }),
        links,
      }),
      {
        description:
          "As notificações deste evento, por endereço; pede a permissão notifications. O que foi enviado e respondido está em `links`.",
      },
    ),
  },
  { examples: [{ reason: undefined }] },
);

/** The history of an order, and the actions possible now. */
export const OrderTimeline = namedObject("OrderTimeline", "A linha do tempo de um pedido.", {
  items: list(TimelineEntry, { description: "Do mais antigo ao mais novo." }),
  orderStatus: describedAs(status, { description: "O status do pedido agora.", examples: ["Invoiced"] }),
  actions: Order.properties.actions,
  links,
});
