import { operation } from "../platform/contract/operation.ts";
import { extended, integer, links, list, optional, record, shape, text, type TSchema } from "../platform/contract/schema.ts";
import { sellerErrors } from "../sellers/index.ts";
import { eventErrors } from "./errors.ts";

/** Events of a page at most, and unless the caller says. */
export const LIMITS = { most: 500, usual: 100 } as const;
/** Longest wait for something new, in seconds. */
const LONGEST_WAIT_SECONDS = 30;
const FURTHEST_SEQ = Number.MAX_SAFE_INTEGER;

const limit = (most: number) =>
  optional(integer({ minimum: 1, maximum: most, default: LIMITS.usual, description: "Eventos por resposta, no máximo" }));

/** What an answer always has, though there may be nothing to say. */
const orNull = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  type: [(schema as { readonly type?: string }).type, "null"],
});

const VIA = "O status no meio, quando os dois movimentos foram feitos de uma vez";
const changes = shape(
  "EventChanges",
  {
    from: optional(text({ description: "null no primeiro evento do recurso" })),
    via: optional(text({ description: VIA })),
    to: optional(text()),
    shippingCode: optional(integer({ description: "Quando uma só entrega do pedido mudou" })),
  },
  { description: "De onde para onde foi o produto, ou as entregas do pedido que mudaram" },
);
const Notification = shape("Notification", {
  id: text({ description: "O mesmo em cada envio: evt_<lojista>_<seq>" }),
  seq: integer({ maximum: FURTHEST_SEQ, description: "Do lojista, de 1 em diante, sem lacunas" }),
  prevSeq: orNull(integer({ maximum: FURTHEST_SEQ, description: "O evento anterior; null no primeiro" })),
  sellerId: integer(),
  name: text({ examples: ["order.status"] }),
  eventCode: text({ examples: ["PEDIDO_ALTERADO", "PRODUTO_ALTERADO"] }),
  eventAction: text({ examples: ["PEDIDO", "PRODUTO"] }),
  eventMessage: text(),
  eventDate: text(),
  parameters: shape("EventParameters", {
    sku: optional(text()),
    orderNumber: optional(text()),
    credentialId: optional(text()),
    endpointId: optional(text()),
  }),
  status: optional(text({ description: "O status do produto ou do pedido depois do evento" })),
  resourceVersion: integer({ description: "Do produto ou do pedido; cresce a cada evento dele" }),
  expands: list(text(), { description: "As partes do recurso que se pedem com expand onde ele é lido" }),
  links,
});
const Event = extended("Event", Notification, {
  by: text({ description: "Quem: credential, operator, simulator, timer ou automatic validation" }),
  cause: text({ description: "O movimento que levou ao evento" }),
  changes,
  requestId: optional(text({ description: "A chamada que o causou" })),
});

export const listEvents = operation({
  api: "v1",
  audience: "seller",
  permission: "notifications",
  load: "waits",
  id: "listEvents",
  method: "GET",
  path: "/api/v1/events",
  summary: "Lê o que aconteceu com produtos e pedidos, do mais antigo ao mais novo",
  description:
    "Guarde o seq do último evento tratado e envie-o em after: nada se pula e nada se repete. Com wait a resposta espera por algo novo. Precisa da permissão notifications, ou de products e orders.",
  query: record({
    after: optional(
      integer({
        minimum: 0,
        maximum: FURTHEST_SEQ,
        default: 0,
        description: "Só eventos de seq maior; ausente ou 0 = do mais antigo mostrado em diante",
      }),
    ),
    limit: limit(LIMITS.most),
    wait: optional(
      integer({ minimum: 0, maximum: LONGEST_WAIT_SECONDS, default: 0, description: "Segundos para esperar por algo novo antes do 204" }),
    ),
  }),
  replies: {
    200: {
      description: "Os eventos; links.next leva aos que virão depois",
      schema: shape("EventList", { items: list(Event), links }),
    },
    204: { description: "Nada novo" },
  },
  refuses: [eventErrors.events_expired, eventErrors.too_many_waiting, eventErrors.waiting_full],
});

export const listSellerEvents = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  id: "listSellerEvents",
  method: "GET",
  path: "/operator/v1/events",
  summary: "Lê os eventos de um lojista, ou os mais novos de todos",
  description:
    "Com after, do mais antigo ao mais novo; sem, do mais novo ao mais antigo. Sem sellerId, só os das últimas 24 horas. O papel support vê em actor o tipo de quem fez, sem o código.",
  query: record({
    sellerId: optional(integer({ minimum: 1 })),
    after: optional(integer({ minimum: 0, maximum: FURTHEST_SEQ, description: "Só eventos de seq maior; pede sellerId" })),
    resource: optional(text({ maxLength: 400, description: "product/<sku> ou order/<número>; pede sellerId" })),
    limit: limit(LIMITS.usual),
  }),
  replies: {
    200: {
      description: "Os eventos",
      schema: shape("OperatorEventList", { items: list(extended("OperatorEvent", Event, { actor: text(), resource: text() })), links }),
    },
    204: { description: "Nenhum evento" },
  },
  refuses: [eventErrors.event_seller_missing, sellerErrors.seller_unknown],
});
