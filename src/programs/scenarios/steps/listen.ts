import { formatMessage, type LocalizedText } from "../../../platform/contract/index.ts";
import { registerReceiver } from "../register-receiver.ts";
import { defineStep, type CommonFields } from "../step-type.ts";
import { callOutcome } from "./call.ts";

interface ListenStep extends CommonFields {
  readonly listen: readonly ("product" | "order" | "reference")[];
  readonly answers?: readonly number[];
}

const LISTENING: LocalizedText = {
  "pt-BR": "escuta {events} em {url} ({endpointId})",
  en: "listening for {events} at {url} ({endpointId})",
};

/** Opens a receiver on this machine and registers it for all later events of the chosen kinds. */
export const listenStep = defineStep<ListenStep>({
  verb: "listen",
  does: {
    "pt-BR": "Abre um receptor nesta máquina e o registra como endereço de notificações do lojista, até o fim do cenário.",
    en: "Opens a receiver on this machine and registers it as a notification endpoint of the seller, until the scenario ends.",
  },
  properties: {
    listen: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: ["product", "order", "reference"] },
      description: "Quais eventos",
      "x-description-en": "Which events",
    },
    answers: {
      type: "array",
      items: { type: "integer", minimum: 200, maximum: 599 },
      description: "O status das primeiras respostas do receptor; depois delas, 204",
      "x-description-en": "The status of the receiver's first answers; after them, 204",
    },
  },
  example: { listen: ["order"], answers: [503] },
  sets: ["endpointId"],
  defaultExpectation: () => ({ status: 201 }),
  async run({ listen: events, answers = [] }, context) {
    const { path, reply, receiver, endpointId } = await registerReceiver(context, { name: "scenario", events, answers });
    const outcome = callOutcome(`POST ${path}`, [reply]);
    if (receiver === undefined) return outcome;
    context.receiver = receiver;
    return {
      ...outcome,
      summary: formatMessage(LISTENING[context.lang], { events, url: receiver.url, endpointId }),
      variables: { endpointId },
    };
  },
});
