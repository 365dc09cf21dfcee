import { environmentVariable } from "../config.ts";
import type { Lang } from "../platform/contract/index.ts";

/** The language of the command line: English if the terminal's locale is English, otherwise Portuguese. VITRINE_LANG takes precedence. */
export function terminalLanguage(): Lang {
  const locale =
    environmentVariable("VITRINE_LANG") ??
    environmentVariable("LC_ALL") ??
    environmentVariable("LC_MESSAGES") ??
    environmentVariable("LANG") ??
    "";
  return locale.toLowerCase().startsWith("en") ? "en" : "pt-BR";
}
