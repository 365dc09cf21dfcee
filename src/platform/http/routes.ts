import type { FastifyInstance } from "fastify";
import { type Failure, Refusal } from "../contract/errors.ts";
import type { Endpoint, Operation } from "../contract/operation.ts";
import { createDeprecationNotice } from "./deprecation-headers.ts";
import { httpErrors } from "./errors.ts";
import { injectFault } from "./fault-injection.ts";
import { isUpload } from "./authentication.ts";
import { compileOperationHandler } from "./operation-handler.ts";
import { isSubtree, type PlainRoute } from "./plain-routes.ts";
import type { QueryParameters } from "./request-parsing.ts";
import { admit, authenticate, whenDone, type RouteDependencies } from "./request-admission.ts";
import type { NotFoundRefusal } from "./unknown-address.ts";
import { pathOf, toRouterPath } from "./url-parts.ts";
import { compileUploadHandler } from "./upload-handler.ts";
import { addUnknownParameterWarning } from "./warning-header.ts";

const NO_BYTES = Buffer.alloc(0);
const nothing = () => undefined;

/** Adds the route of an operation. Its steps: admission, authentication, checks of headers, path, query and body, then the handler. */
export function addOperation(app: FastifyInstance, dependencies: RouteDependencies, endpoint: Endpoint): void {
  const { operation } = endpoint;
  const { faults, responses } = dependencies;
  const notice = createDeprecationNotice(operation, dependencies.deprecations ?? []);
  const handle = compileOperationHandler(dependencies, endpoint, notice);
  const handleUpload = operation.uploads && compileUploadHandler(dependencies, endpoint);
  app.route({
    method: operation.method,
    url: toRouterPath(operation.path),
    bodyLimit: operation.bodyLimitBytes ?? dependencies.bodyLimitBytes,
    config: { operation },
    onRequest: (request, _reply, done) =>
      authenticate(dependencies, request.context, operation, () => {
        const { context, query } = request;
        // An operation without a body ignores Content-Type. Fastify would refuse a malformed one.
        if (operation.method !== "GET" && operation.body === undefined) request.headers = { "content-type": undefined };
        addUnknownParameterWarning(context, query as QueryParameters);
        notice?.onQuery(context, query as QueryParameters);
        // Handled here, so that the body is not read before.
        if (handleUpload && isUpload(context.request.headers, operation)) handleUpload(context, query as QueryParameters);
        else done();
      }),
    handler: ({ context, query, body }) => {
      const parameters = query as QueryParameters;
      const bytes = (body as Buffer | undefined) ?? NO_BYTES;
      const fault = operation.audience === "seller" ? faults?.draw?.(operation, context.caller!.identity) : undefined;
      if (fault === undefined) return handle(context, parameters, bytes, responses);
      const faulty = injectFault(fault, context, responses, (given) => handle(context, parameters, bytes, given));
      whenDone(dependencies, context, faulty, nothing);
    },
  });
}

/** Adds the route of an operation that only the other environment has. Authenticated callers get the refusal that says so. */
export function addOtherEnvironmentRoute(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  operation: Operation,
  elsewhere: Failure,
): void {
  app.route({
    method: operation.method,
    url: toRouterPath(operation.path),
    config: { operation },
    // Answered here, so that the body is not read.
    onRequest: ({ context }) =>
      authenticate(dependencies, context, operation, () => dependencies.responses.refuse(context, new Refusal([elsewhere]))),
    handler: nothing,
  });
}

/** Adds a plain route. Load shedding must admit its requests too, unless the route has `alwaysAnswered`. */
export function addPlainRoute(app: FastifyInstance, dependencies: RouteDependencies, route: PlainRoute, notFound: NotFoundRefusal): void {
  const { responses } = dependencies;
  app.route({
    method: route.method,
    url: toRouterPath(route.path),
    handler: ({ context }) => {
      const { request, parameters } = context;
      if (!route.alwaysAnswered && !admit(dependencies, context)) return;
      const answering = (async () => route.answer({ parameters, headers: request.headers }))();
      whenDone(dependencies, context, answering, (response) => {
        if (response) responses.sendPlain(context, response);
        else if (isSubtree(route.path)) responses.refuse(context, ...notFound(request));
        else responses.refuse(context, httpErrors.refuse("route_unknown", { received: pathOf(request.url!) }));
      });
    },
  });
}
