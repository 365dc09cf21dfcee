import { Notification, PushHeaders, TestNotification } from "../events/index.ts";
import { DeliveryAttempt, deliveryErrorSchema, deliveryStatus } from "../orders/index.ts";
import {
  bool,
  booleanField,
  dateTimeField,
  enumOf,
  EXAMPLE_IDS,
  extendObject,
  ignoredMembers,
  int32Field,
  int64Field,
  lenientEnum,
  links,
  list,
  named,
  namedObject,
  optional,
  text,
  textField,
  type TSchema,
  type Webhook,
} from "../platform/contract/index.ts";
import { MAX_URL_LENGTH } from "./address.ts";

// The wire shapes of notification endpoints, their deliveries and what is pushed (decisions 7).

/** The kinds of resource that endpoints subscribe to. */
const SUBSCRIBABLE_KINDS = ["product", "order", "reference"] as const;
const kind = named(
  "EventKind",
  enumOf(SUBSCRIBABLE_KINDS, {
    description: "Do que se quer saber.",
    meanings: {
      product: "Mudanças de status e de críticas de produtos.",
      order: "Mudanças de status e trocas de pedidos.",
      reference: "Mudanças dos dados de referência que atingem produtos seus.",
    },
  }),
);

/** The id of an endpoint. */
export const endpointId = text({ maxLength: 100, description: "Identificador do endereço.", examples: [EXAMPLE_IDS.endpoint] });

const bodyFields = {
  name: text({
    minLength: 1,
    maxLength: 200,
    pattern: "^[^\\p{Cc}]+$",
    description: "Nome, para pessoas; sem caracteres de controle.",
    examples: ["meu hub"],
  }),
  url: text({
    minLength: 1,
    maxLength: MAX_URL_LENGTH,
    description: "Onde receber; em produção só https.",
    examples: ["https://hub.example.com/vitrine"],
  }),
  events: list(lenientEnum(kind), {
    minItems: 1,
    maxItems: SUBSCRIBABLE_KINDS.length,
    uniqueItems: true,
    description: "Do que se quer saber.",
  }),
  enabled: optional(bool({ default: true, description: "`false` = nada é enviado; ao voltar, o que houve no meio é entregue." })),
};

const seqs = {
  fromSeq: int64Field("O primeiro `seq` que é enviado de novo.", 1),
  untilSeq: int64Field("O último `seq` que é enviado de novo.", 43),
};

/** An endpoint as it is read, without its secret. */
export const Endpoint = namedObject(
  "Endpoint",
  "Um endereço de notificações.",
  {
    id: endpointId,
    name: textField("Nome, para pessoas.", "meu hub"),
    url: textField("Onde recebe.", "https://hub.example.com/vitrine"),
    events: list(kind, { description: "Do que quer saber." }),
    enabled: booleanField("Se recebe."),
    status: named(
      "EndpointStatus",
      enumOf(["enabled", "paused", "disabled"], {
        description: "Como está.",
        meanings: {
          enabled: "Recebe.",
          paused: "Parado por PUT; volta por PUT.",
          disabled: "Desativado por falhas, veja `disabledReason`; volta por PUT.",
        },
      }),
    ),
    disabledReason: optional(
      named(
        "DisabledReason",
        enumOf(["gone", "failing"], {
          description: "Por que foi desativado.",
          meanings: { gone: "O destino respondeu 410.", failing: "Por dias só houve falhas." },
        }),
      ),
    ),
    proven: booleanField("Já respondeu 2xx; até lá recebe no máximo uma notificação por segundo."),
    cursorSeq: int64Field("Até este `seq` tudo foi entregue ou está nas repetições.", 43),
    behind: int64Field("Eventos do lojista depois de `cursorSeq`.", 0),
    failingSince: optional(dateTimeField("Desde quando nada é entregue.")),
    circuitOpenSince: optional(dateTimeField("Desde quando só se tenta um evento novo por minuto.")),
    pausedUntil: optional(dateTimeField("O destino pediu, com `Retry-After`, para não ser chamado até lá.")),
    previousSecretUntil: optional(dateTimeField("Até quando o segredo anterior ainda assina.")),
    replay: optional(namedObject("ReplayRange", "O que ainda é enviado de novo, como pedido.", seqs)),
    warning: optional(textField("Só quando há o que fazer.", "O endereço foi desativado; corrija-o e reative-o com PUT e enabled true.")),
    createdAt: dateTimeField("Quando foi registrado."),
    links,
  },
  {
    examples: [
      {
        disabledReason: undefined,
        failingSince: undefined,
        circuitOpenSince: undefined,
        pausedUntil: undefined,
        previousSecretUntil: undefined,
        replay: undefined,
        warning: undefined,
      },
    ],
  },
);

/** Which endpoints a list shows. */
export const endpointHealth = named(
  "EndpointHealthFilter",
  enumOf(["failing", "disabled"], {
    description: "Só os que estão assim.",
    meanings: { failing: "Ligados, mas nada lhes é entregue: veja `failingSince`.", disabled: "Desativados por falhas." },
    examples: ["failing"],
  }),
);

