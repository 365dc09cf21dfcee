import { nearestWords } from "../platform/basics/index.ts";
import { formatMessage, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { UsageError } from "./usage-error.ts";

const TEXTS = {
  unknown: { "pt-BR": "{name} não existe", en: "there is no {name}" },
  didYouMean: { "pt-BR": "; quis dizer {words}?", en: "; did you mean {words}?" },
  allowed: { "pt-BR": "; use {words}", en: "; use {words}" },
} as const satisfies Record<string, LocalizedText>;

/** The error for an unknown name. Suggests the nearest allowed names; if none is near, all of them. `kind` says what it names, such as a command. */
export function unknownName(kind: string, received: string, allowed: readonly string[], lang: Lang): UsageError {
  const near = nearestWords(received, allowed);
  const words = new Intl.ListFormat(lang, { type: "disjunction" }).format(near.length > 0 ? near : allowed);
  const name = `${kind} ${received}`.trim();
  // `formatMessage` shortens long values, but the list must stay complete.
  const suggestion = TEXTS[near.length > 0 ? "didYouMean" : "allowed"][lang].replace("{words}", () => words);
  return new UsageError(formatMessage(TEXTS.unknown[lang], { name }) + suggestion);
}
