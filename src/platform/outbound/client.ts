import { Agent, type Dispatcher } from "undici";
import { AddressBlocked, createConnector } from "./connection.ts";
import { createAddressPolicy, mayBeFetched, WEB_PORTS } from "./address-rules.ts";
import { createResolve, type Resolve } from "./resolver.ts";
import { createConcurrencyLimit } from "../jobs/concurrency-limit.ts";

export interface OutboundOptions {
  /** Hosts, host:port pairs and CIDRs exempt from the address policy (setting OUTBOUND_HOSTS_ALLOWED). */
  readonly allowedHosts: readonly string[];
  /** Name look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Until the head of the response is complete. */
  readonly headersTimeoutMs: number;
  /** Between two chunks of the body. */
  readonly bodyTimeoutMs: number;
  /** From the first connection to the last byte, over all redirects, without the waits for a slot. */
  readonly totalTimeoutMs: number;
  readonly maxConcurrent?: number;
  readonly maxConcurrentPerHost?: number;
  /** Requests that may wait for a slot. Further ones are unreachable at once. */
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

/** The head of a response. Header names are in lower case; repeated headers are joined by ", ". */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** One outbound request. Everything about it is limited. */
export interface OutboundRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly url: string;
  /** Names in lower case. The User-Agent is always ours. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Where reading stops; the connection is then destroyed. May depend on the head of the response. */
  readonly maxBodyBytes: number | ((head: Head) => number);
  /** How many of the read bytes are kept; the rest is only counted. All of them when absent. */
  readonly keepBodyBytes?: number;
  /** Called with every chunk of the body, kept or not. */
  readonly onBody?: (chunk: Buffer) => void;
  /** Redirects to follow, for GET and HEAD only. Each target is checked in full. 0 = a 3xx is returned as it is. */
  readonly maxRedirects: number;
  readonly totalTimeoutMs?: number;
}

/** A response, whatever its status. `body` is as it was sent, never decompressed. */
export interface OutboundResponse extends Head {
  readonly kind: "answered";
  readonly body: Buffer;
  /** Body bytes read, kept or not. Anything beyond `maxBodyBytes` counts as one byte. */
  readonly receivedBytes: number;
  /** Whether the body was longer than `maxBodyBytes`. */
  readonly truncated: boolean;
  /** The URL that answered, after redirects. */
  readonly url: string;
  readonly elapsedMs: number;
}

/** No response. Sellers get the same message for both kinds, unless the address is refused as written. `cause` is for the log. */
export type OutboundFailure = { readonly kind: "blocked" } | { readonly kind: "unreachable"; readonly cause: string };
/** A response, or why there is none. */
export type OutboundReply = OutboundResponse | OutboundFailure;

/** The outbound client. `fetch` never rejects. */
export interface Outbound {
  readonly fetch: (request: OutboundRequest) => Promise<OutboundReply>;
  /** Closes every connection. Requests in progress become unreachable. */
  readonly close: () => Promise<void>;
}

const IDLE_CONNECTION_MS = 4_000;
const MAX_HEAD_BYTES = 16 * 1024;

/** The options with their defaults. */
type OutboundSettings = OutboundOptions & Required<Pick<OutboundOptions, keyof typeof DEFAULTS | "resolve">>;

/** What the functions of this client share. */
interface Client {
  readonly settings: OutboundSettings;
  readonly dispatcher: Agent;
}

/**
 * The only HTTP client of the server, for URLs that strangers wrote: images and notification endpoints. It is SSRF-safe (reliability
 * 5.4): http and https, no user info, connections only where the address policy permits, every redirect checked again, no proxies, no
 * cookies, limits on time, size and number. Network trouble is a value, never an exception.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const settings: OutboundSettings = { ...DEFAULTS, resolve: createResolve(), ...options };
  const client: Client = { settings, dispatcher: createDispatcher(settings) };
  const concurrency = createConcurrencyLimit({
    all: settings.maxConcurrent,
    perKey: settings.maxConcurrentPerHost,
    waiting: settings.maxWaiting,
  });

  /** Follows redirects. Every hop waits for a slot of its host; the waits do not count towards the timeout. */
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

/** Makes one request. Returns its response or failure, or the URL it redirects to when redirects are followed. */
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

/** The URL a response redirects to. Undefined when it is not a redirect, when redirects are not followed, or when the URL is invalid. */
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
    // Leaving the loop destroys the stream and its connection.
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

/** Turns any network error into a value. A stranger's host can provoke errors of every kind, and none of them may become ours. */
function failureOf(error: Error & { readonly code?: unknown }): OutboundFailure {
  if (error instanceof AddressBlocked) return { kind: "blocked" };
  const isTimeout = error.name === "TimeoutError" || error.name === "AbortError";
  const code = typeof error.code === "string" ? error.code : error.name;
  return { kind: "unreachable", cause: isTimeout ? "TIMEOUT" : code };
}
