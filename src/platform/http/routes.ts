import type { FastifyInstance } from "fastify";
import type { Clock } from "../basics/clock.ts";
import type { Answer, Call, Endpoint, Operation } from "../contract/operation.ts";
import { type Failure, Refusal } from "../contract/errors.ts";
import type { CallFaultSource } from "./fault-types.ts";
import type { IdempotencyStore } from "../idempotency/keyed-call.ts";
import { pathOf, toRouterPath } from "./url-parts.ts";
import type { ResponseWriter } from "./response-writer.ts";
import { authenticationInput, checkBodyType, checkHeaders, type Authenticators, type Caller } from "./authentication.ts";
import { httpErrors } from "./errors.ts";
import { injectFault } from "./fault-injection.ts";
import type { PlainRoute } from "./plain-routes.ts";
import type { LoadShedding } from "./load-shedding.ts";
import { compileRequestParser, type QueryParameters } from "./request-parsing.ts";
import type { RequestContext, RequestTracker } from "./request-context.ts";
import { addUnknownParameterWarning } from "./warning-header.ts";

/** What every route works with. */
export interface RouteContext {
  readonly contexts: RequestTracker;
  readonly answers: ResponseWriter;
  readonly authenticators: Authenticators;
  readonly clock: Clock;
  readonly loadShedding: LoadShedding;
  readonly bodyLimitBytes: number;
  /** Without it an Idempotency-Key means nothing. */
  readonly idempotencyStore?: IdempotencyStore;
  /** What goes wrong on purpose with sellers' calls; without it nothing ever does. */
  readonly faults?: CallFaultSource | undefined;
}

/** The methods whose calls may carry an Idempotency-Key. */
const KEYED: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);
const NO_BYTES = Buffer.alloc(0);
const nothing = () => undefined;

/** The route of an operation: place, door, headers, then path, query and body checked, then the handler. */
export function addOperation(app: FastifyInstance, routing: RouteContext, endpoint: Endpoint): void {
  const { operation } = endpoint;
  const { faults, answers } = routing;
  const carryOut = carryingOut(routing, endpoint);
  app.route({
    method: operation.method,
    url: toRouterPath(operation.path),
    bodyLimit: operation.bodyLimitBytes ?? routing.bodyLimitBytes,
    config: { operation },
    onRequest: ({ context, query }, _reply, done) =>
      enter(routing, context, operation, () => {
        addUnknownParameterWarning(context, query as QueryParameters);
        done();
      }),
    handler: ({ context, query, body }) => {
      const search = query as QueryParameters;
      const bytes = (body as Buffer | undefined) ?? NO_BYTES;
      const fault = operation.audience === "seller" ? faults?.draw?.(operation, context.caller!.identity) : undefined;
      if (fault === undefined) return carryOut(context, search, bytes, answers);
      const suffered = injectFault(fault, context, answers, (given) => carryOut(context, search, bytes, given));
      whenDone(routing, context, suffered, nothing);
    },
  });
}

/** The route of an operation that only the other environment has: its door, and then the refusal that says so. */
export function addOtherEnvironmentRoute(app: FastifyInstance, routing: RouteContext, operation: Operation, elsewhere: Failure): void {
  app.route({
    method: operation.method,
    url: toRouterPath(operation.path),
    config: { operation },
    // Its body is not read.
    onRequest: ({ context }) => enter(routing, context, operation, () => routing.answers.refuse(context, new Refusal([elsewhere]))),
    handler: nothing,
  });
}

/** The route of a page: a place, unless it is vital, and its answer. */
export function addPlainRoute(app: FastifyInstance, routing: RouteContext, page: PlainRoute): void {
  const { answers } = routing;
  app.route({
    method: page.method,
    url: toRouterPath(page.path),
    handler: ({ context }) => {
      const { request, parameters } = context;
      if (!page.vital && !takePlace(routing, context)) return;
      const coming = (async () => page.answer({ parameters, range: request.headers.range }))();
      whenDone(routing, context, coming, (shown) => {
        if (shown) answers.show(context, shown);
        else answers.refuse(context, httpErrors.refuse("route_unknown", { received: pathOf(request.url!) }));
      });
    },
  });
}

