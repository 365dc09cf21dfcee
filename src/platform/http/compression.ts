import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { prefersGzip, type Headers } from "./headers.ts";

/** Shorter bodies go out as they are: they fit a packet anyway. */
const SMALLEST_PACKED = 1_024;
/** Pages that are text; pictures are packed already. */
const TEXTUAL = /^(text\/|application\/json\b)/;
/** What the ETag of a packed answer ends in: it is strong, so it names other bytes. */
const PACKED = "-gzip";

/** Tells caches that readers who ask for gzip get another answer (RFC 9110 12.5.5). */
export const VARY_ACCEPT_ENCODING: Headers = { vary: "Accept-Encoding" };

/** Whether a body may go out packed: a text of some length, as a whole. */
export const isCompressible = (headers: Headers, body: string | Buffer): boolean =>
  body.length >= SMALLEST_PACKED && headers["content-length"] === undefined && TEXTUAL.test(headers["content-type"] ?? "");

/** Whether the reader asked for it packed (decisions 1.4). */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => acceptEncoding !== undefined && prefersGzip(acceptEncoding);

/** Packs a body without holding up others. */
export const gzipBody: (body: Buffer | string) => Promise<Buffer> = promisify(gzip);

/** The headers of an answer once it is packed. */
export const gzipHeaders = (headers: Headers): Headers => ({
  ...headers,
  ...(headers["etag"] === undefined ? {} : { etag: packedTag(headers["etag"]) }),
  "content-encoding": "gzip",
});

/** The ETag of the same answer, packed. */
const packedTag = (etag: string): string => etag.replace(/"$/, `${PACKED}"`);

/**
 * The ETag under which a reader holds an answer already, as it is or packed; undefined when `If-None-Match` names neither.
 * It is `*`, or a list in which a weak one counts too (RFC 9110 13.1.2).
 */
export function matchingETag(etag: string, ifNoneMatch: string | undefined): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const held = ifNoneMatch.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return held.includes("*") ? etag : [etag, packedTag(etag)].find((tag) => held.includes(tag));
}
