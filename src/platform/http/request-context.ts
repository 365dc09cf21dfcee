import type { FastifyReply, FastifyRequest } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operation } from "../contract/operation.ts";
import { realNow } from "../basics/clock.ts";
import type { Lang, Refusal } from "../contract/errors.ts";
import type { Log } from "../observability/log.ts";
import type { HttpMetrics } from "../observability/metrics.ts";
import { createUnreadLimit } from "./unread-limit.ts";
import type { Caller } from "./authentication.ts";
import { langOf, requestIdOf } from "./headers.ts";
import type { CallObserver, ObservedCall } from "./call-observers.ts";
import type { Admission } from "./load-shedding.ts";
import { queryOf } from "./url-parts.ts";

/** Parameters of a path, decoded once (decisions 1.8). */
export type PathParameters = Readonly<Record<string, string>>;

declare module "fastify" {
  interface FastifyRequest {
    context: RequestContext;
  }
  interface FastifyContextConfig {
    /** Absent where a page stands. */
    operation?: Operation;
  }
}

/** A request from its head until it is answered and the work on it is done. */
export interface RequestContext {
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
  caller: Caller | undefined;
  /** The body, once it was read. */
  sent: unknown;
  /** The place it has; pages that are vital have none. */
  admission: Admission | undefined;
  /** What it was answered, once it was. */
  answered: ObservedResponse;
  /** Bytes of its answer that count as unread, and whose. */
  unread: { readonly reader: string; readonly bytes: number } | undefined;
  /** The answer, and the work on it while there is any: a caller who hangs up early leaves its work behind. */
  pendingTasks: number;
}

/** What observers hear of an answer: what may be kept of it. */
export interface ObservedResponse {
  readonly body?: string | undefined;
  readonly location?: string | undefined;
  readonly refusal?: Refusal;
}

/** The requests in progress. */
export interface RequestTracker {
  /** The context of a request whose head was read. */
  begin(request: FastifyRequest, reply: FastifyReply): RequestContext;
  /** Counts the context's answer among what its caller has not read yet, until it is finished; false when that is too much. */
  countUnread(context: RequestContext, bytes: number): boolean;
  /** One of the context's unfinished things is done. The last one measures it, logs it, gives its place back and lets it be observed. */
  finishTask(context: RequestContext): void;
}

/** What figures and logs call a request that was never answered: mostly, its caller was gone. */
export const CLIENT_CLOSED_REQUEST = 499;
const NOTHING: ObservedResponse = {};

/** Follows each request from its beginning to its end. */
export function createRequestTracker({
  log,
  metrics,
  observe,
}: {
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly observe?: CallObserver | undefined;
}): RequestTracker {
  const unreadLimit = createUnreadLimit();

  function hold(context: RequestContext, bytes: number): boolean {
    // A caller without a seller is known by the address alone.
    const reader = String(context.caller?.sellerId ?? context.request.socket.remoteAddress);
    if (!unreadLimit.take(reader, bytes)) return false;
    context.unread = { reader, bytes };
    return true;
  }

  function begin({ raw: request, params, routeOptions }: FastifyRequest, reply: FastifyReply): RequestContext {
    const { raw: response } = reply;
    const context: RequestContext = {
      request,
      response,
      reply,
      parameters: (params ?? {}) as PathParameters,
      requestId: requestIdOf(request.headers["x-request-id"]),
      lang: langOf(request.headers["accept-language"]),
      arrivedAt: realNow(),
      startedMs: performance.now(),
      operation: routeOptions.config?.operation,
      caller: undefined,
      sent: undefined,
      admission: undefined,
      answered: NOTHING,
      unread: undefined,
      pendingTasks: 1,
    };
    // Heard also when the caller is gone before it read the answer.
    response.on("close", () => finished(context));
    return context;
  }

  function finished(context: RequestContext): void {
    context.pendingTasks -= 1;
    if (context.pendingTasks > 0) return;
    context.admission?.release();
    if (context.unread) unreadLimit.release(context.unread.reader, context.unread.bytes);
    const ms = performance.now() - context.startedMs;
    const operation = context.operation?.id ?? "none";
    const { headersSent, statusCode } = context.response;
    const status = headersSent ? statusCode : CLIENT_CLOSED_REQUEST;
    metrics.observe(operation, status, ms / 1000);
    log.access(context.requestId, operation, status, ms, context.caller?.sellerId);
    if (observe !== undefined && context.operation !== undefined) observe(observed(context, context.operation, status, ms));
  }

  return { begin, countUnread: hold, finishTask: finished };
}

/** References alone, and always of one shape: this is made of every call. */
function observed(context: RequestContext, operation: Operation, status: number, ms: number): ObservedCall {
  const { request, answered } = context;
  return {
    requestId: context.requestId,
    operation,
    who: context.caller?.identity,
    at: context.arrivedAt,
    ms,
    status,
    lang: context.lang,
    parameters: context.parameters,
    query: queryOf(request.url!),
    headers: request.headers,
    sent: context.sent,
    answered: answered.body,
    location: answered.location,
    refusal: answered.refusal,
  };
}
