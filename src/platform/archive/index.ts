/** The zip and tar formats. Writes zip archives as streams, and writes and reads the headers of tar archives. */

export type { StreamedZipEntry, ZipEntry } from "./zip-records.ts";
export { inflateEntry, zip } from "./zip.ts";