const { name: endpointName, status, disabledReason, proven, behind, failingSince, circuitOpenSince, createdAt } = Endpoint.properties;
/** An endpoint as the marketplace sees it: how it is, not where. */
export const endpointOfSeller = <Id extends TSchema>(sellerId: Id) =>
  namedObject(
    "EndpointHealth",
    "Como está um endereço de notificações de um lojista.",
    { sellerId, endpointId, name: endpointName, status, disabledReason, proven, behind, failingSince, circuitOpenSince, createdAt, links },
    { examples: [{ disabledReason: undefined, circuitOpenSince: undefined }] },
  );

/** The secret that signs what is pushed. */
const secret = text({
  secret: true,
  description: "Segredo das assinaturas (Standard Webhooks); aparece só nesta resposta.",
  examples: ["whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="],
});
/** The body of POST and PUT. Fields of an endpoint that cannot be changed are accepted and ignored. */
export const EndpointBody = namedObject("EndpointBody", "Um endereço de notificações, como se registra ou altera.", {
  ...bodyFields,
  ...ignoredMembers({ ...Endpoint.properties, secret }, bodyFields),
});
/** An endpoint in the answer to its registration, with its secret. No other answer contains that secret. */
export const CreatedEndpoint = extendObject("CreatedEndpoint", Endpoint, "O endereço registrado, com o seu segredo.", { secret });
/** A new secret, and the time until which the previous one also signs. */
export const RotatedSecret = namedObject("RotatedSecret", "O segredo novo.", {
  secret,
  previousUntil: dateTimeField("Até quando o segredo anterior ainda assina."),
  links,
});
/** The events that a replay will send. */
export const StartedReplay = namedObject("StartedReplay", "O que será enviado de novo.", { ...seqs, links });

const deliveryId = textField("Identificador da entrega: o `webhook-id`.", EXAMPLE_IDS.event);
/** A delivery that was started. */
export const StartedDelivery = namedObject("StartedDelivery", "A entrega que começou.", { deliveryId, links });

/** An attempt to deliver, or a stored retry. */
export const Delivery = namedObject(
  "Delivery",
  "Uma tentativa de entrega, ou o que ainda falta entregar.",
  {
    deliveryId,
    seq: optional(int64Field("O evento; ausente em testes.", 43)),
    status: deliveryStatus,
    attempt: int32Field("Tentativas feitas.", 1),
    at: dateTimeField("Quando foi a tentativa; do que falta, a primeira."),
    responseStatus: optional(int32Field("O status HTTP que o destino respondeu; ausente se não respondeu.", 200)),
    elapsedMs: optional(int32Field("Quanto levou, em milissegundos.", 87)),
    trouble: optional(deliveryErrorSchema),
    nextAttemptAt: optional(dateTimeField("Quando se tenta de novo; ausente = espera outra do mesmo recurso.")),
    links,
  },
  { examples: [{ trouble: undefined, nextAttemptAt: undefined }] },
);
/** A delivery with every attempt, including requests and responses. */
export const DeliveryDetail = extendObject("DeliveryDetail", Delivery, "Uma entrega, com cada tentativa.", {
  attempts: list(
    extendObject("LoggedAttempt", DeliveryAttempt, "Uma tentativa, com o que foi enviado e recebido.", {
      request: textField("Cabeçalhos e corpo enviados, até 8 KiB.", "POST /vitrine\nwebhook-id: evt_1001_43\n\n{...}"),
      response: optional(textField("Cabeçalhos e corpo recebidos, até 4 KiB.", "200\ncontent-length: 2\n\nok")),
    }),
    { description: "Cada tentativa que ainda é guardada." },
  ),
});

const answers = {
  "2XX": "Entregue. Responda em até 15 s e trate o conteúdo depois.",
  "410": "O endereço é desativado.",
  "429": "Com `Retry-After`, nada é enviado até lá; depois tenta-se de novo.",
  "5XX": "Tenta-se de novo: dez vezes em até três dias.",
};
const pushed = (name: string, summary: string): Webhook => ({
  name,
  tag: "Notificações",
  summary,
  description:
    "Confira a assinatura sobre os bytes como vieram (Standard Webhooks), ignore um `webhook-id` já tratado e compare `resourceVersion`: uma repetição pode vir depois de algo mais novo.",
  headers: PushHeaders,
  body: Notification,
  answers,
});
/** The notifications that are pushed to endpoints. */
export const WEBHOOKS: readonly Webhook[] = [
  pushed("product.status", "Um produto mudou de status, ou as suas críticas mudaram"),
  pushed("product.change", "Um pedido de mudança de um produto andou, ou o que ele pedia entrou no ar"),
  pushed("order.status", "Um pedido foi criado, ou uma entrega dele mudou de status"),
  pushed("order.exchange", "Uma troca mudou o que volta de um pedido"),
  { ...pushed("notification.test", "Um teste, pedido com POST .../test"), body: TestNotification },
];

/** A delivery in the operators' list of all sellers. */
export const sellerDelivery = (sellerId: TSchema) =>
  extendObject("SellerDelivery", Delivery, "Uma entrega, com o seu lojista.", { sellerId, endpointId });
