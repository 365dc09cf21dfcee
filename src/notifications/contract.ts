import { operation } from "../platform/contract/operation.ts";
import { severalOf } from "../platform/contract/list-filters.ts";
import {
  dateTime,
  EXACT_MAX,
  extended,
  flag,
  integer,
  links,
  list,
  named,
  oneOfWords,
  optional,
  record,
  shape,
  text,
  type TSchema,
  unread,
} from "../platform/contract/schema.ts";
import { sellerId } from "../sellers/index.ts";
import { LONGEST_URL } from "./address.ts";
import { notificationErrors } from "./errors.ts";
import { TROUBLE_MEANS } from "./troubles.ts";

/** What a seller may want to hear of. */
const KINDS = ["product", "order"] as const;

/** What became of an attempt, or what is still to become of a delivery. */
const DELIVERY_STATUSES = ["delivered", "failed", "disabled", "pending", "dead"] as const;

const endpointId = text({ maxLength: 100, description: "Identificador do endereço" });
const ofEndpoint = record({ endpointId });
const ofDelivery = record({ endpointId, deliveryId: text({ maxLength: 100, description: "O webhook-id da entrega" }) });
const wait = (description: string) => optional(text({ description }));

const bodyFields = {
  name: text({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}]+$" }),
  url: text({ minLength: 1, maxLength: LONGEST_URL, description: "Onde receber; em produção https" }),
  events: list(oneOfWords(KINDS, { ignoreCase: true }), { minItems: 1, maxItems: KINDS.length, uniqueItems: true }),
  enabled: optional(flag({ default: true, description: "false = nada é enviado; ao voltar, o que houve no meio é entregue" })),
};
const endpointExample = { name: "meu hub", url: "https://hub.example.com/vitrine", events: ["product", "order"], enabled: true };

const Endpoint = shape("Endpoint", {
  id: endpointId,
  name: text(),
  url: text(),
  events: list(named("EventKind", oneOfWords(KINDS))),
  enabled: flag(),
  status: named("EndpointStatus", oneOfWords(["enabled", "paused", "disabled"])),
  disabledReason: optional(oneOfWords(["gone", "failing"], { description: "gone = respondeu 410; failing = só falhou por dias" })),
  proven: flag({ description: "Já respondeu 2xx; até lá recebe no máximo uma notificação por segundo" }),
  cursorSeq: integer({ maximum: Number.MAX_SAFE_INTEGER, description: "Até este seq tudo foi entregue ou está nas repetições" }),
  behind: integer({ maximum: Number.MAX_SAFE_INTEGER, description: "Eventos do lojista depois de cursorSeq" }),
  failingSince: wait("Desde quando nada é entregue"),
  circuitOpenSince: wait("Desde quando só se tenta um evento novo por minuto"),
  pausedUntil: wait("Pediu com Retry-After para não ser chamado até lá"),
  previousSecretUntil: wait("Até quando o segredo anterior ainda assina"),
  replay: optional(
    shape("ReplayRange", {
      fromSeq: integer({ maximum: Number.MAX_SAFE_INTEGER }),
      untilSeq: integer({ maximum: Number.MAX_SAFE_INTEGER }),
    }),
  ),
  warning: wait("Só quando há o que fazer"),
  createdAt: text(),
  links,
});
const StartedDelivery = shape("StartedDelivery", { deliveryId: text(), links });
const secret = text({ secret: true, description: "Segredo das assinaturas (Standard Webhooks); aparece só nesta resposta" });
/** As it is shown, it may come back. */
const EndpointBody = shape("EndpointBody", { ...bodyFields, ...unread({ ...Endpoint.properties, secret }, bodyFields) });

const notifications = { api: "v1", audience: "seller", permission: "notifications", confidential: true } as const;
const base = "/api/v1/notifications/endpoints";
const one = { ...notifications, parameters: ofEndpoint, refuses: [notificationErrors.endpoint_unknown] } as const;

