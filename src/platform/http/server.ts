import Fastify, { type FastifyInstance } from "fastify";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Refusal } from "../contract/errors.ts";
import type { Endpoint, Environment } from "../contract/operation.ts";
import { httpErrors } from "./errors.ts";
import { createGracefulShutdown } from "./graceful-close.ts";
import { type Headers, hasSingleHost, NO_HEADERS, requestIdOf } from "./headers.ts";
import { answerMalformed } from "./malformed-requests.ts";
import { createPathSuggester, type PathAlias } from "./path-suggestions.ts";
import { isSubtree, type PlainRoute } from "./plain-routes.ts";
import { createRequestTracker, type RequestTrackerSettings } from "./request-lifecycle.ts";
import { createResponseWriter, type ResponseWriterSettings } from "./response-writer.ts";
import type { RouteDependencies } from "./request-admission.ts";
import { addOperation, addOtherEnvironmentRoute, addPlainRoute } from "./routes.ts";
import { createNotFoundRefusal, type NotFoundRefusal } from "./unknown-address.ts";
import { createAllowedMethods, MAX_SEGMENT_LENGTH, type AllowedMethods } from "./url-parts.ts";

export interface HttpSettings
  extends RequestTrackerSettings, ResponseWriterSettings, Omit<RouteDependencies, "tracker" | "responses" | "bodyLimitBytes"> {
  readonly environment: Environment;
  readonly endpoints: readonly Endpoint[];
  readonly plainRoutes: readonly PlainRoute[];
  /** Paths that other APIs use, so that a 404 can name the path that does the same here. */
  readonly pathAliases?: readonly PathAlias[];
  /** Longest time for which nothing may be received or sent on a connection while a request is answered. */
  readonly stallMs?: number;
}

/** The HTTP edge, from listening to its end. */
export interface HttpServer {
  /** Resolves to the port it listens on; rejects when the port is taken. */
  listen(port: number, host: string): Promise<number>;
  /** Adds `Connection: close` to every answer from now on. The server still listens and answers. */
  drain(): void;
  /** Stops listening and resolves when every response in progress is complete. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 5_000;
/** The default of `stallMs`. Work on a response takes less time, so a caller that reads nothing for this long has left. */
const STALL_MS = 120_000;
/** Longest wait of a connection for its next request. */
const KEEP_ALIVE_MS = 75_000;
const TIMEOUT_CHECK_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** The framework's code for a path segment longer than `MAX_SEGMENT_LENGTH`. */
const SEGMENT_TOO_LONG = "FST_ERR_MAX_PARAM_LENGTH";
const CONTINUE = "100-continue";

/** Serves operations and plain routes. Every request is answered in the documented shape, even when it fails. */
export function createHttpServer(settings: HttpSettings): HttpServer {
  const tracker = createRequestTracker(settings);
  const responses = createResponseWriter(settings, tracker);
  const dependencies: RouteDependencies = { ...settings, tracker, responses };
  const allowed = createAllowedMethods();
  const suggest = createPathSuggester(
    settings.pathAliases ?? [],
    settings.endpoints.map(({ operation }) => operation.path),
  );
  const notFound = createNotFoundRefusal(allowed, suggest);
  const app = createFastify(settings, dependencies, notFound);
  addRoutes(app, settings, dependencies, { allowed, notFound });
  const shutdown = createGracefulShutdown(app.server);

  return {
    async listen(port, host) {
      const { address } = await lookup(host);
      await app.listen({ port, host: address });
      return (app.server.address() as AddressInfo).port;
    },
    drain: responses.drain,
    async close() {
      await shutdown.close();
      await app.close();
    },
  };
}

/** Creates the framework's server with our limits. Malformed requests, wrong addresses and thrown errors get documented answers. */
function createFastify(settings: HttpSettings, { tracker, responses }: RouteDependencies, notFound: NotFoundRefusal): FastifyInstance {
  const onClientError = answerMalformed(settings.anonymousHeaders);
  const app = Fastify({
    bodyLimit: settings.bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: settings.stallMs ?? STALL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
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
    clientErrorHandler: onClientError,
    frameworkErrors: ({ code }, request, reply) => {
      const context = tracker.begin(request, reply);
      if (code === SEGMENT_TOO_LONG) responses.refuse(context, ...notFound(context.request));
      else responses.refuse(context, httpErrors.refuse("address_malformed"));
    },
  });
  // Bodies stay bytes here. `parseJson` parses them later, because it reports the line and column of an error.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.decorateRequest("context");
  app.addHook("onRequest", (request, reply, done) => {
    request.context = tracker.begin(request, reply);
    const refusal = requestLineRefusal(request.raw, notFound, request.is404);
    // Refused here, so that the body is not read.
    if (refusal) responses.refuse(request.context, ...refusal);
    else done();
  });
  app.setErrorHandler((error, { context }) => responses.fail(context, error));
  // Node handles 100-continue itself; its refusal of other expectations has no body.
  app.server.on("checkExpectation", app.routing);
  // A CONNECT request. Without a listener, Node would close its connection without an answer.
  app.server.on("connect", (_request, socket) => onClientError(new Error("CONNECT"), socket));
  return app;
}

/** Adds every route of this environment, and those of the other environment that are refused with a reason. */
function addRoutes(
  app: FastifyInstance,
  { environment, endpoints, plainRoutes }: HttpSettings,
  dependencies: RouteDependencies,
  { allowed, notFound }: { readonly allowed: AllowedMethods; readonly notFound: NotFoundRefusal },
): void {
  for (const endpoint of endpoints) {
    const { operation } = endpoint;
    const { method, path, environments, elsewhere } = operation;
    const isHere = environments?.includes(environment) !== false;
    if (!isHere && elsewhere === undefined) continue;
    allowed.add(method, path);
    if (isHere) addOperation(app, dependencies, endpoint);
    else addOtherEnvironmentRoute(app, dependencies, operation, elsewhere!);
  }
  for (const route of plainRoutes) {
    // Below a subtree, an address that nothing answers is as unknown as any other.
    if (!isSubtree(route.path)) allowed.add(route.method, route.path);
    addPlainRoute(app, dependencies, route, notFound);
  }
}

/** The refusal of a request before its route is used: for a missing or repeated Host, an unknown expectation, or an unknown route. */
function requestLineRefusal(request: IncomingMessage, notFound: NotFoundRefusal, is404: boolean): readonly [Refusal, Headers] | undefined {
  const { httpVersion, headers, rawHeaders } = request;
  if (httpVersion !== "1.0" && !hasSingleHost(rawHeaders)) return [httpErrors.refuse("request_malformed"), { connection: "close" }];
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== CONTINUE)
    return [httpErrors.refuse("expectation_unmet", { pointer: "header.Expect", received: expect, allowed: CONTINUE }), NO_HEADERS];
  return is404 ? notFound(request) : undefined;
}
