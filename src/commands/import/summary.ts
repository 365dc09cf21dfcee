import type { Lang } from "../../platform/contract/errors.ts";
import { columns } from "../table.ts";
import type { Standing } from "./publication.ts";
import { OUTCOMES, type Counts, type Ignored } from "./report.ts";

/** How an import ended, for whoever started it. */
export interface Summary extends Counts {
  /** Members that no product has, by their place; absent when there were none. */
  readonly ignored?: Readonly<Record<string, Ignored>>;
  /** Path of the report. */
  readonly report: string;
  readonly interrupted: boolean;
  /** Where the products stand, when they were waited for. */
  readonly standing?: Standing;
}

const WORDS = {
  "pt-BR": {
    rows: "linhas",
    created: "criados",
    updated: "atualizados",
    unchanged: "sem mudança",
    refused: "recusados",
    unreadable: "ilegíveis",
    report: "relatório",
    interrupted: "interrompido: rode o mesmo comando para continuar",
    statuses: "status",
    pending: "à espera de",
    critiques: "críticas",
    warned: "com avisos",
    ignored: "campos que o contrato não tem, ignorados",
  },
  en: {
    rows: "rows",
    created: "created",
    updated: "updated",
    unchanged: "unchanged",
    refused: "refused",
    unreadable: "unreadable",
    report: "report",
    interrupted: "interrupted: run the same command to continue",
    statuses: "status",
    pending: "waiting for",
    critiques: "critiques",
    warned: "with warnings",
    ignored: "fields that the contract does not have, ignored",
  },
} as const;

/** The summary as a person reads it. */
export function summaryText(summary: Summary, lang: Lang): string {
  const words = WORDS[lang];
  const ended = (["rows", ...OUTCOMES, "warned"] as const).filter((name) => name === "rows" || summary[name] > 0);
  const standing = (["statuses", "pending", "critiques"] as const).flatMap((name) => {
    const rows = Object.entries(summary.standing?.[name] ?? {}).sort(([, one], [, other]) => other - one);
    return rows.length === 0 ? [] : [`${words[name]}\n`, columns(rows.map(([word, count]) => [String(count).padStart(8), word]))];
  });
  return [
    `${ended.map((name) => `${summary[name]} ${words[name]}`).join(", ")}\n`,
    ...ignoredText(summary, words.ignored),
    ...standing,
    `${words.report}: ${summary.report}\n`,
    summary.interrupted ? `${words.interrupted}\n` : "",
  ].join("");
}

/** The fields that were ignored, those of most rows first, each with the names that may have been meant. */
function ignoredText({ ignored = {} }: Summary, title: string): readonly string[] {
  const rows = Object.entries(ignored).sort(([, one], [, other]) => other.rows - one.rows);
  if (rows.length === 0) return [];
  const lines = rows.map(([place, of]) => [String(of.rows).padStart(8), place, of.suggestions.map((name) => `${name}?`).join(" ")]);
  return [`${title}\n`, columns(lines)];
}
