import { type Manifest, type Progress, totalRowBytes, totalRows } from "../../platform/backup/index.ts";
import type { Lang } from "../../platform/contract/index.ts";
import { progressBar } from "../../command-line/progress-line.ts";

/** Names of the facts about a backup in the JSON output. */
export const FACT_NAMES = [
  "file",
  "takenAt",
  "environment",
  "version",
  "migration",
  "tables",
  "rows",
  "rowBytes",
  "bytes",
  "keys",
  "keysInside",
];

/** The facts about a backup. `bytes` is the size of the file; `rowBytes` is the size of its rows before compression. */
export const backupFacts = (manifest: Manifest, { file, bytes }: { readonly file: string; readonly bytes: number }) => ({
  file,
  takenAt: manifest.takenAt,
  environment: manifest.environment,
  version: manifest.version,
  migration: manifest.migrations.at(-1)?.replace(/\.sql$/, ""),
  tables: manifest.tables.length,
  rows: totalRows(manifest),
  rowBytes: totalRowBytes(manifest),
  bytes,
  keys: manifest.keys.map(({ id }) => id),
  keysInside: manifest.files.some(({ name }) => name.startsWith("keys/")),
});

const WORDS = {
  "pt-BR": { of: "de", environment: "ambiente", rows: "linhas em", tables: "tabelas", packed: "antes de comprimir" },
  en: { of: "of", environment: "environment", rows: "rows in", tables: "tables", packed: "before compression" },
} as const;

/** Facts about a backup. */
export type BackupFacts = ReturnType<typeof backupFacts>;

/** The facts as text for people. */
export function factsText(facts: BackupFacts, lang: Lang): string {
  const words = WORDS[lang];
  const whole = (n: number) => n.toLocaleString(lang);
  return [
    facts.file,
    `  ${words.of} ${facts.takenAt}, ${words.environment} ${facts.environment ?? "-"}, Vitrine ${facts.version}, ${facts.migration}`,
    `  ${whole(facts.rows)} ${words.rows} ${facts.tables} ${words.tables}, ${megabytes(facts.bytes, lang)} (${megabytes(facts.rowBytes, lang)} ${words.packed})`,
    "",
  ].join("\n");
}

/** The progress of a backup or a restore, on one line. */
export const progressText = ({ share, rows, bytes, table }: Progress, lang: Lang): string =>
  `${progressBar(share)}  ${megabytes(bytes, lang)}  ${rows.toLocaleString(lang)} ${WORDS[lang].rows.split(" ")[0]}  ${table}`;

const megabytes = (bytes: number, lang: Lang) => `${(bytes / 1e6).toLocaleString(lang, { maximumFractionDigits: 1 })} MB`;
