import { Refusal } from "../contract/errors.ts";
import type { Answer, Call, Endpoint, Operation } from "../contract/operation.ts";
import type { IdempotencyStore } from "../idempotency/keyed-call.ts";
import type { DeprecationNotice } from "./deprecation-headers.ts";
import { checkBodyType } from "./authentication.ts";
import type { RequestContext } from "./request-context.ts";
import { compileRequestParser, type QueryParameters } from "./request-parsing.ts";
import type { ResponseWriter } from "./response-writer.ts";
import { whenDone, type RouteDependencies } from "./request-admission.ts";

/** Handles a request of an authenticated caller: parses and checks it, calls the operation's handler, and answers through `responses`. */
export type HandleRequest = (context: RequestContext, query: QueryParameters, body: Buffer, responses: ResponseWriter) => void;

/** The methods whose calls may carry an Idempotency-Key. */
const KEYED_METHODS: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Compiles the function that handles the requests of an operation. `notice` tells callers which parts of their bodies will be removed. */
export function compileOperationHandler(
  dependencies: RouteDependencies,
  endpoint: Endpoint,
  notice: DeprecationNotice | undefined,
): HandleRequest {
  const { clock } = dependencies;
  const { operation, handle } = endpoint;
  const parse = compileRequestParser(endpoint);
  const idempotencyStore = KEYED_METHODS.has(operation.method) ? dependencies.idempotencyStore : undefined;

  return (context, query, body, responses) => {
    const { request, lang, requestId } = context;
    const parsed = parse(
      { path: context.parameters, query, headers: request.headers, body },
      (bytes) => checkBodyType(request, bytes),
      (sentBody) => {
        context.sentBody = sentBody;
        notice?.onBody(context, sentBody);
      },
    );
    if (parsed instanceof Refusal) return responses.refuse(context, parsed);
    const onHungUp = operation.priority === "waits" ? hungUp(context) : undefined;
    const call = { ...parsed, who: context.caller!.identity as never, lang, requestId, at: clock.now(), onHungUp };
    const key = idempotencyStore && idempotencyKeyOf(context);
    // A body that fails its schema has no effect, so its caller may send it again, corrected, under the same key.
    const isKeyed = key !== undefined && parsed.bodyFailures.length === 0;
    const result = isKeyed ? handleUnderKey(idempotencyStore!, handle, call, context, key, body) : handle(call);
    whenDone(dependencies, context, result, (answer) =>
      answer instanceof Refusal ? responses.refuse(context, answer) : responses.send(context, answer),
    );
  };
}

/** Registers a listener. It is called once, when the caller has been answered or its connection has ended. */
const hungUp =
  ({ response }: RequestContext) =>
  (listener: () => void): void => {
    if (response.closed) listener();
    else response.once("close", listener);
  };

/** The Idempotency-Key of a call; undefined when the call has no key or its caller has no `principal`. */
const idempotencyKeyOf = ({ request, caller }: RequestContext): string | undefined =>
  caller?.principal === undefined ? undefined : (request.headers["idempotency-key"] as string | undefined);

/** Handles a call under its Idempotency-Key, or returns the answer that was recorded under that key before. */
function handleUnderKey(
  idempotencyStore: IdempotencyStore,
  handle: Endpoint["handle"],
  call: Call<Operation, never>,
  { operation, caller, lang, requestId }: RequestContext,
  key: string,
  body: Buffer,
): Promise<Answer | Refusal> {
  const { principal = "", sellerId = 0 } = caller!;
  // The target consists of the checked parameters, because the same address can be written in several ways.
  const target = JSON.stringify([call.path, call.query]);
  const keyedCall = { key, owner: principal, sellerId, operationId: operation!.id, target, body, lang, requestId };
  return idempotencyStore.answer(keyedCall, (idempotencyKey) => handle({ ...call, idempotencyKey }));
}
