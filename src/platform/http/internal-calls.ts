import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "../contract/answer.ts";
import type { Clock } from "../basics/clock.ts";
import type { Endpoint, Environment } from "../contract/operation.ts";
import { Refusal } from "../contract/errors.ts";
import { langOf } from "./headers.ts";
import { httpErrors } from "./errors.ts";
import { compileRequestParser, type QueryParameters } from "./request-parsing.ts";

/**
 * Makes a call without HTTP, as the caller `who`. Its parameters and its body are checked as usual. The caller's permission is not checked, the
 * call does not count towards a quota, and it is reported neither to call observers nor to `Caller.record`. An operation that this environment
 * does not have is refused as an unknown address.
 */
export type InternalCaller = (
  operationId: string,
  request: {
    /** Path parameters, decoded. */
    readonly path: Readonly<Record<string, string>>;
    /** The query string without `?`, encoded. */
    readonly query: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
    /** The request id that is recorded with the effects of the call. */
    readonly requestId: string;
  },
  who: unknown,
) => Promise<Answer | Refusal>;

export interface InternalCallerSettings {
  /** Called only when internal calls are made. Some of these endpoints need the internal caller, so they do not exist when it is created. */
  readonly endpoints: () => readonly Endpoint[];
  readonly environment: Environment;
  readonly clock: Clock;
}

interface CompiledOperation {
  readonly parse: ReturnType<typeof compileRequestParser>;
  readonly handle: Endpoint["handle"];
}

/** Creates the internal caller for the operations of this environment. Each operation is compiled at its first call. */
export function createInternalCaller({ endpoints, environment, clock }: InternalCallerSettings): InternalCaller {
  const compiled = new Map<string, CompiledOperation>();
  const compiledOf = (operationId: string) => {
    const endpoint = endpoints().find(
      ({ operation }) => operation.id === operationId && operation.environments?.includes(environment) !== false,
    );
    if (endpoint !== undefined && !compiled.has(operationId))
      compiled.set(operationId, { parse: compileRequestParser(endpoint), handle: endpoint.handle });
    return compiled.get(operationId);
  };
  return async (operationId, { path, query, headers, body, requestId }, who) => {
    const operation = compiledOf(operationId);
    if (operation === undefined) return httpErrors.refuse("route_unknown", { received: operationId });
    const parsed = operation.parse({ path, query: parseQuery(query), headers, body });
    if (parsed instanceof Refusal) return parsed;
    const lang = langOf(headers["accept-language"]);
    return operation.handle({ ...parsed, who: who as never, lang, requestId, at: clock.now() });
  };
}

/** Parses a query string as the router does: a name sent several times has several values. */
function parseQuery(query: string): QueryParameters {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
