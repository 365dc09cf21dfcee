import type { OutboundResponse, Head, Outbound, OutboundReply } from "../platform/outbound/client.ts";
import { endingOf, readJpeg, watchEnds } from "./jpeg.ts";
import type { ImageVerdict } from "./product.ts";

/** What an image must be (seed 2.1) and what finding out may cost. */
export interface ImageLimits {
  /** Pixels, for width and height alike. */
  readonly minSide: number;
  readonly maxSide: number;
  readonly maxBytes: number;
  /** For all requests of one check together. */
  readonly budgetMs: number;
  readonly maxRedirects: number;
}

/** The seed says 5 MB; sellers' tools count 1024, so that is what is granted. */
export const IMAGE_LIMITS: ImageLimits = {
  minSide: 400,
  maxSide: 1_200,
  maxBytes: 5 * 1024 * 1024,
  budgetMs: 10_000,
  maxRedirects: 3,
};

const JITTER = 0.2;

/**
 * Milliseconds until the next try, +-20 % by `chance` (0..1), or undefined when the tries are used up.
 * `tries` counts those made, from 1.
 */
export function retryDelayMs(delays: readonly number[], tries: number, chance: number): number | undefined {
  const delay = delays[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * chance));
}

/** What the bytes of an image decide. */
export type Decided = Exclude<ImageVerdict, { readonly state: "pending" | "unreachable" }>;

/**
 * A check's outcome; `failed` is tried again after the waits of the setting IMAGE_RETRY_SECONDS. `cause` is for the log, never for
 * the seller.
 */
export type ImageCheck =
  | { readonly outcome: "decided"; readonly verdict: Decided }
  | { readonly outcome: "failed"; readonly cause: string };

/** What was seen of an image. */
export interface Seen {
  /** Its beginning. */
  readonly prefix: Uint8Array;
  /** How many bytes it has in all: above the limit when nobody read further. */
  readonly totalBytes: number;
  /** Where the last FF D9 of the whole file begins, -1 for none; undefined when it was not read to its end, or is in `prefix` whole. */
  readonly lastEndAt?: number | undefined;
}

/** The verdict on an image, or undefined when its size stands behind the bytes seen. Pure. */
export function verdictOf({ prefix, totalBytes, lastEndAt }: Seen, limits: ImageLimits): Decided | undefined {
  const reading = readJpeg(prefix);
  if (reading.kind === "not_jpeg") return { state: "not_jpeg", found: reading.found };
  if (totalBytes > limits.maxBytes) return { state: "too_heavy", bytes: totalBytes };
  const isWhole = prefix.length >= totalBytes;
  if (isWhole || lastEndAt !== undefined) {
    const ending = endingOf(prefix, isWhole ? undefined : lastEndAt);
    if (ending !== "whole") return { state: "not_jpeg", found: FOUND[ending] };
  }
  if (reading.kind === "undecided") return undefined;
  const { width, height } = reading;
  const fits = (side: number) => side >= limits.minSide && side <= limits.maxSide;
  return fits(width) && fits(height) ? { state: "ok", width, height, bytes: totalBytes } : { state: "wrong_size", width, height };
}

/** What a file is that opens as a JPEG and does not end as one. */
const FOUND = { incomplete: "incomplete", no_pixels: "broken_jpeg" } as const;

const PEEK_BYTES = 64 * 1024;

/**
 * Fetches as little of an image as decides it: the first 64 KiB by Range, and the whole once when its size stands further back, or
 * the host will not say how heavy it is, or does not take Range. Hosts that ignore Range are cut off after 64 KiB, or are read up to the
 * weight limit when they announce no length. Nothing is decoded or inflated, and the Content-Type is not asked: the bytes prove a JPEG.
 */
