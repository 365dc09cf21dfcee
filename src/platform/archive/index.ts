/** Writes and reads tar and zip files as streams. */

export type { ZipEntry } from "./zip-records.ts";
export { inflateEntry, zip } from "./zip.ts";
