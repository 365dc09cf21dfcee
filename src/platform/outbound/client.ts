import { Agent, type Dispatcher } from "undici";
import { AddressBlocked, createConnector } from "./connection.ts";
import { createAddressPolicy, mayBeFetched, WEB_PORTS } from "./address-rules.ts";
import { createResolve, type Resolve } from "./resolver.ts";
import { createConcurrencyLimit } from "../jobs/concurrency-limit.ts";

export interface OutboundOptions {
  /** Hosts, host:port pairs and CIDRs that are exempt from the address policy (setting OUTBOUND_HOSTS_ALLOWED). */
  readonly allowedHosts: readonly string[];
  /** Time limit for name look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Time limit until the head of the response is complete. */
  readonly headersTimeoutMs: number;
  /** Time limit between two chunks of the body. */
  readonly bodyTimeoutMs: number;
  /**
   * Time limit from the first connection to the last byte, including all redirects. The time in which a request waits for others to end does
   * not count.
   */
  readonly totalTimeoutMs: number;
  readonly maxConcurrent?: number;
  readonly maxConcurrentPerHost?: number;
  /** Maximum number of requests that wait while `maxConcurrent` requests run. Any further request fails at once as "unreachable". */
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

/** The status and headers of a response. Header names are in lower case. Repeated headers are joined by ", ". */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** An outbound request, with limits on every part of it. */
export interface OutboundRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly url: string;
  /** Header names are in lower case. The User-Agent is always our own. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Maximum number of body bytes to read. The connection is destroyed after that. The limit may depend on the head of the response. */
  readonly maxBodyBytes: number | ((head: Head) => number);
  /** Maximum number of body bytes to keep. Further bytes are only counted. Absent = all bytes are kept. */
  readonly keepBodyBytes?: number;
  /** Called with every chunk of the body, even if it is not kept. */
  readonly onBody?: (chunk: Buffer) => void;
  /** Maximum number of redirects to follow, for GET and HEAD only. Each target gets all checks. 0 = a 3xx is returned unchanged. */
  readonly maxRedirects: number;
  /** Absent = the `totalTimeoutMs` of the client's options. */
  readonly totalTimeoutMs?: number;
}

/** A response with any status. `body` is as it was received, never decompressed. */
export interface OutboundResponse extends Head {
  readonly kind: "answered";
  readonly body: Buffer;
  /** Number of body bytes read, including those not kept. Everything beyond `maxBodyBytes` counts as one byte. */
  readonly receivedBytes: number;
  /** Whether the body was longer than `maxBodyBytes`. */
  readonly truncated: boolean;
  /** The URL that sent the response, after redirects. */
  readonly url: string;
  readonly elapsedMs: number;
}

/**
 * The reason why there is no response. Sellers get the same message for "blocked" as for "unreachable", unless the URL itself contains a
 * forbidden IP address. `cause` is for the log.
 */
export type OutboundFailure = { readonly kind: "blocked" } | { readonly kind: "unreachable"; readonly cause: string };
/** A response, or the reason why there is none. */
export type OutboundReply = OutboundResponse | OutboundFailure;

/** The outbound client. `fetch` never rejects. */
export interface Outbound {
  readonly fetch: (request: OutboundRequest) => Promise<OutboundReply>;
  /** Closes all connections. Requests in progress become unreachable. */
  readonly close: () => Promise<void>;
}

const IDLE_CONNECTION_MS = 4_000;
const MAX_HEAD_BYTES = 16 * 1024;

/** The options with their defaults. */
type OutboundSettings = OutboundOptions & Required<Pick<OutboundOptions, keyof typeof DEFAULTS | "resolve">>;

/** The objects that the functions of one client share. */
interface Client {
  readonly settings: OutboundSettings;
  readonly dispatcher: Agent;
}

/**
 * The only HTTP client of the server. It requests URLs that strangers chose: images and notification endpoints. It cannot be used to reach
 * the internal network (SSRF): only http and https, no user info, only connections that the address policy permits, checks
 * of every redirect, no proxies, no cookies, and limits on time, size and number. It returns network errors as values and never throws them.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const settings: OutboundSettings = { ...DEFAULTS, resolve: createResolve(), ...options };
  const client: Client = { settings, dispatcher: createDispatcher(settings) };
  const concurrency = createConcurrencyLimit({
    all: settings.maxConcurrent,
    perKey: settings.maxConcurrentPerHost,
    waiting: settings.maxWaiting,
  });

  /**
   * Makes the request and follows redirects. The first request and each redirect wait until the limits on concurrent requests allow them.
   * These waits do not count towards the time limit.
   */
  async function fetch(request: OutboundRequest): Promise<OutboundReply> {
    const budgetMs = request.totalTimeoutMs ?? settings.totalTimeoutMs;
    let elapsedMs = 0;
    let url = URL.parse(request.url);
    for (let hop = 0; hop <= request.maxRedirects; hop++) {
      if (url === null || !mayBeFetched(url)) return { kind: "blocked" };
      const current = url;
      const turn = concurrency.run(current.host, () => timed(exchange(client, request, current, budgetMs - elapsedMs)));
      if (turn === undefined) return { kind: "unreachable", cause: "TOO_MANY_WAITING" };
      const { result, tookMs } = await turn;
      elapsedMs += tookMs;
      if (!(result instanceof URL)) return result.kind === "answered" ? { ...result, elapsedMs } : result;
      url = result;
    }
    return { kind: "unreachable", cause: "TOO_MANY_REDIRECTS" };
  }

  return { fetch, close: () => client.dispatcher.destroy() };
}

