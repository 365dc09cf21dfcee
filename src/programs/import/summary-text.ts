import type { Lang } from "../../platform/contract/index.ts";
import { alignColumns } from "../../command-line/columns.ts";
import type { ValidationState } from "./await-validation.ts";
import { OUTCOMES, type Counts, type IgnoredMember } from "./row-report.ts";

/** The result of an import. These are the members of the JSON output. */
export interface Summary extends Counts {
  /** Ignored members by their JSON Pointer; absent if there are none. */
  readonly ignored?: Readonly<Record<string, IgnoredMember>>;
  /** Path of the report. */
  readonly report: string;
  /** Path of the file with the refused rows and their errors; absent if there is none. */
  readonly errors?: string;
  readonly interrupted: boolean;
  /** The state of the products, if the import waited for their validation. */
  readonly standing?: ValidationState;
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
    errors: "linhas recusadas, para corrigir e reenviar",
    interrupted: "interrompido; para continuar",
    stopped: "parou antes do fim; para continuar",
    statuses: "status",
    pending: "à espera de",
    critiques: "críticas",
    warned: "com avisos",
    ignored: "campos ignorados, que o contrato não tem",
  },
  en: {
    rows: "rows",
    created: "created",
    updated: "updated",
    unchanged: "unchanged",
    refused: "refused",
    unreadable: "unreadable",
    report: "report",
    errors: "refused rows, to correct and send again",
    interrupted: "interrupted; to continue",
    stopped: "stopped before the end; to continue",
    statuses: "status",
    pending: "waiting for",
    critiques: "critiques",
    warned: "with warnings",
    ignored: "ignored fields, unknown to the contract",
  },
} as const;

/** What the summary says of an import that did not reach the end of its file. */
export interface Continuation {
  /** The command that continues the import. */
  readonly command: string;
  /** Whether an error stopped it. */
  readonly stopped: boolean;
}

/** The summary for people. */
export function summaryText(summary: Summary, lang: Lang, { command, stopped }: Continuation): string {
  const words = WORDS[lang];
  const outcomes = (["rows", ...OUTCOMES, "warned"] as const).filter((name) => name === "rows" || summary[name] > 0);
  const standing = (["statuses", "pending", "critiques"] as const).flatMap((name) => {
    const rows = Object.entries(summary.standing?.[name] ?? {}).sort(([, one], [, other]) => other - one);
    return rows.length === 0 ? [] : [`${words[name]}\n`, alignColumns(rows.map(([word, count]) => [String(count).padStart(8), word]))];
  });
  const reason = summary.interrupted ? words.interrupted : stopped ? words.stopped : undefined;
  return [
    `${outcomes.map((name) => `${summary[name]} ${words[name]}`).join(", ")}\n`,
    ...ignoredText(summary, words.ignored),
    ...standing,
    `${words.report}: ${summary.report}\n`,
    summary.errors === undefined ? "" : `${words.errors}: ${summary.errors}\n`,
    reason === undefined ? "" : `${reason}: ${command}\n`,
  ].join("");
}

/** Lines for the ignored members, the most frequent first, each with the most similar known members. */
function ignoredText({ ignored = {} }: Summary, title: string): readonly string[] {
  const rows = Object.entries(ignored).sort(([, one], [, other]) => other.rows - one.rows);
  if (rows.length === 0) return [];
  const lines = rows.map(([member, { rows: count, suggestions }]) => [
    String(count).padStart(8),
    member,
    suggestions.map((name) => `${name}?`).join(" "),
  ]);
  return [`${title}\n`, alignColumns(lines)];
}
