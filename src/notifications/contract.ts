import {
  dateTime,
  describedAs,
  EXACT_MAX,
  integer,
  lenientEnum,
  links,
  list,
  multiValueParameter,
  namedObject,
  object,
  operation,
  optional,
  PAGE_COUNTS,
  PAGE_QUERY,
  text,
  type TSchema,
  UNCOUNTED_PAGE,
} from "../platform/contract/index.ts";
import { deliveryStatus } from "../orders/index.ts";
import { sellerId } from "../sellers/index.ts";
import { notificationErrors } from "./errors.ts";
import {
  CreatedEndpoint,
  Delivery,
  DeliveryDetail,
  Endpoint,
  EndpointBody,
  endpointHealth,
  endpointId,
  endpointOfSeller,
  RotatedSecret,
  sellerDelivery,
  StartedDelivery,
  StartedReplay,
} from "./shapes.ts";

const ofEndpoint = object({ endpointId });
const ofDelivery = object({
  endpointId,
  deliveryId: text({ maxLength: 100, description: "O `webhook-id` da entrega.", examples: ["evt_1001_43"] }),
});
const endpointExample = { name: "meu hub", url: "https://hub.example.com/vitrine", events: ["product", "order"], enabled: true };

const notifications = { api: "v1", audience: "seller", permission: "notifications", tag: "Notificações", confidential: true } as const;
const base = "/api/v1/notifications/endpoints";
const one = { ...notifications, parameters: ofEndpoint, refuses: [notificationErrors.endpoint_unknown] } as const;

const health = optional(lenientEnum(endpointHealth));

export const listNotificationEndpoints = operation({
  ...notifications,
  id: "listNotificationEndpoints",
  method: "GET",
  path: base,
  summary: "Lista os endereços de notificações",
  description: "Todos os do lojista, sem os segredos.",
  query: object({ health }),
  replies: {
    200: {
      description: "Os endereços.",
      schema: namedObject("EndpointList", "Os endereços de notificações de um lojista.", {
        items: list(Endpoint, { description: "Os endereços." }),
        links,
      }),
    },
  },
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
      description: "O endereço, com `secret`.",
      schema: CreatedEndpoint,
      headers: { Location: { description: "Endereço do registro.", example: "/api/v1/notifications/endpoints/nep_6Gd1SxQ8hNw3VbK5tJzC" } },
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
  description: "Mostra até onde as entregas chegaram e o que precisa de atenção.",
  replies: { 200: { description: "O endereço.", schema: Endpoint } },
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
  replies: { 200: { description: "O endereço como ficou.", schema: Endpoint } },
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.endpoint_address_refused],
});
export const deleteNotificationEndpoint = operation({
  ...one,
  id: "deleteNotificationEndpoint",
  method: "DELETE",
  path: `${base}/{endpointId}`,
  summary: "Remove um endereço de notificações e o que lhe faltava entregar",
  description: "O feed de eventos continua a mostrar o que houve.",
  replies: { 204: { description: "Removido." } },
});
export const testNotificationEndpoint = operation({
  ...one,
  id: "testNotificationEndpoint",
  method: "POST",
  path: `${base}/{endpointId}/test`,
  summary: "Envia uma notificação de teste, assinada, uma vez só",
  description: "Assinada como todas. Veja em deliveries o que o destino respondeu.",
  replies: { 202: { description: "A entrega.", schema: StartedDelivery } },
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.endpoint_not_enabled],
});
export const rotateNotificationSecret = operation({
  ...one,
  id: "rotateNotificationSecret",
  method: "POST",
  path: `${base}/{endpointId}/rotate-secret`,
  summary: "Troca o segredo; o anterior ainda assina por algum tempo, ao lado do novo",
  description: "Enquanto os dois valem, cada notificação leva duas assinaturas, a nova primeiro.",
  replies: { 200: { description: "O segredo novo.", schema: RotatedSecret } },
});
export const replayNotifications = operation({
  ...one,
  id: "replayNotifications",
  method: "POST",
  path: `${base}/{endpointId}/replay`,
  summary: "Envia de novo os eventos desde um seq ou um instante",
  description: "Diga `afterSeq` ou `since`. Os bytes e os `webhook-id` são os de antes; vão depois do que é novo.",
  body: namedObject("ReplayBody", "De onde em diante enviar de novo: um dos dois.", {
    afterSeq: optional(integer({ minimum: 0, maximum: EXACT_MAX, description: "Os eventos depois deste `seq`.", examples: [42] })),
    since: optional(
      dateTime({ epoch: true, description: "Os eventos deste instante em diante.", examples: ["2026-11-20T10:00:00-03:00"] }),
    ),
  }),
  bodyExample: { afterSeq: 0 },
  replies: {
    202: {
      description: "O que será enviado de novo.",
      schema: StartedReplay,
    },
  },
  refuses: [
    notificationErrors.endpoint_unknown,
    notificationErrors.endpoint_not_enabled,
    notificationErrors.replay_start_needed,
    notificationErrors.replay_outside_retention,
  ],
});

