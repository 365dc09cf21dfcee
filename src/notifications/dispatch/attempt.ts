import { FAULT_HEADER } from "../../platform/http/fault-types.ts";
import { randomBytes } from "../../platform/basics/random.ts";
import type { OutboundResponse, OutboundFailure, Outbound } from "../../platform/outbound/client.ts";
import { retryAfterMs } from "../retries.ts";
import type { DeliveryError } from "../../orders/index.ts";
import { signatureHeaders, type Signed } from "../sign.ts";

/** What became of one POST. */
export interface Attempted {
  readonly delivered: boolean;
  /** It answered 410: it never wants to hear again. */
  readonly gone: boolean;
  readonly status: number | null;
  readonly elapsedMs: number;
  /** Why there was no answer. */
  readonly trouble: DeliveryError | null;
  readonly pauseMs: number | undefined;
  /** Headers and body as they were sent and answered. */
  readonly request: string;
  readonly response: string | null;
}

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 4 * 1024;
/** What is sent is ours and shorter, with the longest URL in it: it is kept whole, to be sent again. */
const KEPT_SENT_BYTES = 8 * 1024;
const GONE = 410;

/** A trace of its own for each try (W3C Trace Context). */
const traceparent = () => `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;

/** What is sent, where to, and which secrets sign it. */
export interface Post {
  readonly url: string;
  readonly signed: Signed;
  readonly keys: readonly Buffer[];
  /** What is done to it on purpose; undefined = nothing. */
  readonly mark: string | undefined;
}

/** What reaches receivers, and whether notifications may not go to a URL as it is written. */
export interface Way {
  readonly outbound: Outbound;
  readonly isRefused: (url: string) => boolean;
}

/** Sends a notification once; never rejects. 2xx is delivered, anything else is not, redirects included (decisions 7). */
export async function attempt({ outbound, isRefused }: Way, { url, signed, keys, mark }: Post, nowMs: number): Promise<Attempted> {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...signatureHeaders(signed, keys),
    traceparent: traceparent(),
    ...(mark === undefined ? {} : { [FAULT_HEADER]: mark }),
  };
  const startedAt = performance.now();
  const reply = await outbound.fetch({
    method: "POST",
    url,
    headers,
    body: signed.body,
    maxBodyBytes: READ_BYTES,
    keepBodyBytes: KEPT_BYTES,
    maxRedirects: 0,
  });
  const elapsedMs = Math.round(performance.now() - startedAt);
  const request = cut(`${linesOf(headers)}\n\n${signed.body}`, KEPT_SENT_BYTES);
  const judgement = reply.kind === "answered" ? judged(reply, nowMs) : unanswered(reply, isRefused(url));
  return { ...judgement, elapsedMs, request };
}

type Judgement = Omit<Attempted, "elapsedMs" | "request">;

/** A refusal is told only of an address that registering would refuse too: what a name resolves to tells nobody of our network. */
const unanswered = ({ kind }: OutboundFailure, isRefused: boolean): Judgement => ({
  delivered: false,
  gone: false,
  status: null,
  trouble: kind === "blocked" && isRefused ? "address_refused" : "unreachable",
  pauseMs: undefined,
  response: null,
});

function judged({ status, headers, body }: OutboundResponse, nowMs: number): Judgement {
  return {
    delivered: status >= 200 && status < 300,
    gone: status === GONE,
    status,
    trouble: null,
    pauseMs: retryAfterMs(status, headers["retry-after"], nowMs),
    response: cut(`${linesOf(headers)}\n\n${body.toString("utf8")}`, KEPT_BYTES),
  };
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** What never left, as the log keeps what was sent. */
export const unsent = (mark: string, body: string): string => `${linesOf({ [FAULT_HEADER]: mark })}\n\n${body}`;

/** As the log keeps it: bounded, and without the one character that PostgreSQL cannot store. */
const cut = (text: string, length: number) => text.replaceAll("\0", "�").slice(0, length);

/** The body of a request as the log keeps it. */
export const bodyOf = (request: string): string => request.slice(request.indexOf("\n\n") + 2);
