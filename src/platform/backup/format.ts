import type { Texts } from "../contract/errors.ts";

/**
 * A backup is one tar archive, in this order:
 *
 * | Entry | Holds |
 * |---|---|
 * | `README.txt` | what this is, for whoever has nothing but the file |
 * | `keys/<name>` | files of the data folder that hold keys; only when asked for |
 * | `tables/<table>/<nnnnnn>.copy.zst` | whole rows in PostgreSQL's COPY text format, zstd; tables after those they refer to |
 * | `manifest.json` | everything else: see `Manifest` |
 * | `manifest.json.sha256` | its SHA-256, as `sha256sum -c` reads it |
 *
 * The manifest comes last, so an archive that was cut short has none. It covers every byte before it.
 */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** The moment all rows are of: ISO 8601, UTC, real time. */
  readonly takenAt: string;
  /** Of the marketplace; null when no process ever served it. */
  readonly environment: string | null;
  /** Of Vitrine, and of the PostgreSQL it was taken from. */
  readonly version: string;
  readonly postgres: string;
  /** Names of the migrations that made the schema, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly ArchivedTable[];
  readonly partitions: readonly ArchivedPartition[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
  /** Keys that sealed something in it, each with the mark that tells whether a key is that one (base64). */
  readonly keys: readonly { readonly id: string; readonly mark: string }[];
  /** Tables whose rows are not in it. */
  readonly leftOut: readonly string[];
  /** The other entries. */
  readonly files: readonly ArchivedFile[];
}

/** A table's rows in an archive, and what they must come to. */
export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the COPY text, before it was compressed. */
  readonly bytes: number;
  readonly sha256: string;
  readonly pieces: number;
}

/** Partition of a table from one bound to another, which it does not hold. */
export interface ArchivedPartition {
  readonly of: string;
  readonly name: string;
  readonly first: number;
  readonly end: number;
}

/** Any other entry. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The newest format there is. */
export const FORMAT = 1;
/** Stands first. */
export const README = "README.txt";
/** Stands last but one. */
export const MANIFEST = "manifest.json";
/** Stands last. */
export const MANIFEST_HASH = "manifest.json.sha256";
/** Before compression; a row is never cut, so a piece with a large one is larger. */
export const PIECE_BYTES = 2 * 1024 * 1024;
/** Largest piece that is taken apart: four times the largest row an operation lets in, told as COPY text. */
export const MOST_PIECE_BYTES = 64 * 1024 * 1024;

/** Left out: the manifest has the migrations; quotas begin a new window after a crash, and the log of calls is forgotten by one. */
export const LEFT_OUT: readonly string[] = ["migrations", "quotas", "request_log"];

/** Where a table's rows are. */
export const pieceName = (table: string, nth: number): string => `tables/${table}/${String(nth).padStart(6, "0")}.copy.zst`;
/** Where a file of the data folder is. */
export const keyFileName = (name: string): string => `keys/${name}`;

/** What stands first in an archive. */
export const README_TEXT = `Backup de um marketplace Vitrine. Restaure com: bin/vitrine restore ARQUIVO
Backup of a Vitrine marketplace. Restore it with: bin/vitrine restore FILE

manifest.json            migrations, tables with their columns, rows and SHA-256, partitions, sequences
manifest.json.sha256     sha256sum -c manifest.json.sha256
tables/NAME/*.copy.zst   rows in PostgreSQL's COPY text format, all of one moment:
                         cat tables/NAME/*.copy.zst | zstd -dc | sha256sum
                         cat tables/NAME/*.copy.zst | zstd -dc | psql -c 'copy NAME (COLUMNS) from stdin'
keys/                    keys that open what is sealed in the rows, only when they were asked for
`;

/** What may be wrong with an archive. */
export const ARCHIVE_FAULTS = {
  no_backup: { "pt-BR": "{file} não é um backup da Vitrine", en: "{file} is no backup of Vitrine" },
  unreadable: { "pt-BR": "{file} não pode ser lido ({code})", en: "{file} cannot be read ({code})" },
  incomplete: {
    "pt-BR": "{file} está incompleto: falta o manifesto, que vem por último; o backup foi interrompido ou a cópia cortada",
    en: "{file} is incomplete: its manifest, which comes last, is missing; the backup was interrupted or the copy cut short",
  },
  damaged: { "pt-BR": "{file} está danificado: {what}", en: "{file} is damaged: {what}" },
  newer_format: {
    "pt-BR": "{file} tem o formato {format}, e esta versão lê até o {known}; use a versão da Vitrine que o fez",
    en: "{file} has format {format}, and this version reads up to {known}; use the version of Vitrine that made it",
  },
} as const satisfies Record<string, Texts>;
