import { type ServerResponse, STATUS_CODES } from "node:http";
import { httpDate } from "../clock.ts";
import { FORBIDDEN, type Headers, headersOf, type Lines, MEANT_FOR_NODE } from "../header-lines.ts";
import { SECURED, SECURED_LINES } from "./secured.ts";

/** The first lines of an answer. */
export interface Head {
  readonly status: number;
  readonly requestId: string;
  readonly headers: readonly (Headers | Lines)[];
  /** Of the body, in bytes; undefined when nobody knows, a page says it by itself, or there is none. */
  readonly length: number | undefined;
  /** The connection ends with this answer. */
  readonly isLast: boolean;
}

/** What callers are told of how long a silent connection stays open; it stays somewhat longer (silence.ts). */
const KEPT_SECONDS = 75;
const KEPT = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEPT_SECONDS}\r\n`;

/** Where Node keeps a head that was written, until the first bytes of the body leave with it. It says nothing of it; Bun has no such place. */
interface Headed {
  _header?: string | null;
}

/**
 * Writes an answer's head. Mostly as one text: Node tests each name and value and looks for headers that mean something to it, which
 * costs 2.5 us of the 22 that it needs for an answer of 2 kB. Heads that do mean something to it, it writes itself.
 */
export function writeHead<Kind extends ServerResponse>(response: Kind & Headed, head: Head): Kind {
  const stays = mayStay(response, head);
  const text = stays && response._header === null ? keptText(head) : undefined;
  if (text === undefined) return response.writeHead(head.status, pairsOf(head, stays));
  response.statusCode = head.status;
  response._header = text;
  return response;
}

/** Whether callers can tell where the answer ends without the connection's end, and neither of the two wants that. */
const mayStay = ({ shouldKeepAlive, useChunkedEncodingByDefault }: ServerResponse, { length, isLast }: Head): boolean =>
  shouldKeepAlive && !isLast && (length !== undefined || useChunkedEncodingByDefault);

/** The head of an answer after which its connection stays; undefined when there is more to it. */
function keptText({ status, requestId, headers, length }: Head): string | undefined {
  if (length === undefined && !isBodiless(status)) return undefined;
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: ${requestId}\r\n${SECURED_LINES}`;
  for (const part of headers) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    for (const name in part) {
      const value = part[name]!;
      if (MEANT_FOR_NODE.has(name) || FORBIDDEN.test(value)) return undefined;
      text += `${name}: ${value}\r\n`;
    }
  }
  if (length !== undefined) text += `content-length: ${length}\r\n`;
  return `${text}Date: ${httpDate()}\r\n${KEPT}\r\n`;
}
const isBodiless = (status: number): boolean => status === 204 || status === 304;

const SECURED_PAIRS: readonly string[] = Object.entries(SECURED).flat();

/** Names and values in turn. */
function pairsOf({ requestId, headers, length, isLast }: Head, stays: boolean): string[] {
  const pairs = ["x-request-id", requestId, ...SECURED_PAIRS];
  let isMeasured = length === undefined;
  let saysKept = stays;
  for (const part of headers) {
    const named = typeof part === "string" ? headersOf(part) : part;
    for (const name in named) pairs.push(name, named[name]!);
    // A page may know its length itself; two of them would be none.
    isMeasured ||= "content-length" in named;
    saysKept &&= !("connection" in named);
  }
  if (!isMeasured) pairs.push("content-length", String(length));
  if (isLast) pairs.push("connection", "close");
  if (saysKept) pairs.push("keep-alive", `timeout=${KEPT_SECONDS}`);
  return pairs;
}