const { page, size } = PAGE_QUERY;
const status = multiValueParameter(lenientEnum(deliveryStatus), {
  description: "Só neste status: `pending` e `dead` mostram o que falta; os outros, tentativas; ausente = todas as tentativas.",
});
const deliveriesPage = (item: TSchema) => ({
  200: {
    description: "Uma página, da mais nova à mais antiga.",
    schema: namedObject("DeliveryPage", "Uma página de entregas de notificações.", {
      items: list(item, { description: "As entregas." }),
      ...UNCOUNTED_PAGE,
      links,
    }),
  },
  204: { description: "Nada na página." },
});

export const listDeliveries = operation({
  ...one,
  id: "listDeliveries",
  method: "GET",
  path: `${base}/{endpointId}/deliveries`,
  summary: "Lista tentativas de entrega, ou o que ainda falta entregar",
  description: "As tentativas dos últimos dias, da mais nova à mais antiga; com `status=pending` ou `dead`, o que falta.",
  query: object({ status, page, size }),
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
  description: "Da entrega se guarda, por alguns dias, cada cabeçalho e corpo, encurtados.",
  replies: { 200: { description: "A entrega.", schema: DeliveryDetail } },
});
export const redeliver = operation({
  ...delivery,
  id: "redeliver",
  method: "POST",
  path: `${base}/{endpointId}/deliveries/{deliveryId}/redeliver`,
  summary: "Envia uma entrega de novo, os mesmos bytes sob o mesmo webhook-id",
  description: "Com todas as tentativas de uma entrega nova.",
  replies: { 202: { description: "A entrega.", schema: StartedDelivery } },
  refuses: [notificationErrors.endpoint_unknown, notificationErrors.delivery_unknown, notificationErrors.endpoint_not_enabled],
});

export const listEveryDelivery = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  confidential: true,
  tag: "Eventos e notificações",
  id: "listEveryDelivery",
  method: "GET",
  path: "/operator/v1/deliveries",
  summary: "Lista tentativas de entrega, ou o que ainda falta entregar",
  description: "Sem `sellerId`, as das últimas 24 horas de todos. O que foi enviado e respondido só o lojista vê.",
  query: object({
    sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })),
    endpointId: optional(describedAs(endpointId, { description: "Só deste endereço." })),
    status,
    page,
    size,
  }),
  replies: deliveriesPage(sellerDelivery(sellerId)),
});

export const listEveryEndpoint = operation({
  api: "operator",
  audience: "operator",
  permission: ["support"],
  confidential: true,
  tag: "Eventos e notificações",
  id: "listEveryEndpoint",
  method: "GET",
  path: "/operator/v1/endpoints",
  summary: "Lista os endereços de notificações de todos os lojistas, com a saúde de cada um",
  description: "Os que falham há mais tempo primeiro, depois os outros. O endereço em si e o segredo só o lojista vê.",
  query: object({ sellerId: optional(describedAs(sellerId, { description: "Só deste lojista." })), health, page, size }),
  replies: {
    200: {
      description: "Uma página de endereços.",
      schema: namedObject("EndpointHealthPage", "Endereços de notificações, com a saúde de cada um.", {
        items: list(endpointOfSeller(sellerId), { description: "Os endereços." }),
        ...PAGE_COUNTS,
        links,
      }),
    },
    204: { description: "Nenhum endereço na página." },
  },
});
