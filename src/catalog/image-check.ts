import type { Head, Outbound, OutboundReply, OutboundResponse } from "../platform/outbound/index.ts";
import { jpegEnding, readJpeg, createEndMarkerScanner } from "./jpeg.ts";
import type { ImageVerdict } from "./product.ts";

/** Requirements for an image (seed 2.1), and limits on the cost of its check. */
export interface ImageLimits {
  /** Minimum width and minimum height, in pixels. */
  readonly minSide: number;
  readonly maxSide: number;
  readonly maxBytes: number;
  /** Total time budget for all requests of one check. */
  readonly budgetMs: number;
  readonly maxRedirects: number;
}

/** The seed says 5 MB. Sellers' tools count in units of 1024, so the larger value is allowed. */
export const IMAGE_LIMITS: ImageLimits = {
  minSide: 400,
  maxSide: 1_200,
  maxBytes: 5 * 1024 * 1024,
  budgetMs: 10_000,
  maxRedirects: 3,
};

const JITTER = 0.2;

/**
 * Milliseconds until the next attempt: the entry of `delays` for the attempt just made, changed by up to 20 % in either direction. `chance`,
 * in [0, 1], decides by how much. Undefined when no attempts are left. `delays` are in milliseconds. `tries` is the number of attempts so
 * far, from 1.
 */
export function retryDelayMs(delays: readonly number[], tries: number, chance: number): number | undefined {
  const delay = delays[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * chance));
}

/** A verdict on an image that its host has sent. No further attempt is needed. */
export type FinalImageVerdict = Exclude<ImageVerdict, { readonly state: "pending" | "unreachable" }>;

/**
 * The outcome of a check. A failed check is repeated after the delays of the setting IMAGE_RETRY_SECONDS. `cause` is for the log and is
 * never shown to the seller.
 */
export type ImageCheck =
  | { readonly outcome: "decided"; readonly verdict: FinalImageVerdict }
  | { readonly outcome: "failed"; readonly cause: string };

/** The part of an image that was read. */
export interface ImageSample {
  /** The first bytes of the image. */
  readonly prefix: Uint8Array;
  /** Size of the whole image in bytes. If it is unknown because reading stopped at the size limit, this is a number above the limit. */
  readonly totalBytes: number;
  /**
   * Offset of the last FF D9 in the file, -1 for none. Undefined when the file was not read to its end. Ignored when `prefix` is the whole
   * file.
   */
  readonly lastEndAt?: number | undefined;
}

/** The verdict on an image. Undefined when more bytes are needed to find its dimensions. Pure. */
export function imageVerdict({ prefix, totalBytes, lastEndAt }: ImageSample, limits: ImageLimits): FinalImageVerdict | undefined {
  const reading = readJpeg(prefix);
  if (reading.kind === "not_jpeg") return { state: "not_jpeg", found: reading.found };
  if (totalBytes > limits.maxBytes) return { state: "too_heavy", bytes: totalBytes };
  const isWhole = prefix.length >= totalBytes;
  if (isWhole || lastEndAt !== undefined) {
    const ending = jpegEnding(prefix, isWhole ? undefined : lastEndAt);
    if (ending !== "whole") return { state: "not_jpeg", found: FOUND_BY_ENDING[ending] };
  }
  if (reading.kind === "undecided") return undefined;
  const { width, height } = reading;
  const fits = (side: number) => side >= limits.minSide && side <= limits.maxSide;
  return fits(width) && fits(height) ? { state: "ok", width, height, bytes: totalBytes } : { state: "wrong_size", width, height };
}

/** Values of `found` for a file that begins as a JPEG but does not end as one. */
const FOUND_BY_ENDING = { incomplete: "incomplete", no_pixels: "broken_jpeg" } as const;

const FIRST_REQUEST_BYTES = 64 * 1024;

/**
 * Checks an image and reads as few bytes as possible. First requests 64 KiB with Range. Requests the whole image only when the dimensions
 * come after these 64 KiB, or when the host does not state the size or refuses Range. If a host ignores Range, reading stops after 64 KiB,
 * or after the size limit when the host announces no length. Nothing is decoded or decompressed. The Content-Type does not matter, because
 * the bytes themselves show whether the image is a JPEG.
 */
