import { formatMessage, type Lang, type LocalizedText } from "../../platform/contract/index.ts";
import type { CallRule, EventRule } from "../../sandbox/index.ts";
import type { Terminal } from "../../command-line/command.ts";
import { coloured } from "../../command-line/colours.ts";
import { alignColumns } from "../../command-line/columns.ts";
import { durationText, shareText } from "./shares-and-durations.ts";

/** The fault rules, as the operator API returns them. */
export interface FaultRules {
  readonly http: { readonly seed: number; readonly rules: readonly CallRule[] };
  readonly events: { readonly seed: number; readonly rules: readonly EventRule[] };
}

const TEXTS = {
  none: { "pt-BR": "nada falha de propósito", en: "nothing fails on purpose" },
  status: { "pt-BR": "responde {status}", en: "answers {status}" },
  latency: { "pt-BR": "atrasa {latency}", en: "is {latency} late" },
  cut: { "pt-BR": "corta a conexão", en: "drops the connection" },
  drop: { "pt-BR": "se perde", en: "is lost" },
  duplicate: { "pt-BR": "vai duas vezes", en: "is sent twice" },
  shuffle: { "pt-BR": "vai fora de ordem", en: "is sent out of order" },
  delay: { "pt-BR": "vai {delay} mais tarde", en: "is sent {delay} late" },
  retryAfter: { "pt-BR": ", Retry-After {retryAfterSeconds}", en: ", Retry-After {retryAfterSeconds}" },
  after: { "pt-BR": "depois de executar a chamada", en: "after the call was carried out" },
  seller: { "pt-BR": "lojista {sellerId}", en: "seller {sellerId}" },
  everything: { "pt-BR": "tudo", en: "everything" },
} as const satisfies Record<string, LocalizedText>;

/** A line per rule. If there are no rules, a line that says so. */
export function faultRulesText({ http, events }: FaultRules, { lang, out }: Pick<Terminal, "lang" | "out">): string {
  const rows = [
    ...http.rules.map((rule) => ["http", ...rowOf(rule, lang)]),
    ...events.rules.map((rule) => ["events", ...rowOf(rule, lang)]),
  ];
  return rows.length === 0 ? `${coloured(out, "good", TEXTS.none[lang])}\n` : alignColumns(rows);
}

function rowOf(rule: CallRule | EventRule, lang: Lang): readonly string[] {
  const {
    kind,
    share = 1,
    sellerId,
    operation,
    endpointId,
    status,
    latencyMs,
    delayMs,
    retryAfterSeconds,
    when,
  } = rule as CallRule & EventRule;
  const latency = latencyMs === undefined ? "" : durationText(latencyMs);
  const delay = delayMs === undefined ? "" : durationText(delayMs);
  const retryAfter = retryAfterSeconds === undefined ? "" : formatMessage(TEXTS.retryAfter[lang], { retryAfterSeconds });
  const what = formatMessage(TEXTS[kind][lang], { status, latency, delay }) + retryAfter;
  const targets = [operation, endpointId, sellerId === undefined ? undefined : formatMessage(TEXTS.seller[lang], { sellerId })];
  const scope = targets.filter((part) => part !== undefined).join(", ") || TEXTS.everything[lang];
  return [shareText(share, lang), when === "after" ? `${what} ${TEXTS.after[lang]}` : what, scope];
}
