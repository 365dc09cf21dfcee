import type { LocalizedText } from "../platform/contract/errors.ts";
import { int32Field, dateTimeField } from "../platform/contract/fields.ts";
import { named, enumOf, openEnum, optional, namedObject } from "../platform/contract/schema.ts";

// How deliveries of notifications are told, in an order's timeline and where they are looked up.

/** What became of an attempt, or what is still to become of a delivery. */
const MEANINGS = {
  delivered: "O destino respondeu 2xx.",
  failed: "O destino não respondeu 2xx; tenta-se de novo.",
  disabled: "O destino respondeu 410 e o endereço foi desativado.",
  pending: "Espera a próxima tentativa.",
  dead: "A última tentativa falhou; nada mais é enviado sem que se peça.",
};
/** The words of deliveries. */
export const deliveryStatus = named(
  "DeliveryStatus",
  enumOf(["delivered", "failed", "disabled", "pending", "dead"], { description: "Como está a entrega.", meanings: MEANINGS }),
);

/** Why there was no answer to a notification, and what each word means. Networks and names have one for all reasons, so that nobody learns of them by it. */
const DELIVERY_ERRORS = {
  unreachable: { "pt-BR": "o endereço não respondeu ou não foi alcançado", en: "the address did not answer or was not reached" },
  address_refused: {
    "pt-BR":
      "nada foi enviado, porque notificações não podem ir para este endereço; o registro dele seria recusado com endpoint_address_refused",
    en: "nothing was sent, because notifications cannot go to this address; registering it would be refused with endpoint_address_refused",
  },
  "lost by a fault": { "pt-BR": "uma falha de propósito a perdeu", en: "a fault on purpose lost it" },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** Why there was no answer to a notification. */
export type DeliveryError = keyof typeof DELIVERY_ERRORS;
/** Why there was no answer. */
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
