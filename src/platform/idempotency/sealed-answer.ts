import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { serializedBody, type Answer } from "../contract/answer.ts";
import { errorBody, Refusal } from "../contract/errors.ts";
import { maskRefusal } from "../contract/masked-refusals.ts";
import type { KeyRing, SealContext } from "../crypto/key-ring.ts";
import type { KeyedCall } from "./keyed-call.ts";

/**
 * Answers as they are kept: sealed bytes of one mark (how the rest is written), the head as JSON on a line, and the body as it was sent.
 * Orders carry customers and credentials carry tokens, so all of them are sealed.
 */

/** An answer as it went out. */
export interface StorableAnswer {
  readonly status: number;
  /** Those worth repeating. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined = it had none. */
  readonly body: string | undefined;
  /** What logs are given for it. */
  readonly kept?: string | undefined;
}

interface Head {
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing: it had no body, or one too long to be kept. */
  readonly without?: "body" | "room";
  readonly kept?: string;
}

const KEPT_HEADERS = ["location", "etag", "content-language"] as const;
/** What passes by itself, and what is asked in another way next time. */
const NOT_KEPT: ReadonlySet<number> = new Set([408, 413, 415, 429]);
/** Marks; a character is one byte. */
const PLAIN = "\0";
const DEFLATED = "\u0001";
const DEFLATED_FROM = 32 * 1024;
const LINE_BREAK = 10;
const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** An answer as it is to be kept; undefined when it is not: a failure of ours, a stream, what a repetition may well change, or is asked for. */
export function storableAnswer(
  answer: Answer | Refusal,
  { lang, requestId }: Pick<KeyedCall, "lang" | "requestId">,
): StorableAnswer | undefined {
  if (answer instanceof Refusal) {
    const { status } = answer.failures[0]!.row;
    if (answer.retryAfterSeconds !== undefined) return undefined;
    const textOf = (told: Refusal) => JSON.stringify(errorBody(told, lang, requestId));
    const masked = maskRefusal(answer);
    const own = masked === answer ? {} : { kept: textOf(masked) };
    return isKept(status) ? { status, headers: { "content-language": lang }, body: textOf(answer), ...own } : undefined;
  }
  const { status, headers = {}, stream, kept: forLogs } = answer;
  if (stream !== undefined || !isKept(status)) return undefined;
  const kept: Record<string, string> = {};
  for (const name of KEPT_HEADERS) if (headers[name] !== undefined) kept[name] = headers[name];
  return { status, headers: kept, body: status === 204 ? undefined : serializedBody(answer), kept: forLogs };
}

const isKept = (status: number) => status < 500 && !NOT_KEPT.has(status);

/** Seals an answer; of one above the limit only its head. */
export function sealAnswer(
  keys: KeyRing,
  place: SealContext,
  { headers, body, kept }: StorableAnswer,
  limitBytes: number,
): Buffer | Promise<Buffer> {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const without = body === undefined ? "body" : bytes > limitBytes ? "room" : undefined;
  const head: Head = without === undefined ? { headers, ...(kept === undefined ? {} : { kept }) } : { headers, without };
  const line = `${JSON.stringify(head)}\n`;
  if (without !== undefined) return keys.seal(PLAIN + line, place);
  if (bytes > DEFLATED_FROM) return deflated(keys, place, Buffer.from(line + body!));
  return keys.seal(PLAIN + line + body!, place);
}

const deflated = async (keys: KeyRing, place: SealContext, plain: Buffer) =>
  keys.seal(Buffer.concat([Buffer.from(DEFLATED), await deflate(plain)]), place);

/** The answer again, marked as a repetition. */
export async function openAnswer(keys: KeyRing, place: SealContext, status: number, sealed: Buffer): Promise<Answer> {
  const opened = keys.open(sealed, place);
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
