import type { FastifyReply, FastifyRequest } from "fastify";
import { realNow } from "../basics/clock.ts";
import type { Operation } from "../contract/operation.ts";
import type { Log } from "../observability/log.ts";
import type { HttpMetrics } from "../observability/metrics.ts";
import type { CallObserver, ObservedCall } from "./call-observers.ts";
import { langOf, requestIdOf } from "./headers.ts";
import {
  CLIENT_CLOSED_REQUEST,
  type ObservedResponse,
  type PathParameters,
  type RequestContext,
  type RequestTracker,
} from "./request-context.ts";
import { createUnreadLimit } from "./unread-responses.ts";
import { queryOf } from "./url-parts.ts";

export interface RequestTrackerSettings {
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly observe?: CallObserver | undefined;
}

const NOT_ANSWERED: ObservedResponse = {};

/** Tracks the requests of one server. */
export function createRequestTracker({ log, metrics, observe }: RequestTrackerSettings): RequestTracker {
  const unreadLimit = createUnreadLimit();

  function finishTask(context: RequestContext): void {
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
    if (observe !== undefined && context.operation !== undefined) observe(observedCall(context, context.operation, status, ms));
  }

  return {
    begin(request, reply) {
      const context = newContext(request, reply);
      // "close" is also emitted when the caller leaves before reading the answer.
      context.response.on("close", () => finishTask(context));
      return context;
    },
    countUnread(context, bytes) {
      // A caller without a seller is identified by its address only.
      const reader = String(context.caller?.sellerId ?? context.request.socket.remoteAddress);
      if (!unreadLimit.add(reader, bytes)) return false;
      context.unread = { reader, bytes };
      return true;
    },
    finishTask,
  };
}

const newContext = ({ raw: request, params, routeOptions }: FastifyRequest, reply: FastifyReply): RequestContext => ({
  request,
  response: reply.raw,
  reply,
  parameters: (params ?? {}) as PathParameters,
  requestId: requestIdOf(request.headers["x-request-id"]),
  lang: langOf(request.headers["accept-language"]),
  arrivedAt: realNow(),
  startedMs: performance.now(),
  operation: routeOptions.config?.operation,
  caller: undefined,
  sentBody: undefined,
  admission: undefined,
  observedResponse: NOT_ANSWERED,
  unread: undefined,
  pendingTasks: 1,
});

/** Describes a call to observers. This runs for every call, so it copies only references and gives all objects the same shape. */
function observedCall(context: RequestContext, operation: Operation, status: number, ms: number): ObservedCall {
  const { request, observedResponse } = context;
  return {
    requestId: context.requestId,
    operation,
    identity: context.caller?.identity,
    at: context.arrivedAt,
    ms,
    status,
    lang: context.lang,
    parameters: context.parameters,
    query: queryOf(request.url!),
    headers: request.headers,
    sentBody: context.sentBody,
    responseBody: observedResponse.body,
    location: observedResponse.location,
    refusal: observedResponse.refusal,
  };
}
