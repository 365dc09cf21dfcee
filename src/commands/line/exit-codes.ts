import type { LocalizedText } from "../../platform/contract/errors.ts";
import { UsageFault } from "../arguments.ts";
import { SettingsError } from "../../config.ts";
import { Declined, Silence } from "../http-client.ts";

/** How commands end, for scripts that decide by it. 3 is worth another try later, 4 is not. */
export const EXIT_CODES = {
  done: { code: 0, meaning: { "pt-BR": "feito", en: "done" } },
  failed: {
    code: 1,
    meaning: { "pt-BR": "rodou e encontrou algo errado, ou falhou", en: "ran and found something wrong, or failed" },
  },
  mistyped: {
    code: 2,
    meaning: {
      "pt-BR": "a linha de comando ou uma configuração está errada; nada foi feito",
      en: "the command line or a setting is wrong; nothing was done",
    },
  },
  unavailable: {
    code: 3,
    meaning: {
      "pt-BR": "não há instância, ela não responde, ou não pode agora (429, 5xx); tente mais tarde",
      en: "there is no instance, it does not answer, or it cannot now (429, 5xx); try later",
    },
  },
  declined: { code: 4, meaning: { "pt-BR": "o marketplace recusou (outro 4xx)", en: "the marketplace declined (another 4xx)" } },
  interrupted: {
    code: 130,
    meaning: { "pt-BR": "interrompido por Ctrl-C antes do fim", en: "interrupted by Ctrl-C before the end" },
  },
} as const satisfies Record<string, { readonly code: number; readonly meaning: LocalizedText }>;

/** What an exit code is called. */
export type ExitName = keyof typeof EXIT_CODES;

const TOO_MANY = 429;
const SERVERS_FAULT = 500;

/** The exit code of what a command threw: its own, or that of what caused it. */
export function exitOf(error: unknown): ExitName {
  if (error instanceof UsageFault || error instanceof SettingsError) return "mistyped";
  if (error instanceof Silence) return "unavailable";
  if (error instanceof Declined) return error.status === TOO_MANY || error.status >= SERVERS_FAULT ? "unavailable" : "declined";
  return error instanceof Error && error.cause !== undefined ? exitOf(error.cause) : "failed";
}
