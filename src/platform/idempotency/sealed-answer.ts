import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { serializedBody, type Answer } from "../contract/answer.ts";
import { errorBody, Refusal } from "../contract/errors.ts";
import { maskRefusal } from "../contract/mask-personal-data.ts";
import type { KeyRing, SealContext } from "../crypto/key-ring.ts";
import type { KeyedCall } from "./keyed-call.ts";

/**
 * The stored form of answers. A stored answer is encrypted and consists of one byte for the encoding of the rest, the head as a line of
 * JSON, and the body as it was sent. All answers are encrypted, because answers about orders contain customer data and answers about
 * credentials contain tokens.
 */

/** The parts of an answer that are stored. */
export interface StorableAnswer {
  readonly status: number;
  /** The headers that are also sent with a repeated answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined = the answer has no body. */
  readonly body: string | undefined;
  /** The body for logs. Absent = the same as `body`. */
  readonly kept?: string | undefined;
}

interface Head {
  readonly headers: Readonly<Record<string, string>>;
  /** Set when no body is stored, because the answer had none ("body") or the body was too long ("room"). */
  readonly without?: "body" | "room";
  readonly kept?: string;
}

const STORED_HEADERS = ["location", "etag", "content-language"] as const;
/** Statuses that are not stored: the same call may succeed later, or a corrected call may be sent under the same key. */
const NOT_STORED: ReadonlySet<number> = new Set([408, 413, 415, 429]);
/** Encodings of a stored answer. Each is written as one byte. */
const PLAIN = "\0";
const DEFLATED = "\u0001";
const DEFLATED_FROM = 32 * 1024;
const LINE_BREAK = 10;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * The parts of an answer to store. Undefined for server errors, for streams, for refusals that ask the caller to repeat the call, and for the
 * statuses of `NOT_STORED`.
 */
export function storableAnswer(
  answer: Answer | Refusal,
  { lang, requestId }: Pick<KeyedCall, "lang" | "requestId">,
): StorableAnswer | undefined {
  if (answer instanceof Refusal) {
    const { status } = answer.failures[0]!.row;
    if (answer.retryAfterSeconds !== undefined) return undefined;
    const bodyOf = (shown: Refusal) => JSON.stringify(errorBody(shown, lang, requestId));
    const masked = maskRefusal(answer);
    const own = masked === answer ? {} : { kept: bodyOf(masked) };
    return isStored(status) ? { status, headers: { "content-language": lang }, body: bodyOf(answer), ...own } : undefined;
  }
  const { status, headers = {}, stream, kept: forLogs } = answer;
  if (stream !== undefined || !isStored(status)) return undefined;
  const stored: Record<string, string> = {};
  for (const name of STORED_HEADERS) if (headers[name] !== undefined) stored[name] = headers[name];
  return { status, headers: stored, body: status === 204 ? undefined : serializedBody(answer), kept: forLogs };
}

const isStored = (status: number) => status < 500 && !NOT_STORED.has(status);

/** Encrypts an answer. If its body is longer than `limitBytes`, the result contains only the head. */
export function sealAnswer(
  keys: KeyRing,
  sealContext: SealContext,
  { headers, body, kept }: StorableAnswer,
  limitBytes: number,
): Buffer | Promise<Buffer> {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const without = body === undefined ? "body" : bytes > limitBytes ? "room" : undefined;
  const head: Head = without === undefined ? { headers, ...(kept === undefined ? {} : { kept }) } : { headers, without };
  const line = `${JSON.stringify(head)}\n`;
  if (without !== undefined) return keys.seal(PLAIN + line, sealContext);
  if (bytes > DEFLATED_FROM) return deflated(keys, sealContext, Buffer.from(line + body!));
  return keys.seal(PLAIN + line + body!, sealContext);
}

const deflated = async (keys: KeyRing, sealContext: SealContext, plain: Buffer) =>
  keys.seal(Buffer.concat([Buffer.from(DEFLATED), await deflate(plain)]), sealContext);

/** Decrypts a stored answer and marks it as a repetition. */
export async function openAnswer(keys: KeyRing, sealContext: SealContext, status: number, sealed: Buffer): Promise<Answer> {
  const opened = keys.open(sealed, sealContext);
  const rest = opened.subarray(1);
  const plain = opened[0] === DEFLATED.charCodeAt(0) ? await inflate(rest) : rest;
  const end = plain.indexOf(LINE_BREAK);
  const { headers, without, kept } = JSON.parse(plain.toString("utf8", 0, end)) as Head;
  const answer = { status, headers: { ...headers, "idempotent-replayed": "true" } };
  if (without === "body") return answer;
  if (without === "room") return { ...answer, body: omitted(headers["location"]) };
  return { ...answer, text: plain.toString("utf8", end + 1), kept };
}

const omitted = (location: string | undefined) => ({
  answerOmitted: true,
  ...(location === undefined ? {} : { links: [{ rel: "self", href: location }] }),
});
