import { formatMessage, type LocalizedText } from "../../../platform/contract/errors.ts";
import { startListening } from "../listening.ts";
import { stepRow, type CommonFields } from "../step.ts";
import { told } from "./call.ts";

interface ListenStep extends CommonFields {
  readonly listen: readonly ("product" | "order")[];
  readonly answers?: readonly number[];
}

const LISTENING: LocalizedText = {
  "pt-BR": "escuta {events} em {url} ({endpointId})",
  en: "listening for {events} at {url} ({endpointId})",
};

/** Opens a receiver on this machine and registers it; it hears what happens from here on. */
export const listenStep = stepRow<ListenStep>({
  verb: "listen",
  does: {
    "pt-BR": "Abre um receptor nesta máquina e o registra como endereço de notificações do lojista, até o fim do cenário.",
    en: "Opens a receiver on this machine and registers it as a notification endpoint of the seller, until the scenario ends.",
  },
  properties: {
    listen: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: ["product", "order"] },
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
  keeps: ["endpointId"],
  expects: () => ({ status: 201 }),
  async take({ listen: events, answers = [] }, scene) {
    const { path, reply, inbox, endpointId } = await startListening(scene, { name: "scenario", events, answers });
    const taken = told(`POST ${path}`, [reply]);
    if (inbox === undefined) return taken;
    scene.inbox = inbox;
    return { ...taken, told: formatMessage(LISTENING[scene.lang], { events, url: inbox.url, endpointId }), kept: { endpointId } };
  },
});
