import {
  dateTimeField,
  enumOf,
  int32Field,
  type LocalizedText,
  named,
  namedObject,
  openEnum,
  optional,
} from "../platform/contract/index.ts";

// Schemas of notification deliveries, for the timeline of an order and for the notifications API.

/** Outcomes of attempts and statuses of deliveries. */
const MEANINGS = {
  delivered: "O destino respondeu 2xx.",
  failed: "O destino não respondeu 2xx; tenta-se de novo.",
  disabled: "O destino respondeu 410 e o endereço foi desativado.",
  pending: "Espera a próxima tentativa.",
  dead: "A última tentativa falhou; nada mais é enviado sem que se peça.",
};
/** The status of a delivery. */
export const deliveryStatus = named(
  "DeliveryStatus",
  enumOf(["delivered", "failed", "disabled", "pending", "dead"], { description: "Como está a entrega.", meanings: MEANINGS }),
);

/**
 * Reasons why a notification got no answer. All network and DNS errors share one word, so that the word reveals nothing about the network.
 */
const DELIVERY_ERRORS = {
  unreachable: { "pt-BR": "o endereço não respondeu ou não foi alcançado", en: "the address did not answer or was not reached" },
  address_refused: {
    "pt-BR":
      "nada foi enviado, porque notificações não podem ir para este endereço; o registro dele seria recusado com endpoint_address_refused",
    en: "nothing was sent, because notifications cannot go to this address; registering it would be refused with endpoint_address_refused",
  },
  "lost by a fault": { "pt-BR": "uma falha de propósito a perdeu", en: "a fault on purpose lost it" },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** A word of DELIVERY_ERRORS. */
export type DeliveryError = keyof typeof DELIVERY_ERRORS;
/** The wire field `trouble` of an attempt. */
export const deliveryErrorSchema = openEnum(DELIVERY_ERRORS, {
  description: { "pt-BR": "Por que não houve resposta.", en: "Why there was no answer." },
});

/** An attempt to deliver a notification. */
export const DeliveryAttempt = namedObject(
  "DeliveryAttempt",
  "Uma tentativa de entrega.",
  {
    attempt: int32Field("Qual tentativa, a partir de 1.", 1),
    outcome: named(
      "AttemptOutcome",
      enumOf(["delivered", "failed", "dead", "disabled"], { description: "O que foi da tentativa.", meanings: MEANINGS }),
    ),
    at: dateTimeField("Quando."),
    responseStatus: optional(int32Field("O status HTTP que o destino respondeu; ausente se não respondeu.", 200)),
    elapsedMs: int32Field("Quanto levou, em milissegundos.", 87),
    trouble: optional(deliveryErrorSchema),
  },
  { examples: [{ trouble: undefined }] },
);