export async function checkImage(outbound: Outbound, url: string, limits: ImageLimits): Promise<ImageCheck> {
  let leftMs = limits.budgetMs;
  const request = async (range: Readonly<Record<"range", string>> | undefined, keepBodyBytes: number) => {
    const endMarkers = createEndMarkerScanner();
    const reply = await outbound.fetch({
      method: "GET",
      url,
      headers: { accept: "image/jpeg", "accept-encoding": "identity", ...range },
      maxBodyBytes: (head) => bytesToRead(head, keepBodyBytes, limits),
      keepBodyBytes,
      onBody: endMarkers.scan,
      maxRedirects: limits.maxRedirects,
      totalTimeoutMs: leftMs,
    });
    if (reply.kind === "answered") leftMs -= reply.elapsedMs;
    return range !== undefined && refusesRange(reply) ? undefined : checkOf(reply, endMarkers.lastAt(), limits);
  };
  return (
    (await request({ range: `bytes=0-${FIRST_REQUEST_BYTES - 1}` }, FIRST_REQUEST_BYTES)) ??
    (await request(undefined, limits.maxBytes)) ??
    SIZE_WITHHELD
  );
}

/** The outcome when a host answers a plain GET with only a part of the image, from which its size or its dimensions cannot be known. */
const SIZE_WITHHELD: ImageCheck = { outcome: "failed", cause: "size withheld" };

/**
 * Number of bytes to read from the body of an answer: 0 when the answer is unusable, the size limit when the host announces no length, and
 * otherwise `keepBytes`.
 */
function bytesToRead(head: Head, keepBytes: number, limits: ImageLimits): number {
  if (failureOf(head) !== undefined || encodingOf(head) !== undefined) return 0;
  return head.status === 200 && head.headers["content-length"] === undefined ? limits.maxBytes : keepBytes;
}

/** The outcome of a check after one answer. Undefined when the check needs the whole image. */
function checkOf(reply: OutboundReply, lastEndAt: number, limits: ImageLimits): ImageCheck | undefined {
  if (reply.kind === "blocked") return { outcome: "failed", cause: "blocked" };
  if (reply.kind === "unreachable") return { outcome: "failed", cause: reply.cause };
  const failed = failureOf(reply);
  if (failed !== undefined) return failed;
  const encoded = encodingOf(reply);
  if (encoded !== undefined) return { outcome: "decided", verdict: { state: "not_jpeg", found: encoded } };
  const totalBytes = totalBytesOf(reply);
  if (totalBytes === undefined) return undefined;
  const wasReadWhole = reply.status === 200 && !reply.truncated;
  const verdict = imageVerdict({ prefix: reply.body, totalBytes, lastEndAt: wasReadWhole ? lastEndAt : undefined }, limits);
  return verdict === undefined ? undefined : { outcome: "decided", verdict };
}

const FROM_FIRST_BYTE = /^bytes 0-\d+\/(?:(\d+)|\*)$/;
const startsAtFirstByte = ({ headers }: Head) => FROM_FIRST_BYTE.test(headers["content-range"] ?? "");

/** The failure when an answer does not contain the image from its first byte. Undefined when it does. */
function failureOf(head: Head): ImageCheck | undefined {
  if (head.status === 200 || (head.status === 206 && startsAtFirstByte(head))) return undefined;
  return { outcome: "failed", cause: `status ${head.status}` };
}

/** Statuses with which hosts refuse a request for a range. */
const RANGE_REFUSED: ReadonlySet<number> = new Set([400, 405, 406, 412, 416, 417, 501]);

/** Whether a request may have failed because of its Range header and not because of the image. */
const refusesRange = (reply: OutboundReply): boolean =>
  reply.kind === "answered" && (RANGE_REFUSED.has(reply.status) || (reply.status === 206 && !startsAtFirstByte(reply)));

/** Size of the whole image in bytes, announced or counted. Undefined when a partial answer does not state it. */
function totalBytesOf({ status, headers, receivedBytes }: OutboundResponse): number | undefined {
  if (status === 200) return Number(headers["content-length"] ?? receivedBytes);
  const total = FROM_FIRST_BYTE.exec(headers["content-range"] ?? "")?.[1];
  return total === undefined ? undefined : Math.max(Number(total), receivedBytes);
}

const ENCODINGS: readonly string[] = ["gzip", "br", "deflate", "zstd", "compress"];

/**
 * The content encoding of an answer. A host may encode an image although the request asks for `identity`. Undefined for `identity`. An
 * unknown encoding becomes "encoded", so that no text from the host reaches a message.
 */
function encodingOf({ headers }: Head): string | undefined {
  const named = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (named === "identity" || named === "") return undefined;
  return ENCODINGS.includes(named) ? named : "encoded";
}
