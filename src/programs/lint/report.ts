import { coloured } from "../../command-line/colours.ts";
import type { Terminal } from "../../command-line/command.ts";
import { hasError, type Finding, type LintedRow } from "./lint-file.ts";

/** Writes one JSON object per finding. */
export function writeJsonReport(rows: readonly LintedRow[], { out }: Terminal): void {
  for (const { line, sku, findings } of rows) {
    for (const { code, severity, pointer = "", message, received, allowed, suggestions = [] } of findings) {
      out.write(`${JSON.stringify({ line, sku, code, severity, pointer, message, received, allowed, suggestions })}\n`);
    }
  }
}

const WORDS = {
  "pt-BR": { line: "linha", warning: "aviso", rows: "produtos", clean: "sem críticas", warned: "só com avisos", wrong: "com erros" },
  en: {
    line: "line",
    warning: "warning",
    rows: "products",
    clean: "without critiques",
    warned: "with warnings only",
    wrong: "with errors",
  },
} as const;

/** Writes a line per finding, then the number of findings per code, then the totals. */
export function writeTextReport(rows: readonly LintedRow[], terminal: Terminal): void {
  const { out, lang } = terminal;
  const words = WORDS[lang];
  for (const row of rows) for (const finding of row.findings) out.write(findingLine(row, finding, terminal));
  const codes = countCodes(rows);
  if (codes.length > 0) out.write("\n");
  for (const [code, count] of codes) out.write(`${String(count).padStart(7)}  ${code}\n`);
  const clean = rows.filter(({ findings }) => findings.length === 0).length;
  const wrong = rows.filter(hasError).length;
  const totals = [
    `${rows.length} ${words.rows}`,
    `${clean} ${words.clean}`,
    `${rows.length - clean - wrong} ${words.warned}`,
    `${wrong} ${words.wrong}`,
  ];
  out.write(`${codes.length > 0 ? "\n" : ""}${totals.join(", ")}\n`);
}

function findingLine({ line, sku }: LintedRow, { code, severity, message }: Finding, { out, lang }: Terminal): string {
  const words = WORDS[lang];
  const isWarning = severity === "warning";
  return `${words.line} ${line} ${sku}: ${coloured(out, isWarning ? "warning" : "bad", code)}${isWarning ? ` (${words.warning})` : ""} ${message}\n`;
}

/** Number of findings per code, the most frequent first. */
function countCodes(rows: readonly LintedRow[]): readonly (readonly [code: string, count: number])[] {
  const byCode = Map.groupBy(
    rows.flatMap(({ findings }) => findings),
    ({ code }) => code,
  );
  return [...byCode].map(([code, findings]) => [code, findings.length] as const).sort(([, one], [, other]) => other - one);
}
