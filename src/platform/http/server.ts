import Fastify from "fastify";
import { lookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import type { Clock } from "../basics/clock.ts";
import type { Endpoint, Environment } from "../contract/operation.ts";
import type { CallFaultSource } from "./fault-types.ts";
import { createAllowedMethods, MAX_SEGMENT_LENGTH } from "./url-parts.ts";
import { createResponseWriter, type ResponseWriter } from "./response-writer.ts";
import { createGracefulShutdown } from "./graceful-close.ts";
import type { Authenticators } from "./authentication.ts";
import { httpErrors } from "./errors.ts";
import { type PathAlias, createPathSuggester } from "./path-suggestions.ts";
import { type Headers, hasSingleHost, requestIdOf } from "./headers.ts";
import type { PlainRoute } from "./plain-routes.ts";
import type { CallObserver } from "./call-observers.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { addOtherEnvironmentRoute, addOperation, addPlainRoute } from "./routes.ts";
import { createNotFoundRefusal } from "./unknown-address.ts";
import { answerMalformed } from "./malformed-requests.ts";
import { createRequestTracker, type RequestContext } from "./request-context.ts";
import type { Log } from "../observability/log.ts";
import type { HttpMetrics } from "../observability/metrics.ts";
import type { IdempotencyStore } from "../idempotency/keyed-call.ts";

export type { Authenticate, CompletedCall, Caller, AuthenticationInput } from "./authentication.ts";
export type { Headers } from "./headers.ts";
export type { PlainRoute, PlainResponse } from "./plain-routes.ts";

export interface HttpSettings {
  readonly environment: Environment;
  readonly endpoints: readonly Endpoint[];
  readonly plainRoutes: readonly PlainRoute[];
  readonly authenticators: Authenticators;
  /** What addresses are called elsewhere, so that callers are told what they are called here. */
  readonly pathAliases?: readonly PathAlias[];
  /** Headers of answers that were refused before a door metered them. */
  readonly anonymousHeaders: Headers;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: HttpMetrics;
  readonly loadShedding: LoadShedding;
  readonly bodyLimitBytes: number;
  /** Of Idempotency-Key; without it keys mean nothing. */
  readonly idempotencyStore?: IdempotencyStore;
  /** Hears of every call of an operation after its answer left. */
  readonly observe?: CallObserver | undefined;
  /** What goes wrong with calls on purpose; production has none. */
  readonly faults?: CallFaultSource | undefined;
  /** Longest a connection may take and send nothing while it is answered. */
  readonly stallMs?: number;
}

/** The HTTP edge, from listening to its end. */
export interface HttpServer {
  /** Resolves to the port listened on; rejects when it is busy. */
  listen(port: number, host: string): Promise<number>;
  /** Answers `Connection: close` from now on and refuses nothing that already arrived. */
  drain(): void;
  /** Listens no more; ends when every answer in progress is whole. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 5_000;
/** Longer than any work on an answer: whoever takes nothing for so long reads no more, and holds a place. */
const STALL_MS = 120_000;
/** How long a connection waits for the next request. */
const KEPT_MS = 75_000;
const TIMEOUT_CHECK_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** How the framework tells of a step that is longer than `LONGEST_STEP`. */
const STEP_TOO_LONG = "FST_ERR_MAX_PARAM_LENGTH";
const CONTINUE = "100-continue";

/** Makes routes of operations and pages; answers every request in the documented shape, whatever happens to it. */
export function createHttpServer(settings: HttpSettings): HttpServer {
  const { environment, anonymousHeaders } = settings;
  const contexts = createRequestTracker(settings);
  const answers = createResponseWriter(settings, contexts);
  const unread = answerMalformed(anonymousHeaders);
  const allowed = createAllowedMethods();
  const unknown = createNotFoundRefusal(
    allowed,
    createPathSuggester(
      settings.pathAliases ?? [],
      settings.endpoints.map(({ operation }) => operation.path),
    ),
  );

  const app = Fastify({
    bodyLimit: settings.bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: settings.stallMs ?? STALL_MS,
    keepAliveTimeout: KEPT_MS,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_SEGMENT_LENGTH },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Node's own refusal has no body; ours does.
      requireHostHeader: false,
    },
    genReqId: ({ headers }) => requestIdOf(headers["x-request-id"]),
    clientErrorHandler: unread,
    frameworkErrors: ({ code }, request, reply) => {
      const context = contexts.begin(request, reply);
      if (code === STEP_TOO_LONG) answers.refuse(context, ...unknown(context.request));
      else answers.refuse(context, httpErrors.refuse("address_malformed"));
    },
  });
  // Bodies are read by our own reader, which tells loadShedding in them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.decorateRequest("context");
  app.addHook("onRequest", (request, reply, done) => {
    request.context = contexts.begin(request, reply);
    if (refusedByForm(answers, request.context)) return;
    // Its body is not read.
    if (request.is404) answers.refuse(request.context, ...unknown(request.raw));
    else done();
  });
  app.setErrorHandler((error, { context }) => answers.fail(context, error));

  const routing = { ...settings, contexts, answers };
  for (const endpoint of settings.endpoints) {
    const { operation } = endpoint;
    const { method, path, environments, elsewhere } = operation;
    const isHere = environments?.includes(environment) !== false;
    if (!isHere && elsewhere === undefined) continue;
    allowed.add(method, path);
    if (isHere) addOperation(app, routing, endpoint);
    else addOtherEnvironmentRoute(app, routing, operation, elsewhere!);
  }
  for (const page of settings.plainRoutes) {
    allowed.add(page.method, page.path);
    addPlainRoute(app, routing, page);
  }

  // Node meets the one expectation there is by itself; its refusal of others has no body.
  app.server.on("checkExpectation", app.routing);
  // Without a listener Node ends the connection and says nothing.
  app.server.on("connect", (_request, socket) => unread(new Error("CONNECT"), socket));
  const closing = createGracefulShutdown(app.server);

  return {
    async listen(port, host) {
      const { address } = await lookup(host);
      await app.listen({ port, host: address });
      return (app.server.address() as AddressInfo).port;
    },
    drain: answers.drain,
    async close() {
      await closing.close();
      await app.close();
    },
  };
}

/** Refuses what no address should see: a request for two hosts, an expectation that is not met. */
function refusedByForm(answers: ResponseWriter, context: RequestContext): boolean {
  const { httpVersion, headers, rawHeaders } = context.request;
  if (httpVersion !== "1.0" && !hasSingleHost(rawHeaders)) {
    answers.refuse(context, httpErrors.refuse("request_malformed"), { connection: "close" });
    return true;
  }
  if (headers.expect === undefined || headers.expect.toLowerCase() === CONTINUE) return false;
  answers.refuse(
    context,
    httpErrors.refuse("expectation_unmet", { pointer: "header.Expect", received: headers.expect, allowed: CONTINUE }),
  );
  return true;
}
