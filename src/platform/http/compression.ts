import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { prefersGzip, type Headers } from "./headers.ts";

/** Minimum length of a body to compress, in bytes or, for a text, in characters. A shorter body fits into one packet anyway. */
const MIN_COMPRESSED_LENGTH = 1_024;
/** Matches the content types worth compressing. Pictures are compressed already. */
const TEXTUAL = /^(text\/|application\/json\b)/;
/** Suffix of the ETag of a compressed answer. A strong ETag names exact bytes, so both forms need their own. */
const GZIP_SUFFIX = "-gzip";

/** Tells caches that the answer depends on `Accept-Encoding` (RFC 9110 12.5.5). */
export const VARY_ACCEPT_ENCODING: Headers = { vary: "Accept-Encoding" };

/** Whether a body may be compressed: it is textual and long enough, and `headers` does not state its length. */
export const isCompressible = (headers: Headers, body: string | Buffer): boolean =>
  body.length >= MIN_COMPRESSED_LENGTH && headers["content-length"] === undefined && TEXTUAL.test(headers["content-type"] ?? "");

/** Whether the caller prefers gzip (decisions 1.4). */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => acceptEncoding !== undefined && prefersGzip(acceptEncoding);

/** Compresses a body off the event loop. */
export const gzipBody: (body: Buffer | string) => Promise<Buffer> = promisify(gzip);

/** The headers of a compressed answer. */
export const gzipHeaders = (headers: Headers): Headers => ({
  ...headers,
  ...(headers["etag"] === undefined ? {} : { etag: gzipETag(headers["etag"]) }),
  "content-encoding": "gzip",
});

const gzipETag = (etag: string): string => etag.replace(/"$/, `${GZIP_SUFFIX}"`);

/**
 * The ETag of the answer, plain or compressed, that `If-None-Match` contains; undefined when it contains neither. The header is a list, in which
 * weak ETags match too, or `*`, which matches the plain ETag (RFC 9110 13.1.2).
 */
export function matchingETag(etag: string, ifNoneMatch: string | undefined): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const known = ifNoneMatch.split(",").map((one) => one.trim().replace(/^W\//, ""));
  return known.includes("*") ? etag : [etag, gzipETag(etag)].find((tag) => known.includes(tag));
}
