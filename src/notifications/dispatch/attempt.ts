import { FAULT_HEADER } from "../../platform/http/index.ts";
import { randomBytes } from "../../platform/basics/index.ts";
import type { Outbound, OutboundFailure, OutboundResponse } from "../../platform/outbound/index.ts";
import { retryAfterMs } from "../retry-delays.ts";
import type { DeliveryError } from "../../orders/index.ts";
import { signatureHeaders, type SignatureInput } from "../sign.ts";

/** The result of one POST. */
export interface AttemptResult {
  readonly delivered: boolean;
  /** Whether the endpoint answered 410, which means that it wants no more notifications. */
  readonly gone: boolean;
  readonly status: number | null;
  readonly elapsedMs: number;
  /** Reason why there was no answer. */
  readonly trouble: DeliveryError | null;
  /** The pause that the endpoint asked for; undefined = none. */
  readonly pauseMs: number | undefined;
  /** Headers and body as sent (`request`) and as received (`response`; null = no answer), shortened for the log. */
  readonly request: string;
  readonly response: string | null;
}

const MAX_RESPONSE_BYTES = 64 * 1024;
const KEPT_RESPONSE_BYTES = 4 * 1024;
/** Maximum length of a logged request. Every request must fit, because a redelivery takes its body from the log. */
const KEPT_REQUEST_BYTES = 8 * 1024;
const GONE = 410;

/** A new trace for each attempt (W3C Trace Context). */
const traceparent = () => `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;

/** A notification to send, its URL and the keys that sign it. */
export interface NotificationRequest {
  readonly url: string;
  readonly signed: SignatureInput;
  readonly keys: readonly Buffer[];
  /** The value of the fault header; undefined = no header. */
  readonly faultLabel: string | undefined;
}

/** The HTTP client, and the rule for addresses. */
export interface DeliveryTransport {
  readonly outbound: Outbound;
  /** Whether notifications to a URL are refused. Only the text of the URL is checked. */
  readonly isRefused: (url: string) => boolean;
}

/** Sends a notification once. Never rejects. Only 2xx counts as delivered; a redirect does not (decisions 7). `nowMs` is real time. */
export async function attempt(
  { outbound, isRefused }: DeliveryTransport,
  { url, signed, keys, faultLabel }: NotificationRequest,
  nowMs: number,
): Promise<AttemptResult> {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...signatureHeaders(signed, keys),
    traceparent: traceparent(),
    ...(faultLabel === undefined ? {} : { [FAULT_HEADER]: faultLabel }),
  };
  const startedAt = performance.now();
  const reply = await outbound.fetch({
    method: "POST",
    url,
    headers,
    body: signed.body,
    maxBodyBytes: MAX_RESPONSE_BYTES,
    keepBodyBytes: KEPT_RESPONSE_BYTES,
    maxRedirects: 0,
  });
  const elapsedMs = Math.round(performance.now() - startedAt);
  const request = truncate(`${linesOf(headers)}\n\n${signed.body}`, KEPT_REQUEST_BYTES);
  const result = reply.kind === "answered" ? answeredResult(reply, nowMs) : unansweredResult(reply, isRefused(url));
  return { ...result, elapsedMs, request };
}

type ResultOfReply = Omit<AttemptResult, "elapsedMs" | "request">;

/**
 * The result of an attempt without an answer. It reports a refused address only when registration would refuse the URL too. Otherwise the result of
 * a DNS lookup would reveal our network.
 */
const unansweredResult = ({ kind }: OutboundFailure, isRefused: boolean): ResultOfReply => ({
  delivered: false,
  gone: false,
  status: null,
  trouble: kind === "blocked" && isRefused ? "address_refused" : "unreachable",
  pauseMs: undefined,
  response: null,
});

function answeredResult({ status, headers, body }: OutboundResponse, nowMs: number): ResultOfReply {
  return {
    delivered: status >= 200 && status < 300,
    gone: status === GONE,
    status,
    trouble: null,
    pauseMs: retryAfterMs(status, headers["retry-after"], nowMs),
    response: truncate(`${linesOf(headers)}\n\n${body.toString("utf8")}`, KEPT_RESPONSE_BYTES),
  };
}

const linesOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** The log's text for a request that a fault dropped. */
export const unsentRequestLog = (faultLabel: string, body: string): string => `${linesOf({ [FAULT_HEADER]: faultLabel })}\n\n${body}`;

/** Shortens a text for the log, and replaces NUL, the one character that PostgreSQL cannot store. */
const truncate = (text: string, length: number) => text.replaceAll("\0", "�").slice(0, length);

/** The body of a request, taken from the text that the log keeps. */
export const loggedBodyOf = (request: string): string => request.slice(request.indexOf("\n\n") + 2);
