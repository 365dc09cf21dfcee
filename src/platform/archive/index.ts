/** Tar and zip files, written and read as streams. */

export type { ZipEntry } from "./zip-records.ts";
export { inflateEntry, zip } from "./zip.ts";
