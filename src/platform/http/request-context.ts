import type { FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "../contract/operation.ts";
import { realNow } from "../basics/clock.ts";
import type { Lang, Refusal } from "../contract/errors.ts";
import type { Log } from "../observability/log.ts";
import type { HttpMetrics } from "../observability/metrics.ts";
import { createBacklog } from "./unread-limit.ts";
import type { Entry } from "./authentication.ts";
import { langOf, requestIdOf } from "./headers.ts";
import type { Observe, ObservedCall } from "./call-observers.ts";
import type { Place } from "./load-shedding.ts";
import { queryOf } from "./url-parts.ts";

/** Parameters of a path, decoded once (decisions 1.8). */
export type PathParameters = Readonly<Record<string, string>>;

declare module "fastify" {
  interface FastifyRequest {
    visit: Visit;
  }
  interface FastifyContextConfig {
    /** Absent where a page stands. */
    operation?: Operation;
  }
}

/** A request from its head until it is answered and the work on it is done. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly reply: FastifyReply;
  /** The address's parameters as the router read them, checked or not. */
  readonly parameters: PathParameters;
  readonly requestId: string;
  readonly lang: Lang;
  /** Real time at which it came, epoch ms. */
  readonly arrivedAt: number;
  readonly startedMs: number;
  /** Absent when the address is no operation's. */
  readonly operation: Operation | undefined;
  /** Whom the door knows, once it does. */
  entry: Entry | undefined;
  /** The body, once it was read. */
  sent: unknown;
  /** The place it has; pages that are vital have none. */
  place: Place | undefined;
  /** What it was answered, once it was. */
  answered: Answered;
  /** Bytes of its answer that count as unread, and whose. */
  held: { readonly reader: string; readonly bytes: number } | undefined;
  /** The answer, and the work on it while there is any: a caller who hangs up early leaves its work behind. */
  unfinished: number;
}

/** What observers hear of an answer: what may be kept of it. */
export interface Answered {
  readonly body?: string | undefined;
  readonly location?: string | undefined;
  readonly refusal?: Refusal;
}

/** The requests in progress. */
export interface Visits {
  /** The visit of a request whose head was read. */
  begin(request: FastifyRequest, reply: FastifyReply): Visit;
  /** Counts the visit's answer among what its caller has not read yet, until it is finished; false when that is too much. */
  hold(visit: Visit, bytes: number): boolean;
  /** One of the visit's unfinished things is done. The last one measures it, logs it, gives its place back and lets it be observed. */
  finished(visit: Visit): void;
}

/** What figures and logs call a request that was never answered: mostly, its caller was gone. */
export const HUNG_UP = 499;
const NOTHING: Answered = {};

/** Follows each request from its beginning to its end. */
export function createVisits({
  log,
  metrics,
  observe,
}: {
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly observe?: Observe | undefined;
}): Visits {
  const backlog = createBacklog();

  function hold(visit: Visit, bytes: number): boolean {
    // A caller without a seller is known by the address alone.
    const reader = String(visit.entry?.sellerId ?? visit.request.socket.remoteAddress);
    if (!backlog.take(reader, bytes)) return false;
    visit.held = { reader, bytes };
    return true;
  }

  function begin({ raw: request, params, routeOptions }: FastifyRequest, reply: FastifyReply): Visit {
    const { raw: response } = reply;
    const visit: Visit = {
      request,
      response,
      reply,
      parameters: (params ?? {}) as PathParameters,
      requestId: requestIdOf(request.headers["x-request-id"]),
      lang: langOf(request.headers["accept-language"]),
      arrivedAt: realNow(),
      startedMs: performance.now(),
      operation: routeOptions.config?.operation,
      entry: undefined,
      sent: undefined,
      place: undefined,
      answered: NOTHING,
      held: undefined,
      unfinished: 1,
    };
    // Heard also when the caller is gone before it read the answer.
    response.on("close", () => finished(visit));
    return visit;
  }

  function finished(visit: Visit): void {
    visit.unfinished -= 1;
    if (visit.unfinished > 0) return;
    visit.place?.leave();
    if (visit.held) backlog.drop(visit.held.reader, visit.held.bytes);
    const ms = performance.now() - visit.startedMs;
    const operation = visit.operation?.id ?? "none";
    const { headersSent, statusCode } = visit.response;
    const status = headersSent ? statusCode : HUNG_UP;
    metrics.observe(operation, status, ms / 1000);
    log.access(visit.requestId, operation, status, ms, visit.entry?.sellerId);
    if (observe !== undefined && visit.operation !== undefined) observe(observed(visit, visit.operation, status, ms));
  }

  return { begin, hold, finished };
}

/** References alone, and always of one shape: this is made of every call. */
function observed(visit: Visit, operation: Operation, status: number, ms: number): ObservedCall {
  const { request, answered } = visit;
  return {
    requestId: visit.requestId,
    operation,
    who: visit.entry?.who,
    at: visit.arrivedAt,
    ms,
    status,
    lang: visit.lang,
    parameters: visit.parameters,
    query: queryOf(request.url!),
    headers: request.headers,
    sent: visit.sent,
    answered: answered.body,
    location: answered.location,
    refusal: answered.refusal,
  };
}
