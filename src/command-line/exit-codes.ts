import { NoAnswer, RequestRefused } from "../client/http-client.ts";
import { SettingsError } from "../config.ts";
import type { LocalizedText } from "../platform/contract/index.ts";
import { UsageError } from "./usage-error.ts";

/** The exit codes of every command. A script may retry later after 3, but not after 4. */
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
      "pt-BR": "não há instância, ela não responde ou não pode agora (429, 5xx); tente mais tarde",
      en: "there is no instance, it does not answer, or it cannot answer now (429, 5xx); try later",
    },
  },
  declined: { code: 4, meaning: { "pt-BR": "o marketplace recusou (outro 4xx)", en: "the marketplace refused (another 4xx)" } },
  interrupted: {
    code: 130,
    meaning: { "pt-BR": "interrompido por Ctrl-C antes do fim", en: "interrupted by Ctrl-C before the end" },
  },
} as const satisfies Record<string, { readonly code: number; readonly meaning: LocalizedText }>;

/** The name of an exit code. */
export type ExitName = keyof typeof EXIT_CODES;

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** The exit code for a thrown error. An error without its own code gets the code of its cause; without a cause, `failed`. */
export function exitOf(error: unknown): ExitName {
  if (error instanceof UsageError || error instanceof SettingsError) return "mistyped";
  if (error instanceof NoAnswer) return "unavailable";
  if (error instanceof RequestRefused)
    return error.status === TOO_MANY_REQUESTS || error.status >= SERVER_ERROR ? "unavailable" : "declined";
  return error instanceof Error && error.cause !== undefined ? exitOf(error.cause) : "failed";
}
