import { Agent, type Dispatcher } from "undici";
import { AddressBlocked, createConnector } from "./connection.ts";
import { createAddressPolicy, mayBeFetched, WEB_PORTS } from "./address-rules.ts";
import { createResolve, type Resolve } from "./resolver.ts";
import { createConcurrencyLimit } from "../jobs/concurrency-limit.ts";

export interface OutboundOptions {
  /** Hosts, host:port pairs and CIDRs exempt from the guard (setting OUTBOUND_HOSTS_ALLOWED; see guard.ts). */
  readonly allowedHosts: readonly string[];
  /** Name, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Until the head of the answer is complete, and between two parts of its body. */
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** From the first connection to the last byte, over all redirects; not the wait for a slot. */
  readonly totalTimeoutMs: number;
  readonly maxConcurrent?: number;
  readonly maxConcurrentPerHost?: number;
  /** Requests that may wait for a slot; more are unreachable at once. */
  readonly maxWaiting?: number;
  readonly webPorts?: readonly number[];
  readonly resolve?: Resolve;
  /** The User-Agent of every request. */
  readonly agent?: string;
}

const DEFAULTS = {
  maxConcurrent: 32,
  maxConcurrentPerHost: 4,
  maxWaiting: 10_000,
  webPorts: WEB_PORTS,
  agent: "Vitrine/0.1 (marketplace; images and notifications)",
} as const;

/** The head of an answer; header names in lower case, repeated headers joined by ", ". */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request to the outside; nothing of it is without a bound. */
export interface OutboundRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly url: string;
  /** Names in lower case. The User-Agent is ours, whatever stands here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Where reading stops for good: the stream and its connection are destroyed. May depend on the head of the answer. */
  readonly maxBodyBytes: number | ((head: Head) => number);
  /** How much of what is read is kept; the rest is only counted. Default: all of it. */
  readonly keepBodyBytes?: number;
  /** Sees every part of the answer's body as it is read, kept or not, from the first one on. */
  readonly onBody?: (part: Buffer) => void;
  /** Redirects followed, GET and HEAD only, each through the full check. 0 = a 3xx is returned as it is. */
  readonly maxRedirects: number;
  readonly totalTimeoutMs?: number;
}

/** An answer, whatever its status. `body` is as sent, never decompressed. */
export interface OutboundResponse extends Head {
  readonly kind: "answered";
  readonly body: Buffer;
  /** Body bytes read, kept or not; one stop beyond `maxBodyBytes` counts as one byte more. */
  readonly receivedBytes: number;
  /** Whether the body went on beyond `maxBodyBytes`. */
  readonly truncated: boolean;
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly elapsedMs: number;
}

/** No answer. Sellers are told the same about both, unless the address was refused as it is written; `cause` is for the log. */
export type OutboundFailure = { readonly kind: "blocked" } | { readonly kind: "unreachable"; readonly cause: string };
/** An answer, or why there is none. */
export type OutboundReply = OutboundResponse | OutboundFailure;

/** The only way out of the process; never rejects. */
export interface Outbound {
  readonly fetch: (request: OutboundRequest) => Promise<OutboundReply>;
  /** Ends every connection; requests under way become unreachable. */
  readonly close: () => Promise<void>;
}

const IDLE_CONNECTION_MS = 4_000;
const LARGEST_HEAD_BYTES = 16 * 1024;

