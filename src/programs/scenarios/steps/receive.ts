import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import { mismatches } from "../matchers.ts";
import { defineStep, type CommonFields } from "../step-type.ts";

interface ReceiveStep extends CommonFields {
  readonly receive: object;
  readonly count?: number;
}

const RECEIVED: LocalizedText = { "pt-BR": "notificações assim: {ids}", en: "such notifications: {ids}" };
const NOTHING: LocalizedText = { "pt-BR": "nenhuma", en: "none" };

/** Waits for matching notifications at the receiver. */
export const receiveStep = defineStep<ReceiveStep>({
  verb: "receive",
  does: {
    "pt-BR": "Espera, até 15 s sem within, por notificações que combinem; o documento é a lista delas, na ordem em que chegaram.",
    en: "Waits, up to 15 s without within, for notifications that match; the document is the list of them, in the order they came.",
  },
  properties: {
    receive: {
      type: "object",
      description: "Como são: {headers, body, verified}; {} são todas",
      "x-description-en": "What they are like: {headers, body, verified}; {} is all of them",
    },
    count: { type: "integer", minimum: 1, description: "Ao menos tantas; 1 sem ele", "x-description-en": "At least so many; 1 without it" },
  },
  example: { receive: { body: { status: "approved" } }, count: 2, expect: { $each: { verified: true } } },
  within: "15s",
  defaultExpectation: ({ count = 1 }) => ({ $count: { $atLeast: count } }),
  run({ receive }, { receiver, lang }) {
    const document = (receiver?.deliveries ?? []).filter((delivery) => mismatches(delivery, receive).length === 0);
    const ids = document.length === 0 ? NOTHING[lang] : document.map(({ body }) => body.id);
    return Promise.resolve({ summary: formatMessage(RECEIVED[lang], { ids }), document });
  },
});
