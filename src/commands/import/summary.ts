import type { Lang } from "../../platform/errors.ts";
import { columns } from "../table.ts";
import type { Standing } from "./publication.ts";
import { OUTCOMES, type Counts } from "./report.ts";

/** How an import ended, for whoever started it. */
export interface Summary extends Counts {
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
  },
} as const;

/** The summary as a person reads it. */
export function summaryText(summary: Summary, lang: Lang): string {
  const words = WORDS[lang];
  const ended = (["rows", ...OUTCOMES] as const).filter((name) => name === "rows" || summary[name] > 0);
  const standing = (["statuses", "pending", "critiques"] as const).flatMap((name) => {
    const rows = Object.entries(summary.standing?.[name] ?? {}).sort(([, one], [, other]) => other - one);
    return rows.length === 0 ? [] : [`${words[name]}\n`, columns(rows.map(([word, count]) => [String(count).padStart(8), word]))];
  });
  return [
    `${ended.map((name) => `${summary[name]} ${words[name]}`).join(", ")}\n`,
    ...standing,
    `${words.report}: ${summary.report}\n`,
    summary.interrupted ? `${words.interrupted}\n` : "",
  ].join("");
}
