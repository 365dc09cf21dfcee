import type { LocalizedText } from "../contract/errors.ts";

/**
 * A backup is one tar archive, in this order:
 *
 * | Entry | Holds |
 * |---|---|
 * | `README.txt` | an explanation for people who have only the file |
 * | `keys/<name>` | key files of the data folder; only on request |
 * | `tables/<table>/<nnnnnn>.copy.zst` | complete rows in COPY text format, compressed by zstd; a table comes after the tables it refers to |
 * | `manifest.json` | everything else: see `Manifest` |
 * | `manifest.json.sha256` | the manifest's SHA-256, as `sha256sum -c` reads it |
 *
 * The manifest and its hash come last, so an archive whose rows were cut off has neither. The hashes in the manifest cover everything
 * before it.
 */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** Time of the snapshot (real time) as ISO 8601 in UTC. */
  readonly takenAt: string;
  /** The environment of the marketplace. Null when no process has ever served it. */
  readonly environment: string | null;
  /** Version of Vitrine; `postgres` is the version of PostgreSQL. */
  readonly version: string;
  readonly postgres: string;
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly ArchivedTable[];
  readonly partitions: readonly ArchivedPartition[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
  /** The keys that encrypted data in the backup, each with its mark: a known text sealed with the key, in base64. */
  readonly keys: readonly { readonly id: string; readonly mark: string }[];
  /** Tables whose rows are not in the backup. */
  readonly leftOut: readonly string[];
  /** The entries before the manifest that contain no rows. */
  readonly files: readonly ArchivedFile[];
}

/** A table in an archive, with the figures that its rows are checked against. */
export interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Size of the uncompressed COPY text in bytes. `sha256` is the hash of the same text. */
  readonly bytes: number;
  readonly sha256: string;
  /** Number of chunks. */
  readonly pieces: number;
}

/** A partition of the table `of`. It contains the rows whose partition key is at least `first` and less than `end`. */
export interface ArchivedPartition {
  readonly of: string;
  readonly name: string;
  readonly first: number;
  readonly end: number;
}

/** An entry without rows. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** The current version of the format. */
export const FORMAT = 1;
/** Name of the first entry. */
export const README = "README.txt";
/** Name of the second-to-last entry. */
export const MANIFEST = "manifest.json";
/** Name of the last entry. */
export const MANIFEST_HASH = "manifest.json.sha256";
/** Size of a chunk before compression. A chunk with a large row is larger, because rows are never split. */
export const CHUNK_BYTES = 2 * 1024 * 1024;
/**
 * Maximum size of a chunk, compressed or not, so that a damaged or forged archive cannot exhaust memory. The limit must exceed the largest
 * row: settings allow stored bodies and answers of 64 MiB, and COPY writes a byte as two characters.
 */
export const MAX_CHUNK_BYTES = 256 * 1024 * 1024;

/** Tables that backups leave out. The manifest lists the migrations. The quotas and the log of calls do not survive a crash either. */
export const EXCLUDED_TABLES: readonly string[] = ["migrations", "quotas", "request_log"];

/** Name of the nth chunk of a table, counted from 1. */
export const chunkName = (table: string, nth: number): string => `tables/${table}/${String(nth).padStart(6, "0")}.copy.zst`;
/** Name of the entry for a key file of the data folder. */
export const keyFileName = (name: string): string => `keys/${name}`;

/** Content of the first entry. */
export const README_TEXT = `Backup de um marketplace Vitrine. Restaure com: bin/vitrine restore ARQUIVO
Backup of a Vitrine marketplace. Restore it with: bin/vitrine restore FILE

manifest.json            migrations, tables with their columns, rows and SHA-256, partitions, sequences
manifest.json.sha256     sha256sum -c manifest.json.sha256
tables/NAME/*.copy.zst   rows in PostgreSQL's COPY text format, all of one moment:
                         cat tables/NAME/*.copy.zst | zstd -dc | sha256sum
                         cat tables/NAME/*.copy.zst | zstd -dc | psql -c 'copy NAME (COLUMNS) from stdin'
keys/                    keys that open what is sealed in the rows, only when they were asked for
`;

/** Texts for everything that can be wrong with an archive. */
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
} as const satisfies Record<string, LocalizedText>;
