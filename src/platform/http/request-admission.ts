import type { Clock } from "../basics/clock.ts";
import type { Deprecation } from "../contract/deprecations.ts";
import { Refusal } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { IdempotencyStore } from "../idempotency/keyed-call.ts";
import { authenticationInput, checkHeaders, type Authenticators, type Caller } from "./authentication.ts";
import type { CallFaultSource } from "./fault-types.ts";
import type { LoadShedding } from "./load-shedding.ts";
import type { RequestContext, RequestTracker } from "./request-context.ts";
import type { ResponseWriter } from "./response-writer.ts";

/** The dependencies of every route. */
export interface RouteDependencies {
  readonly tracker: RequestTracker;
  readonly responses: ResponseWriter;
  readonly authenticators: Authenticators;
  readonly clock: Clock;
  readonly loadShedding: LoadShedding;
  readonly bodyLimitBytes: number;
  /** Without it Idempotency-Key headers are ignored. */
  readonly idempotencyStore?: IdempotencyStore;
  /** Parts of the API that will be removed. */
  readonly deprecations?: readonly Deprecation[] | undefined;
  /** Faults to inject into sellers' calls. Absent in production. */
  readonly faults?: CallFaultSource | undefined;
}

/** Admits a request and returns true. If load shedding refuses it, answers with the refusal and returns false. */
export function admit({ loadShedding, responses }: RouteDependencies, context: RequestContext): boolean {
  const admission = loadShedding.admit(context.operation);
  if (admission instanceof Refusal) responses.refuse(context, admission);
  else context.admission = admission;
  return context.admission !== undefined;
}

/** Admits a request, authenticates its caller and checks its headers. Calls `done` when nothing was refused. */
export function authenticate(dependencies: RouteDependencies, context: RequestContext, operation: Operation, done: () => void): void {
  const { responses, authenticators, loadShedding } = dependencies;
  if (!admit(dependencies, context)) return;
  const headerRefusal = checkHeaders(context.request, operation);
  const onCaller = (caller: Caller | Refusal) => {
    if (caller instanceof Refusal) return responses.refuse(context, caller);
    context.caller = caller;
    if (caller.refusal) return responses.refuse(context, caller.refusal);
    const crowded = caller.tenant === undefined ? undefined : loadShedding.limitTenant(context.admission!, caller.tenant);
    if (crowded) return responses.refuse(context, crowded);
    if (headerRefusal) return responses.refuse(context, headerRefusal);
    done();
  };
  const caller = authenticators[operation.audience](authenticationInput(context.request, operation, context.arrivedAt));
  // If the caller hangs up during authentication, the request stays admitted until its tenant is known.
  if (caller instanceof Promise) whenDone(dependencies, context, caller, onCaller);
  else onCaller(caller);
}

/**
 * Calls `then` with the result of `work`. Until then the request stays unfinished, even when its caller hangs up. If `work` or `then` fails, the
 * request is answered with a refusal.
 */
export function whenDone<Result>(
  { tracker, responses }: RouteDependencies,
  context: RequestContext,
  work: Promise<Result>,
  then: (result: Result) => void,
): void {
  context.pendingTasks += 1;
  const fail = (error: unknown) => {
    responses.fail(context, error);
    tracker.finishTask(context);
  };
  work.then((result) => {
    try {
      then(result);
    } catch (error) {
      return fail(error);
    }
    tracker.finishTask(context);
  }, fail);
}