export async function checkImage(outbound: Outbound, url: string, limits: ImageLimits): Promise<ImageCheck> {
  let leftMs = limits.budgetMs;
  const look = async (range: Readonly<Record<"range", string>> | undefined, keepBodyBytes: number) => {
    const ends = watchEnds();
    const reply = await outbound.fetch({
      method: "GET",
      url,
      headers: { accept: "image/jpeg", "accept-encoding": "identity", ...range },
      maxBodyBytes: (head) => worthReading(head, keepBodyBytes, limits),
      keepBodyBytes,
      onBody: ends.see,
      maxRedirects: limits.maxRedirects,
      totalTimeoutMs: leftMs,
    });
    if (reply.kind === "answered") leftMs -= reply.elapsedMs;
    return range !== undefined && refusesRange(reply) ? undefined : judged(reply, ends.lastAt(), limits);
  };
  return (await look({ range: `bytes=0-${PEEK_BYTES - 1}` }, PEEK_BYTES)) ?? (await look(undefined, limits.maxBytes)) ?? UNDECIDED;
}

/** A host that answers a plain GET in parts without ever saying of how many bytes. */
const UNDECIDED: ImageCheck = { outcome: "failed", cause: "size withheld" };

/** Bytes worth reading of an answer: what is kept, or up to the weight limit where only counting tells the weight. */
function worthReading(head: Head, keepBytes: number, limits: ImageLimits): number {
  if (refusal(head) !== undefined || encoding(head) !== undefined) return 0;
  return head.status === 200 && head.headers["content-length"] === undefined ? limits.maxBytes : keepBytes;
}

/** What one answer decides; undefined when only the whole image can tell. */
function judged(reply: OutboundReply, lastEndAt: number, limits: ImageLimits): ImageCheck | undefined {
  if (reply.kind === "blocked") return { outcome: "failed", cause: "blocked" };
  if (reply.kind === "unreachable") return { outcome: "failed", cause: reply.cause };
  const failed = refusal(reply);
  if (failed !== undefined) return failed;
  const encoded = encoding(reply);
  if (encoded !== undefined) return { outcome: "decided", verdict: { state: "not_jpeg", found: encoded } };
  const totalBytes = weight(reply);
  if (totalBytes === undefined) return undefined;
  const wasReadWhole = reply.status === 200 && !reply.truncated;
  const verdict = verdictOf({ prefix: reply.body, totalBytes, lastEndAt: wasReadWhole ? lastEndAt : undefined }, limits);
  return verdict === undefined ? undefined : { outcome: "decided", verdict };
}

const FROM_THE_START = /^bytes 0-\d+\/(?:(\d+)|\*)$/;
const startsAtTheStart = ({ headers }: Head) => FROM_THE_START.test(headers["content-range"] ?? "");

/** Answers that carry no image from its first byte on. */
function refusal(head: Head): ImageCheck | undefined {
  if (head.status === 200 || (head.status === 206 && startsAtTheStart(head))) return undefined;
  return { outcome: "failed", cause: `status ${head.status}` };
}

/** What hosts answer that cannot do with a Range, whether they name it or find the request malformed. */
const RANGE_REFUSED: ReadonlySet<number> = new Set([400, 405, 406, 412, 416, 417, 501]);

/** Whether an answer says that it may be the Range, and not the image, that is the matter. */
const refusesRange = (reply: OutboundReply): boolean =>
  reply.kind === "answered" && (RANGE_REFUSED.has(reply.status) || (reply.status === 206 && !startsAtTheStart(reply)));

/** Bytes of the whole image, as announced or as counted; undefined when a partial answer does not tell. */
function weight({ status, headers, receivedBytes }: OutboundResponse): number | undefined {
  if (status === 200) return Number(headers["content-length"] ?? receivedBytes);
  const total = FROM_THE_START.exec(headers["content-range"] ?? "")?.[1];
  return total === undefined ? undefined : Math.max(Number(total), receivedBytes);
}

const ENCODINGS: readonly string[] = ["gzip", "br", "deflate", "zstd", "compress"];

/** How the body was packed although we asked for it as it is; undefined for the identity. A stranger's word is never repeated. */
function encoding({ headers }: Head): string | undefined {
  const named = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (named === "identity" || named === "") return undefined;
  return ENCODINGS.includes(named) ? named : "encoded";
}