export const listNotificationEndpoints = operation({
  ...notifications,
  id: "listNotificationEndpoints",
  method: "GET",
  path: base,
  summary: "Lista os endereços de notificações",
  replies: { 200: { description: "Os endereços", schema: shape("EndpointList", { items: list(Endpoint), links }) } },
});
export const createNotificationEndpoint = operation({
  ...notifications,
  id: "createNotificationEndpoint",
  method: "POST",
  path: base,
  summary: "Registra um endereço de notificações; o segredo aparece só nesta resposta",
  description: "Recebe o que acontecer daqui em diante; o que já houve está em GET /api/v1/events ou se repete com /replay.",
  body: EndpointBody,
  bodyExample: endpointExample,
  replies: {
    201: {
      description: "O endereço, com secret",
      schema: extended("CreatedEndpoint", Endpoint, { secret }),
      headers: { Location: "Endereço do registro" },
    },
  },
  refuses: [notificationErrors.endpoint_address_refused, notificationErrors.endpoints_too_many],
});
export const getNotificationEndpoint = operation({
  ...one,
  id: "getNotificationEndpoint",
  method: "GET",
  path: `${base}/{endpointId}`,
  summary: "Consulta um endereço de notificações",
  replies: { 200: { description: "O endereço", schema: Endpoint } },
});
export const putNotificationEndpoint = operation({
  ...one,
  id: "putNotificationEndpoint",
  method: "PUT",
  path: `${base}/{endpointId}`,
  summary: "Altera, pausa ou reativa um endereço de notificações",
  description:
    "Reativado, recebe o que houve desde que parou, se ainda é guardado. Só um url novo, ou um endereço que volta a ser ativo, pode ser recusado com endpoint_address_refused.",
  body: EndpointBody,
  bodyExample: endpointExample,
  replies: { 200: { description: "O endereço como ficou", schema: Endpoint } },
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.endpoint_address_refused],
});
export const deleteNotificationEndpoint = operation({
  ...one,
  id: "deleteNotificationEndpoint",
  method: "DELETE",
  path: `${base}/{endpointId}`,
  summary: "Remove um endereço de notificações e o que lhe faltava entregar",
  replies: { 204: { description: "Removido" } },
});
export const testNotificationEndpoint = operation({
  ...one,
  id: "testNotificationEndpoint",
  method: "POST",
  path: `${base}/{endpointId}/test`,
  summary: "Envia uma notificação de teste, assinada, uma vez só",
  replies: { 202: { description: "A entrega", schema: StartedDelivery } },
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.endpoint_not_enabled],
});
export const rotateNotificationSecret = operation({
  ...one,
  id: "rotateNotificationSecret",
  method: "POST",
  path: `${base}/{endpointId}/rotate-secret`,
  summary: "Troca o segredo; o anterior ainda assina por algum tempo, ao lado do novo",
  replies: { 200: { description: "O segredo novo", schema: shape("RotatedSecret", { secret, previousUntil: text(), links }) } },
});
export const replayNotifications = operation({
  ...one,
  id: "replayNotifications",
  method: "POST",
  path: `${base}/{endpointId}/replay`,
  summary: "Envia de novo os eventos desde um seq ou um instante",
  body: shape("ReplayBody", {
    afterSeq: optional(integer({ minimum: 0, maximum: EXACT_MAX, description: "Os eventos depois deste seq" })),
    since: optional(dateTime({ epoch: true, description: "Os eventos deste instante em diante" })),
  }),
  bodyExample: { afterSeq: 0 },
  replies: {
    202: {
      description: "O que será enviado de novo",
      schema: shape("StartedReplay", {
        fromSeq: integer({ maximum: Number.MAX_SAFE_INTEGER }),
        untilSeq: integer({ maximum: Number.MAX_SAFE_INTEGER }),
        links,
      }),
    },
  },
  refuses: [
    notificationErrors.endpoint_unknown,
    notificationErrors.endpoint_not_enabled,
    notificationErrors.replay_start_needed,
    notificationErrors.replay_outside_retention,
  ],
});

const seq = integer({ maximum: Number.MAX_SAFE_INTEGER, description: "O evento; ausente em testes" });
const trouble = optional(text({ description: TROUBLE_MEANS }));
const Delivery = shape("Delivery", {
  deliveryId: text(),
  seq: optional(seq),
  status: named("DeliveryStatus", oneOfWords(DELIVERY_STATUSES)),
  attempt: integer({ description: "Tentativas feitas" }),
  at: text(),
  responseStatus: optional(integer()),
  elapsedMs: optional(integer()),
  trouble,
  nextAttemptAt: wait("Quando se tenta de novo; ausente = espera outra do mesmo recurso"),
  links,
});
const Attempt = shape("DeliveryAttempt", {
  attempt: integer(),
  outcome: oneOfWords(["delivered", "failed", "dead", "disabled"]),
  at: text(),
  responseStatus: optional(integer()),
  elapsedMs: integer(),
  trouble,
  request: text({ description: "Cabeçalhos e corpo enviados, até 8 KiB" }),
  response: optional(text({ description: "Cabeçalhos e corpo recebidos, até 4 KiB" })),
});
const paging = {
  page: optional(integer({ minimum: 0, default: 0 })),
  size: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
};
const status = severalOf(oneOfWords(DELIVERY_STATUSES, { ignoreCase: true }), {
  description: "pending e dead = o que falta; os outros, tentativas, e ausente = todas elas",
});
const deliveriesPage = (item: TSchema) => ({
  200: {
    description: "Uma página, da mais nova à mais antiga",
    schema: shape("DeliveryPage", { items: list(item), page: integer(), size: integer(), links }),
  },
  204: { description: "Nada na página" },
});

export const listDeliveries = operation({
  ...one,
  id: "listDeliveries",
  method: "GET",
  path: `${base}/{endpointId}/deliveries`,
  summary: "Lista tentativas de entrega, ou o que ainda falta entregar",
  query: record({ status, ...paging }),
  replies: deliveriesPage(Delivery),
});
const delivery = {
  ...notifications,
  parameters: ofDelivery,
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.delivery_unknown],
} as const;
export const getDelivery = operation({
  ...delivery,
  id: "getDelivery",
  method: "GET",
  path: `${base}/{endpointId}/deliveries/{deliveryId}`,
  summary: "Consulta uma entrega: cada tentativa, com o que foi enviado e respondido",
  replies: { 200: { description: "A entrega", schema: extended("DeliveryDetail", Delivery, { attempts: list(Attempt) }) } },
});
export const redeliver = operation({
  ...delivery,
  id: "redeliver",
  method: "POST",
  path: `${base}/{endpointId}/deliveries/{deliveryId}/redeliver`,
  summary: "Envia uma entrega de novo, os mesmos bytes sob o mesmo webhook-id",
  replies: { 202: { description: "A entrega", schema: StartedDelivery } },
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.delivery_unknown, notificationErrors.endpoint_not_enabled],
});

export const listEveryDelivery = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  confidential: true,
  id: "listEveryDelivery",
  method: "GET",
  path: "/operator/v1/deliveries",
  summary: "Lista tentativas de entrega, ou o que ainda falta entregar",
  description: "Sem sellerId, as das últimas 24 horas de todos. O que foi enviado e respondido só o lojista vê.",
  query: record({ sellerId: optional(sellerId), endpointId: optional(endpointId), status, ...paging }),
  replies: deliveriesPage(extended("SellerDelivery", Delivery, { sellerId, endpointId })),
});
