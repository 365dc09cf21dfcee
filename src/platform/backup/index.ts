/** One consistent snapshot of a database in one file, its format, and the way back. */

export { type BackupReader, checkRows, openBackup, totalRowBytes, totalRows } from "./archive-reader.ts";
export type { Manifest } from "./format.ts";
export { checkSchema, restoreArchive } from "./restore-backup.ts";
export { type Progress, takeBackup, type WriteChunk } from "./take-backup.ts";
