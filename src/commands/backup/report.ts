import type { Manifest } from "../../platform/backup/format.ts";
import { totalRowBytes, totalRows } from "../../platform/backup/archive-reader.ts";
import type { Progress } from "../../platform/backup/take-backup.ts";
import type { Lang } from "../../platform/contract/errors.ts";
import { bar } from "../line/progress.ts";

/** What every report of a backup tells of it, for programs. */
export const FACTS = [
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

/** The facts of a backup: `bytes` is the file's size, `rowBytes` that of its rows before they were compressed. */
export const factsOf = (manifest: Manifest, { file, bytes }: { readonly file: string; readonly bytes: number }) => ({
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

/** The facts as people read them. */
export function factsText(facts: ReturnType<typeof factsOf>, lang: Lang): string {
  const words = WORDS[lang];
  const whole = (n: number) => n.toLocaleString(lang);
  return [
    facts.file,
    `  ${words.of} ${facts.takenAt}, ${words.environment} ${facts.environment ?? "-"}, Vitrine ${facts.version}, ${facts.migration}`,
    `  ${whole(facts.rows)} ${words.rows} ${facts.tables} ${words.tables}, ${megabytes(facts.bytes, lang)} (${megabytes(facts.rowBytes, lang)} ${words.packed})`,
    "",
  ].join("\n");
}

/** How far it is, on one line. */
export const progressText = ({ share, rows, bytes, table }: Progress, lang: Lang): string =>
  `${bar(share)}  ${megabytes(bytes, lang)}  ${rows.toLocaleString(lang)} ${WORDS[lang].rows.split(" ")[0]}  ${table}`;

const megabytes = (bytes: number, lang: Lang) => `${(bytes / 1e6).toLocaleString(lang, { maximumFractionDigits: 1 })} MB`;
