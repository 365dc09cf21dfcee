import type { Command, CommandSection } from "../command-line/command.ts";
import { backup } from "./backup.ts";
import { buy } from "./buy.ts";
import { certify } from "./certify.ts";
import { changes } from "./changes.ts";
import { change } from "./change.ts";
import { clock } from "./clock.ts";
import { createCompletion } from "./completion.ts";
import { config } from "./config.ts";
import { demo } from "./demo.ts";
import { events } from "./events.ts";
import { fault } from "./fault.ts";
import { createHelp } from "./help.ts";
import { importCommand } from "./import.ts";
import { invoice } from "./invoice.ts";
import { lint } from "./lint.ts";
import { listen } from "./listen.ts";
import { load } from "./load.ts";
import { migrate } from "./migrate.ts";
import { createOpenapi } from "./openapi.ts";
import { operatorKey } from "./operator-key.ts";
import { person } from "./person.ts";
import { restore } from "./restore.ts";
import { review } from "./review.ts";
import { scenario } from "./scenario.ts";
import { seller } from "./seller.ts";
import { serve } from "./serve.ts";
import { simulate } from "./simulate.ts";
import { version } from "./version.ts";

export { runLine } from "../command-line/run-line.ts";
export { terminalLanguage } from "../command-line/terminal-language.ts";

/** Every command, under the headings of the help and in its order. */
export const SECTIONS: readonly CommandSection[] = [
  {
    title: { "pt-BR": "Lojistas, catálogo, pedidos", en: "Sellers, catalogue, orders" },
    commands: [seller, importCommand, lint, review, change, buy, invoice],
  },
  { title: { "pt-BR": "O que acontece", en: "What happens" }, commands: [events, listen, changes] },
  { title: { "pt-BR": "Sandbox", en: "Sandbox" }, commands: [demo, clock, simulate, fault, scenario, certify, load] },
  {
    title: { "pt-BR": "Operação", en: "Operation" },
    commands: [serve, operatorKey, person, migrate, backup, restore, createOpenapi(() => SECTIONS), config],
  },
  {
    title: { "pt-BR": "Esta ferramenta", en: "This tool" },
    commands: [createHelp(() => SECTIONS), createCompletion(() => COMMANDS), version],
  },
];

/** Every command. */
export const COMMANDS: readonly Command[] = SECTIONS.flatMap(({ commands }) => commands);
