import { Notification, PushHeaders, TestNotification } from "../events/index.ts";
import { Attempt, deliveryStatus, trouble } from "../orders/index.ts";
import { EXAMPLE_IDS, countField, flagField, instantField, longField, textField } from "../platform/contract/fields.ts";
import {
  extended,
  flag,
  links,
  list,
  named,
  oneOfWords,
  optional,
  shape,
  text,
  tolerant,
  type TSchema,
  unread,
} from "../platform/contract/schema.ts";
import type { Webhook } from "../platform/contract/openapi.ts";
import { LONGEST_URL } from "./address.ts";

// What endpoints of notifications, their deliveries and what is pushed look like on the wire (decisions 7).

/** What a seller may want to hear of. */
const KINDS = ["product", "order"] as const;
const kind = named(
  "EventKind",
  oneOfWords(KINDS, {
    description: "Do que se quer saber.",
    meanings: { product: "Mudanças de status e de críticas de produtos.", order: "Mudanças de status e trocas de pedidos." },
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
    maxLength: LONGEST_URL,
    description: "Onde receber; em produção só https.",
    examples: ["https://hub.example.com/vitrine"],
  }),
  events: list(tolerant(kind), { minItems: 1, maxItems: KINDS.length, uniqueItems: true, description: "Do que se quer saber." }),
  enabled: optional(flag({ default: true, description: "`false` = nada é enviado; ao voltar, o que houve no meio é entregue." })),
};

const seqs = {
  fromSeq: longField("O primeiro `seq` que é enviado de novo.", 1),
  untilSeq: longField("O último `seq` que é enviado de novo.", 43),
};

/** An endpoint as it is read; its secret is not shown again. */
export const Endpoint = shape(
  "Endpoint",
  "Um endereço de notificações.",
  {
    id: endpointId,
    name: textField("Nome, para pessoas.", "meu hub"),
    url: textField("Onde recebe.", "https://hub.example.com/vitrine"),
    events: list(kind, { description: "Do que quer saber." }),
    enabled: flagField("Se recebe."),
    status: named(
      "EndpointStatus",
      oneOfWords(["enabled", "paused", "disabled"], {
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
        oneOfWords(["gone", "failing"], {
          description: "Por que foi desativado.",
          meanings: { gone: "O destino respondeu 410.", failing: "Por dias só houve falhas." },
        }),
      ),
    ),
    proven: flagField("Já respondeu 2xx; até lá recebe no máximo uma notificação por segundo."),
    cursorSeq: longField("Até este `seq` tudo foi entregue ou está nas repetições.", 43),
    behind: longField("Eventos do lojista depois de `cursorSeq`.", 0),
    failingSince: optional(instantField("Desde quando nada é entregue.")),
    circuitOpenSince: optional(instantField("Desde quando só se tenta um evento novo por minuto.")),
    pausedUntil: optional(instantField("O destino pediu, com `Retry-After`, para não ser chamado até lá.")),
    previousSecretUntil: optional(instantField("Até quando o segredo anterior ainda assina.")),
    replay: optional(shape("ReplayRange", "O que ainda é enviado de novo, como pedido.", seqs)),
    warning: optional(textField("Só quando há o que fazer.", "O endereço foi desativado; corrija-o e reative-o com PUT e enabled true.")),
    createdAt: instantField("Quando foi registrado."),
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

/** Signs what is pushed. */
const secret = text({
  secret: true,
  description: "Segredo das assinaturas (Standard Webhooks); aparece só nesta resposta.",
  examples: ["whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="],
});
/** As it is shown, it may come back. */
export const EndpointBody = shape("EndpointBody", "Um endereço de notificações, como se registra ou altera.", {
  ...bodyFields,
  ...unread({ ...Endpoint.properties, secret }, bodyFields),
});
/** An endpoint as its registration is answered: once with its secret. */
export const CreatedEndpoint = extended("CreatedEndpoint", Endpoint, "O endereço registrado, com o seu segredo.", { secret });
/** A new secret, and until when the one before it signs as well. */
export const RotatedSecret = shape("RotatedSecret", "O segredo novo.", {
  secret,
  previousUntil: instantField("Até quando o segredo anterior ainda assina."),
  links,
});
/** What a replay will push. */
export const StartedReplay = shape("StartedReplay", "O que será enviado de novo.", { ...seqs, links });

const deliveryId = textField("Identificador da entrega: o `webhook-id`.", EXAMPLE_IDS.event);
/** A delivery that goes on or begins. */
export const StartedDelivery = shape("StartedDelivery", "A entrega que começou.", { deliveryId, links });

/** An attempt to deliver, or what is still to be delivered. */
export const Delivery = shape(
  "Delivery",
  "Uma tentativa de entrega, ou o que ainda falta entregar.",
  {
    deliveryId,
    seq: optional(longField("O evento; ausente em testes.", 43)),
    status: deliveryStatus,
    attempt: countField("Tentativas feitas.", 1),
    at: instantField("Quando foi a tentativa; do que falta, a primeira."),
    responseStatus: optional(countField("O status HTTP que o destino respondeu; ausente se não respondeu.", 200)),
    elapsedMs: optional(countField("Quanto levou, em milissegundos.", 87)),
    trouble: optional(trouble),
    nextAttemptAt: optional(instantField("Quando se tenta de novo; ausente = espera outra do mesmo recurso.")),
    links,
  },
  { examples: [{ trouble: undefined, nextAttemptAt: undefined }] },
);
/** A delivery with every attempt, as sent and answered. */
export const DeliveryDetail = extended("DeliveryDetail", Delivery, "Uma entrega, com cada tentativa.", {
  attempts: list(
    extended("LoggedAttempt", Attempt, "Uma tentativa, com o que foi enviado e recebido.", {
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
/** What is pushed to endpoints. */
export const WEBHOOKS: readonly Webhook[] = [
  pushed("product.status", "Um produto mudou de status, ou as suas críticas mudaram"),
  pushed("order.status", "Um pedido foi criado, ou uma entrega dele mudou de status"),
  pushed("order.exchange", "Uma troca mudou o que volta de um pedido"),
  { ...pushed("notification.test", "Um teste, pedido com POST .../test"), body: TestNotification },
];

/** A delivery in the list of all sellers'. */
export const sellerDelivery = (sellerId: TSchema) =>
  extended("SellerDelivery", Delivery, "Uma entrega, com o seu lojista.", { sellerId, endpointId });