/** Checks what an operation was asked, and carries it out. */
function carryingOut(routing: RouteContext, endpoint: Endpoint) {
  const { clock, idempotencyStore } = routing;
  const { operation, handle } = endpoint;
  const read = compileRequestParser(endpoint);
  const keyed = idempotencyStore !== undefined && KEYED.has(operation.method) ? idempotencyStore : undefined;

  return (context: RequestContext, search: QueryParameters, bytes: Buffer, given: ResponseWriter): void => {
    const { request, lang, requestId } = context;
    const parts = read(
      { path: context.parameters, search, headers: request.headers, body: bytes },
      (body) => checkBodyType(request, body),
      (sent) => {
        context.sent = sent;
      },
    );
    if (parts instanceof Refusal) return given.refuse(context, parts);
    const onHungUp = operation.priority === "waits" ? hungUp(context) : undefined;
    const call = { ...parts, who: context.caller!.identity as never, lang, requestId, at: clock.now(), onHungUp };
    const key = keyed && keyOf(context);
    // What fails its schema has no effect, and is sent again mended under the same key.
    const isOnce = key !== undefined && parts.bodyFailures.length === 0;
    const outcome = isOnce ? onceOnly(keyed!, handle, call, context, key, bytes) : handle(call);
    whenDone(routing, context, outcome, (answer) =>
      answer instanceof Refusal ? given.refuse(context, answer) : given.send(context, answer),
    );
  };
}

/** Tells when there is nobody any more to be answered. */
const hungUp =
  ({ response }: RequestContext) =>
  (heard: () => void): void => {
    if (response.closed) heard();
    else response.once("close", heard);
  };

/** The call's Idempotency-Key; undefined when it has none, or is nobody's. */
const keyOf = ({ request, caller }: RequestContext): string | undefined =>
  caller?.principal === undefined ? undefined : (request.headers["idempotency-key"] as string | undefined);

/** Carries a call out under its key, or answers what it was answered before. */
const onceOnly = (
  idempotencyStore: IdempotencyStore,
  handle: Endpoint["handle"],
  call: Call<Operation, never>,
  { operation, caller, lang, requestId }: RequestContext,
  key: string,
  body: Buffer,
): Promise<Answer | Refusal> => {
  const { principal = "", sellerId = 0 } = caller!;
  // One address is written in several ways.
  const target = JSON.stringify([call.path, call.query]);
  const asked = { key, owner: principal, sellerId, operationId: operation!.id, target, body, lang, requestId };
  return idempotencyStore.answer(asked, (idempotencyKey) => handle({ ...call, idempotencyKey }));
};

/** Takes a place and knocks at the operation's door; `done` when the context is let in and its headers are in order. */
function enter(routing: RouteContext, context: RequestContext, operation: Operation, done: () => void): void {
  const { answers, authenticators, loadShedding } = routing;
  if (!takePlace(routing, context)) return;
  const early = checkHeaders(context.request, operation);
  const admit = (caller: Caller | Refusal) => {
    if (caller instanceof Refusal) return answers.refuse(context, caller);
    context.caller = caller;
    if (caller.refusal) return answers.refuse(context, caller.refusal);
    const crowding = caller.tenant === undefined ? undefined : loadShedding.limitTenant(context.admission!, caller.tenant);
    if (crowding) return answers.refuse(context, crowding);
    if (early) return answers.refuse(context, early);
    done();
  };
  const outcome = authenticators[operation.audience](authenticationInput(context.request, operation, context.arrivedAt));
  // Whoever hangs up meanwhile still has its place: it is not given back before the door has said whose it is.
  if (outcome instanceof Promise) whenDone(routing, context, outcome, admit);
  else admit(outcome);
}

/** Gives the context a place until it is finished; answers whether there was one, and has refused it otherwise. */
function takePlace({ loadShedding, answers }: RouteContext, context: RequestContext): boolean {
  const place = loadShedding.admit(context.operation);
  if (place instanceof Refusal) answers.refuse(context, place);
  else context.admission = place;
  return context.admission !== undefined;
}

/** Does something with what somebody works on, once it is there, and counts the work in: a caller who hangs up early leaves it behind. */
function whenDone<Outcome>(
  { contexts, answers }: RouteContext,
  context: RequestContext,
  coming: Promise<Outcome>,
  then: (outcome: Outcome) => void,
): void {
  context.pendingTasks += 1;
  const fail = (error: unknown) => {
    answers.fail(context, error);
    contexts.finishTask(context);
  };
  coming.then((outcome) => {
    try {
      then(outcome);
    } catch (error) {
      return fail(error);
    }
    contexts.finishTask(context);
  }, fail);
}
