import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import type { DeflatedDocument } from "../src/platform/archive/zip.ts";

const deflate = promisify(deflateRaw);

/** A text in UTF-8, or bytes, as an archive takes it. */
export async function deflateEntry(document: string | Buffer): Promise<DeflatedDocument> {
  const bytes = typeof document === "string" ? Buffer.from(document) : document;
  return { deflated: await deflate(bytes), crc32: crc32(bytes), size: bytes.length };
}
