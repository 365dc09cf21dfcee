import { wantsJson, type Command, type Terminal } from "../command-line/command.ts";
import { EXIT_CODES } from "../command-line/exit-codes.ts";
import { findInstance } from "../command-line/instance.ts";
import { instanceOptions } from "../command-line/repeat-instance-options.ts";
import { interruptSignal } from "../command-line/interrupt-signal.ts";
import type { ParsedArguments } from "../command-line/parsed-arguments.ts";
import { INSTANCE_OPTIONS } from "../command-line/shared-options.ts";
import type { LocalizedText } from "../platform/contract/index.ts";
import { createJsonOutput, createTextOutput, runDemo } from "../programs/demo/index.ts";
import { createContext, openTestSeller } from "../programs/scenarios/index.ts";

/** `demo`: plays a whole sale in a running sandbox. Verifies and shows every notification (decisions 8). */
export const demo: Command = {
  name: "demo",
  does: {
    "pt-BR": "Mostra uma venda inteira em segundos: criticado, corrigido, aprovado, comprado, faturado, enviado, entregue.",
    en: "Shows a whole sale in seconds: criticized, fixed, approved, bought, invoiced, shipped, delivered.",
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
    { line: "demo", does: { "pt-BR": "Com bin/start em outro terminal.", en: "With bin/start in another terminal." } },
    { line: "demo --json", does: { "pt-BR": "Para programas: uma linha por acontecimento.", en: "For programs: a line per event." } },
  ],
  exits: {
    failed: {
      "pt-BR": "uma notificação não chegou ou não estava assinada",
      en: "a notification did not arrive or was not signed",
    },
  },
  run,
};

const SELLER_NAME: LocalizedText = { "pt-BR": "Loja da Demonstração", en: "Demonstration Seller" };

async function run(args: ParsedArguments, terminal: Terminal): Promise<number> {
  const { lang } = terminal;
  const instance = findInstance(args, lang);
  const output = wantsJson(args) ? createJsonOutput(terminal) : createTextOutput(terminal, instanceOptions(args));
  const { signal, release } = interruptSignal();
  try {
    await using seller = await openTestSeller(instance, SELLER_NAME[lang], lang);
    await runDemo(createContext(instance, seller, { lang, signal }), output);
    return EXIT_CODES.done.code;
  } catch (error) {
    if (signal.aborted) return EXIT_CODES.interrupted.code;
    throw error;
  } finally {
    release();
  }
}
