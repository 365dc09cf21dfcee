import {
  dateTimeField,
  EXAMPLE_IDS,
  extendObject,
  int32Field,
  int64Field,
  links,
  list,
  namedObject,
  nullable,
  object,
  openEnum,
  optional,
  requestIdField,
  text,
  textField,
  textsField,
} from "../platform/contract/index.ts";
import { EVENT_CAUSES } from "./event-messages.ts";
import { EVENT_RESOURCES } from "./event-resources.ts";

// The schemas of events, in the feed and in notifications (decisions 7).

/** The names of all events: those that are pushed as notifications, and those that appear only in the feed. */
const EVENT_NAMES = {
  "product.status": "Um produto mudou de status, ou as suas críticas mudaram.",
  "product.change": "Um pedido de mudança de um produto andou, ou o que ele pedia entrou no ar.",
  "order.status": "Um pedido foi criado, ou uma entrega dele mudou de status.",
  "order.exchange": "Uma troca mudou o que volta de um pedido.",
  "reference.change":
    "Uma mudança dos dados de referência atinge produtos seus. `cause` diz a fase: announced, sevenDays, oneDay, inEffect ou withdrawn.",
  "bulk.finished": "Um lote terminou ou foi cancelado. Só no feed.",
  "bulk.paused": "Um lote está em pausa. Só no feed.",
  "credential.expiring": "Uma credencial está perto de vencer. Só no feed.",
  "notification.endpoint_disabled": "Um endereço de notificações foi desativado. Só no feed.",
};

const number = int64Field("Número do evento, por lojista, de 1 em diante e sem lacunas.", 43);
const prevSeq = nullable(int64Field("O evento anterior deste leitor; `null` no primeiro. Quem não o viu perdeu algo.", 42));

const EventBase = namedObject("EventBase", "O que todo evento diz.", {
  id: textField("O mesmo em cada envio: `evt_<lojista>_<seq>`.", "evt_1001_43"),
  prevSeq,
  sellerId: int32Field("Código do lojista.", 1001),
  eventCode: text({
    description: "A família do evento, como outros sistemas do mercado a chamam.",
    examples: [EVENT_RESOURCES.order.code, EVENT_RESOURCES.product.code],
  }),
  eventAction: text({ description: "Do que se trata.", examples: [EVENT_RESOURCES.order.action, EVENT_RESOURCES.product.action] }),
  eventMessage: textField("O que houve, em uma frase, em português.", "Pedido faturado"),
  eventDate: dateTimeField("Quando, pelo relógio do marketplace."),
  parameters: namedObject(
    "EventParameters",
    "De qual recurso se trata: um só destes, e com o produto talvez o pedido de mudança.",
    {
      sku: optional(textField("Do produto.", "TEN-BRISA-PRETO-39")),
      changeRequestId: optional(textField("Do pedido de mudança do produto.", EXAMPLE_IDS.change)),
      orderNumber: optional(textField("Do pedido.", "217350000584167")),
      changeId: optional(textField("Da mudança dos dados de referência.", "31")),
      credentialId: optional(textField("Da credencial.", EXAMPLE_IDS.credential)),
      endpointId: optional(textField("Do endereço de notificações.", EXAMPLE_IDS.endpoint)),
      jobId: optional(textField("Do lote.", "blk_7Qm2ZxV4Lk9RtYw1Ab3C")),
    },
    {
      examples: [
        {
          sku: undefined,
          changeId: undefined,
          changeRequestId: undefined,
          credentialId: undefined,
          endpointId: undefined,
          jobId: undefined,
        },
      ],
    },
  ),
  status: optional(textField("O status do produto ou do pedido depois do evento.", "Invoiced")),
  resourceVersion: int32Field("Versão do produto, do pedido ou do pedido de mudança; cresce a cada evento dele.", 3),
  expands: textsField("As partes do recurso que se pedem com `expand` onde ele é lido.", EVENT_RESOURCES.order.expands),
  links,
});
const name = openEnum(EVENT_NAMES, { description: "O que houve; outros nomes podem surgir." });