/**
 * The only HTTP client of the project, for URLs that strangers wrote: images and notification endpoints. SSRF-safe (reliability
 * 5.4): http and https, no user info, connections only where guard.ts permits, every redirect checked anew, no proxies, no cookies,
 * bounded in time, size and number. Trouble on the network is a value, never a throw.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const settings = { ...DEFAULTS, resolve: createResolve(), ...options };
  const dial = createConnector({ ...settings, permits: createAddressPolicy(settings.allowedHosts, settings.webPorts) });
  const concurrency = createConcurrencyLimit({
    all: settings.maxConcurrent,
    perKey: settings.maxConcurrentPerHost,
    waiting: settings.maxWaiting,
  });
  const dispatcher = new Agent({
    connect: (target, done) => {
      dial(target).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
    },
    connections: settings.maxConcurrentPerHost,
    headersTimeout: settings.headersTimeoutMs,
    bodyTimeout: settings.bodyTimeoutMs,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: LARGEST_HEAD_BYTES,
    allowH2: false,
    useMilo: false,
  });

  /** One request and what became of it, or where the answer redirects to when redirects are followed. */
  async function exchange(
    request: OutboundRequest,
    url: URL,
    budgetMs: number,
  ): Promise<Omit<OutboundResponse, "elapsedMs"> | OutboundFailure | URL> {
    const asked = dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: { ...request.headers, "user-agent": settings.agent },
      body: request.body ?? null,
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(budgetMs))),
    });
    const reply = await asked.catch(failure);
    if ("kind" in reply) return reply;
    const head: Head = { status: reply.statusCode, headers: flat(reply.headers) };
    const next = redirection(request, head, url);
    if (next !== undefined) {
      reply.body.on("error", () => undefined).destroy();
      return next;
    }
    const cap = typeof request.maxBodyBytes === "number" ? request.maxBodyBytes : request.maxBodyBytes(head);
    const read = await readBody(reply.body, { cap, keep: request.keepBodyBytes ?? cap, onBody: request.onBody }).catch(failure);
    return "kind" in read ? read : { kind: "answered", ...head, ...read, url: url.href };
  }

  async function fetch(request: OutboundRequest): Promise<OutboundReply> {
    const budgetMs = request.totalTimeoutMs ?? settings.totalTimeoutMs;
    let elapsedMs = 0;
    let url = URL.parse(request.url);
    for (let hop = 0; hop <= request.maxRedirects; hop++) {
      if (url === null || !mayBeFetched(url)) return { kind: "blocked" };
      const at = url;
      const turn = concurrency.run(at.host, () => timed(exchange(request, at, budgetMs - elapsedMs)));
      if (turn === undefined) return { kind: "unreachable", cause: "TOO_MANY_WAITING" };
      const { outcome, tookMs } = await turn;
      elapsedMs += tookMs;
      if (!(outcome instanceof URL)) return outcome.kind === "answered" ? { ...outcome, elapsedMs } : outcome;
      url = outcome;
    }
    return { kind: "unreachable", cause: "TOO_MANY_REDIRECTS" };
  }

  return { fetch, close: () => dispatcher.destroy() };
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Where an answer redirects to; undefined when it does not, may not, or says it unreadably. */
function redirection(request: OutboundRequest, { status, headers }: Head, from: URL): URL | undefined {
  if (request.maxRedirects === 0 || request.method === "POST" || !REDIRECTS.includes(status)) return undefined;
  const location = headers["location"];
  return location === undefined ? undefined : (URL.parse(location, from) ?? undefined);
}

interface Reading {
  readonly cap: number;
  readonly keep: number;
  readonly onBody: OutboundRequest["onBody"];
}

async function readBody(stream: AsyncIterable<Buffer>, { cap, keep, onBody }: Reading) {
  const kept: Buffer[] = [];
  let room = Math.min(keep, cap);
  let receivedBytes = 0;
  for await (const chunk of stream) {
    receivedBytes += chunk.length;
    onBody?.(chunk);
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
    // Leaving the loop destroys the stream and its connection.
    if (receivedBytes > cap) break;
  }
  return { body: Buffer.concat(kept), receivedBytes: Math.min(receivedBytes, cap + 1), truncated: receivedBytes > cap };
}

const flat = (headers: Dispatcher.ResponseData["headers"]): Head["headers"] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]));

async function timed<T>(work: Promise<T>): Promise<{ readonly outcome: T; readonly tookMs: number }> {
  const startedAt = performance.now();
  const outcome = await work;
  return { outcome, tookMs: performance.now() - startedAt };
}

/**
 * Whatever connecting, asking and reading throw, as an outcome: a stranger's host can provoke errors of any kind, and none may
 * become ours.
 */
function failure(error: Error & { readonly code?: unknown }): OutboundFailure {
  if (error instanceof AddressBlocked) return { kind: "blocked" };
  const late = error.name === "TimeoutError" || error.name === "AbortError";
  const code = typeof error.code === "string" ? error.code : error.name;
  return { kind: "unreachable", cause: late ? "TIMEOUT" : code };
}