function createDispatcher(settings: OutboundSettings): Agent {
  const connect = createConnector({ ...settings, permits: createAddressPolicy(settings.allowedHosts, settings.webPorts) });
  return new Agent({
    connect: (target, done) => {
      connect(target).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
    },
    connections: settings.maxConcurrentPerHost,
    headersTimeout: settings.headersTimeoutMs,
    bodyTimeout: settings.bodyTimeoutMs,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    allowH2: false,
    useMilo: false,
  });
}

/** Makes one request. Returns the response or failure, or the URL of a redirect that should be followed. */
async function exchange(
  { settings, dispatcher }: Client,
  request: OutboundRequest,
  url: URL,
  budgetMs: number,
): Promise<Omit<OutboundResponse, "elapsedMs"> | OutboundFailure | URL> {
  const sent = dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method,
    headers: { ...request.headers, "user-agent": settings.agent },
    body: request.body ?? null,
    signal: AbortSignal.timeout(Math.max(1, Math.ceil(budgetMs))),
  });
  const reply = await sent.catch(failureOf);
  if ("kind" in reply) return reply;
  const head: Head = { status: reply.statusCode, headers: joinedHeaders(reply.headers) };
  const next = redirectTarget(request, head, url);
  if (next !== undefined) {
    reply.body.on("error", () => undefined).destroy();
    return next;
  }
  const maxBytes = typeof request.maxBodyBytes === "number" ? request.maxBodyBytes : request.maxBodyBytes(head);
  const limits = { maxBytes, keepBytes: request.keepBodyBytes ?? maxBytes, onBody: request.onBody };
  const read = await readBody(reply.body, limits).catch(failureOf);
  return "kind" in read ? read : { kind: "answered", ...head, ...read, url: url.href };
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** The URL of a redirect to follow. Undefined when the response is no redirect, redirects are not followed, or the URL is invalid. */
function redirectTarget(request: OutboundRequest, { status, headers }: Head, from: URL): URL | undefined {
  if (request.maxRedirects === 0 || request.method === "POST" || !REDIRECTS.includes(status)) return undefined;
  const location = headers["location"];
  return location === undefined ? undefined : (URL.parse(location, from) ?? undefined);
}

interface BodyLimits {
  readonly maxBytes: number;
  readonly keepBytes: number;
  readonly onBody: OutboundRequest["onBody"];
}

async function readBody(stream: AsyncIterable<Buffer>, { maxBytes, keepBytes, onBody }: BodyLimits) {
  const kept: Buffer[] = [];
  let room = Math.min(keepBytes, maxBytes);
  let receivedBytes = 0;
  for await (const chunk of stream) {
    receivedBytes += chunk.length;
    onBody?.(chunk);
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
    // `break` destroys the stream and its connection.
    if (receivedBytes > maxBytes) break;
  }
  return { body: Buffer.concat(kept), receivedBytes: Math.min(receivedBytes, maxBytes + 1), truncated: receivedBytes > maxBytes };
}

const joinedHeaders = (headers: Dispatcher.ResponseData["headers"]): Head["headers"] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]));

async function timed<T>(work: Promise<T>): Promise<{ readonly result: T; readonly tookMs: number }> {
  const startedAt = performance.now();
  const result = await work;
  return { result, tookMs: performance.now() - startedAt };
}

/** Converts any network error to a value. Foreign hosts can cause errors of every kind, and none of them may be thrown here. */
function failureOf(error: Error & { readonly code?: unknown }): OutboundFailure {
  if (error instanceof AddressBlocked) return { kind: "blocked" };
  const isTimeout = error.name === "TimeoutError" || error.name === "AbortError";
  const code = typeof error.code === "string" ? error.code : error.name;
  return { kind: "unreachable", cause: isTimeout ? "TIMEOUT" : code };
}
