import type { Lang } from "../platform/errors.ts";
import { certify } from "./certify.ts";
import type { Command } from "./command.ts";
import { config } from "./config.ts";
import { events } from "./events.ts";
import { importProducts } from "./import.ts";
import { lint } from "./lint.ts";
import { listen } from "./listen.ts";
import { migrate } from "./migrate.ts";
import { openapi } from "./openapi.ts";
import { operatorKey } from "./operator-key.ts";
import { review } from "./review.ts";
import { seller } from "./seller.ts";
import { serve } from "./serve.ts";

export { langOfTerminal } from "./terminal.ts";

/** Every command, in the order help lists them. */
export const COMMANDS: readonly Command[] = [
  serve,
  seller,
  operatorKey,
  importProducts,
  lint,
  review,
  events,
  listen,
  certify,
  migrate,
  openapi,
  config,
];

const HEADING = {
  "pt-BR": "Vitrine: o lado do servidor da API do lojista de um marketplace.\n\nUso: bin/vitrine COMANDO [opções]\n\nComandos:",
  en: "Vitrine: the server side of a marketplace's seller API.\n\nUsage: bin/vitrine COMMAND [options]\n\nCommands:",
} as const;
const MORE = {
  "pt-BR": "Opções de um comando: bin/vitrine COMANDO --help",
  en: "A command's options: bin/vitrine COMMAND --help",
} as const;

/** What `bin/vitrine help` prints. */
export function generalHelp(lang: Lang): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  const rows = COMMANDS.map((command) => `  ${command.name.padEnd(width)}  ${command.does[lang]}`);
  return `${[HEADING[lang], ...rows, "", MORE[lang]].join("\n")}\n`;
}

/** What `bin/vitrine COMMAND --help` prints. */
export function commandHelp(command: Command, lang: Lang): string {
  const left = command.options.map((option) => `--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`);
  const width = Math.max(0, ...left.map((text) => text.length));
  const rows = command.options.map((option, i) => `  ${left[i]!.padEnd(width)}  ${option.meaning[lang]}`);
  return `${[`bin/vitrine ${command.usage}`, "", command.does[lang], "", ...rows].join("\n")}\n`;
}
