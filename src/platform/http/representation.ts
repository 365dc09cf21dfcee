import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Headers, type Lines, linesOf } from "../header-lines.ts";
import { asksForGzip } from "./headers.ts";

/** Shorter bodies go out as they are: they fit a packet anyway. */
const SMALLEST_PACKED = 1_024;
/** Pages that are text; pictures are packed already. */
const TEXTUAL = /^(text\/|application\/json\b)/;
/** What the ETag of a packed answer ends in: it is strong, so it names other bytes. */
const PACKED = "-gzip";

/** Among the headers of an answer, that readers who ask for gzip get another one (RFC 9110 12.5.5). */
export const VARIES = linesOf({ vary: "Accept-Encoding" });

/** Whether a body of so many bytes or characters may go out packed. */
export const isWorthPacking = (length: number): boolean => length >= SMALLEST_PACKED;

/** Whether a page may: a text of some length, as a whole. */
export const isPackablePage = (headers: Headers, body: string | Buffer): boolean =>
  isWorthPacking(body.length) && TEXTUAL.test(headers["content-type"] ?? "") && headers["content-length"] === undefined;

/** Whether the reader gets the answer of these headers packed: only when asked for (decisions 1.4). */
export const isPacked = (headers: readonly (Headers | Lines)[], acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && asksForGzip(acceptEncoding) && headers.includes(VARIES);

/** Packs a body without holding up others. */
export const pack: (body: Buffer) => Promise<Buffer> = promisify(gzip);

/** The headers of an answer once it is packed. */
export const packedHeaders = (headers: readonly (Headers | Lines)[]): readonly (Headers | Lines)[] => [
  ...headers.map((part) => (typeof part === "string" || part["etag"] === undefined ? part : { ...part, etag: packedTag(part["etag"]) })),
  { "content-encoding": "gzip" },
];

/** The ETag of the same answer, packed. */
const packedTag = (etag: string): string => etag.replace(/"$/, `${PACKED}"`);

/**
 * The ETag under which a reader holds an answer already, as it is or packed; undefined when `If-None-Match` names neither.
 * It is `*`, or a list in which a weak one counts too (RFC 9110 13.1.2).
 */
export function heldTag(etag: string, ifNoneMatch: string | undefined): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const held = ifNoneMatch.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return held.includes("*") ? etag : [etag, packedTag(etag)].find((tag) => held.includes(tag));
}