/** An event in the feed. */
export const Event = extendObject("Event", EventBase, "Um evento no feed.", {
  seq: number,
  name,
  by: textField(
    "Quem: `credential`, `operator`, `person`, `rule`, `simulator`, `timer` ou `automatic validation`; nunca um nome.",
    "credential",
  ),
  cause: openEnum(EVENT_CAUSES, { description: "O movimento que levou ao evento; outros podem surgir.", examples: ["invoice"] }),
  changes: namedObject(
    "EventChanges",
    "De onde para onde foi o produto, ou as entregas do pedido que mudaram.",
    {
      from: optional(textField("O status de antes; ausente no primeiro evento do recurso.", "approved")),
      via: optional(textField("O status no meio, quando os dois movimentos foram feitos de uma vez.", "Recebido")),
      to: optional(textField("O status de depois.", "Invoiced")),
      shippingCode: optional(int32Field("A entrega, quando uma só do pedido mudou.", 584168)),
      fields: optional(
        list(
          namedObject("EventChangedField", "Um campo de um pedido de mudança.", {
            pointer: textField("O campo.", "/description"),
            state: textField("O estado dele depois do evento.", "auto_approved"),
            decidedBy: optional(
              textField("Quem o decidiu: `operator`, `rule`, `credential` ou `automatic validation`; nunca um nome.", "rule"),
            ),
            rule: optional(textField("A regra que o decidiu.", "small-edit")),
          }),
          { description: "De um pedido de mudança, os campos que andaram." },
        ),
      ),
    },
    { examples: [{ via: undefined, fields: undefined }] },
  ),
  requestId: optional(requestIdField("A chamada que o causou.")),
});
/** An event in the operators' event list. */
export const OperatorEvent = extendObject("OperatorEvent", Event, "Um evento, com quem o causou e o recurso.", {
  actor: textField("Quem; para o papel support, só o tipo.", `credential:${EXAMPLE_IDS.credential}`),
  resource: textField("O recurso: `product/<sku>`, `product/<sku>/changes/<id>`, `order/<número>` e outros.", "order/217350000584167"),
});

const urlNotifyService = textField("O endereço ao qual foi enviada.", "https://hub.example.com/vitrine");
/** An event as it is pushed. */
export const Notification = extendObject(
  "Notification",
  EventBase,
  "Uma notificação: diz o que mudou e nada de pessoa alguma. Busque o que precisar por `links`.",
  { seq: number, name, urlNotifyService },
);
/** The notification that an endpoint test sends. */
export const TestNotification = extendObject(
  "TestNotification",
  EventBase,
  "O que POST .../test envia: a forma de uma notificação, sobre nada que aconteceu.",
  {
    seq: nullable(int64Field("`null`: um teste não é evento.", 0)),
    name: textField("Sempre `notification.test`.", "notification.test"),
    urlNotifyService,
  },
  {
    examples: [
      {
        id: "tst_2Xk9PvQ4nHs7CwZ1rLbT",
        seq: null,
        prevSeq: null,
        eventCode: "TESTE",
        eventAction: "TESTE",
        eventMessage: "Teste de notificação",
        parameters: {},
        status: undefined,
        resourceVersion: 0,
        expands: [],
        links: [],
      },
    ],
  },
);

/** The Standard Webhooks headers of every notification. */
export const PushHeaders = object({
  "webhook-id": textField("O `id` da notificação: o mesmo em cada tentativa.", "evt_1001_43"),
  "webhook-timestamp": textField("Quando foi assinada, em segundos desde 1970.", "1795186800"),
  "webhook-signature": textField(
    "`v1,` e o HMAC-SHA256 de `id.timestamp.corpo` em base64; duas assinaturas, com um espaço no meio, enquanto o segredo é trocado.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
});
