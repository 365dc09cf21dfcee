/** Writes a consistent snapshot of a database to one file, and restores it. */

export { type BackupReader, checkRows, openBackup, totalRowBytes, totalRows } from "./archive-reader.ts";
export type { Manifest } from "./format.ts";
export { checkSchema, restoreArchive } from "./restore-backup.ts";
export { type Progress, takeBackup, type WriteChunk } from "./take-backup.ts";
