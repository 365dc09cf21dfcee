import { setTimeout as sleep } from "node:timers/promises";
import { formatMessage, type LocalizedText } from "../platform/contract/errors.ts";
import type { Arguments } from "./arguments.ts";
import { INSTANCE_OPTIONS, wantsJson, type Command, type Terminal } from "./command.ts";
import { plotOf, type Plot } from "./demo/plot.ts";
import { STORY } from "./demo/story.ts";
import { programVoice, readerVoice, type Voice } from "./demo/voice.ts";
import { Declined } from "./http-client.ts";
import { findInstance } from "./instance.ts";
import { EXIT_CODES } from "./line/exit-codes.ts";
import { interruption } from "./line/interruption.ts";
import { instanceOptions } from "./line/paste.ts";
import { hire } from "./scenario/cast.ts";
import type { Delivery } from "./scenario/inbox.ts";
import { startListening } from "./scenario/listening.ts";
import { openScene, type Scene } from "./scenario/scene.ts";

/** `demo`: the whole story against a running sandbox, every notification verified and shown as it arrives (decisions 8). */
export const demo: Command = {
  name: "demo",
  does: {
    "pt-BR": "Conta a história inteira em segundos: criticado, corrigido, aprovado, comprado, faturado, enviado, entregue.",
    en: "Tells the whole story in seconds: criticized, fixed, approved, bought, invoiced, shipped, delivered.",
  },
  options: INSTANCE_OPTIONS,
  json: {
    as: "lines",
    fields: [
      "kind",
      "url?",
      "sellerId?",
      "name?",
      "who?",
      "says?",
      "method?",
      "path?",
      "status?",
      "requestId?",
      "notification?",
      "verified?",
      "notifications?",
      "elapsedMs?",
    ],
  },
  examples: [
    { line: "demo", does: { "pt-BR": "Com bin/start noutro terminal.", en: "With bin/start in another terminal." } },
    { line: "demo --json", does: { "pt-BR": "Para programas: uma linha por acontecimento.", en: "For programs: a line per happening." } },
  ],
  exits: {
    failed: {
      "pt-BR": "uma notificação não chegou ou não estava assinada",
      en: "a notification did not arrive, or was not signed",
    },
  },
  run,
};

const SELLER: LocalizedText = { "pt-BR": "Loja da Demonstração", en: "Demonstration Seller" };
const UNHEARD: LocalizedText = {
  "pt-BR": "a notificação de {status} não chegou, assinada, em {seconds} s",
  en: "the notification of {status} did not arrive, signed, within {seconds} s",
};
const HEARD_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 20;

async function run(args: Arguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const instance = findInstance(args, lang);
  const voice = wantsJson(args) ? programVoice(terminal) : readerVoice(terminal, instanceOptions(args));
  const { signal, release } = interruption();
  try {
    await using actor = await hire(instance, SELLER[lang], lang);
    await tell(openScene(instance, actor, { lang, signal }), voice);
    return EXIT_CODES.done.code;
  } catch (error) {
    if (signal.aborted) return EXIT_CODES.interrupted.code;
    throw error;
  } finally {
    release();
  }
}

/** Tells chapter by chapter, each with the notification it causes. */
async function tell(scene: Scene, voice: Voice): Promise<void> {
  const began = performance.now();
  const { instance, sellerId, signal } = scene;
  voice.opened(instance.url, sellerId);
  const ear = attentive(voice.heard);
  try {
    const { reply, inbox } = await startListening(scene, { name: "demo", events: ["product", "order"], heard: ear.heard });
    if (inbox === undefined) throw new Declined(reply);
    const plot = plotOf(scene);
    for (const chapter of STORY) {
      signal.throwIfAborted();
      voice.chapter(chapter, await chapter.tell(plot));
      const { heard } = chapter;
      if (heard === undefined) continue;
      const isHeard = (delivery: Delivery) => isOf(heard, plot, delivery);
      ear.release(isHeard);
      await untilHeard(() => inbox.deliveries.some(isHeard), heard, scene);
    }
    ear.release(() => false);
    voice.ended({ sellerId, notifications: inbox.deliveries.length, elapsedMs: Math.round(performance.now() - began) });
  } finally {
    await scene.close();
  }
}

/** Passes notifications on until the one that a chapter waits for; those that overtake a later chapter's answer follow it. */
function attentive(heard: (delivery: Delivery) => void) {
  let held: Delivery[] = [];
  let isLast: ((delivery: Delivery) => boolean) | undefined;
  const pass = (delivery: Delivery): void => {
    if (isLast === undefined) return void held.push(delivery);
    heard(delivery);
    if (isLast(delivery)) isLast = undefined;
  };
  return {
    heard: pass,
    release(until: (delivery: Delivery) => boolean) {
      const waiting = held;
      held = [];
      isLast = until;
      waiting.forEach(pass);
    },
  };
}

/** Whether a notification is of what the story is about, and of this status. */
const isOf = (status: string, { sku, order }: Plot, { verified, body }: Delivery): boolean =>
  verified &&
  body.status === status &&
  (order === undefined ? body.parameters.sku === sku : body.parameters.orderNumber === order.orderNumber);

/** Waits for the notification that a chapter causes: the marketplace tells it after its answer. */
async function untilHeard(isHeard: () => boolean, status: string, { lang, signal }: Scene): Promise<void> {
  const until = performance.now() + HEARD_WITHIN_MS;
  while (!isHeard()) {
    if (performance.now() > until) throw new Error(formatMessage(UNHEARD[lang], { status, seconds: HEARD_WITHIN_MS / 1_000 }));
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}
