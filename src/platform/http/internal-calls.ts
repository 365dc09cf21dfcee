import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "../contract/answer.ts";
import type { Clock } from "../basics/clock.ts";
import type { Endpoint, Environment } from "../contract/operation.ts";
import { Refusal } from "../contract/errors.ts";
import { langOf } from "./headers.ts";
import { httpErrors } from "./errors.ts";
import { compileRequestParser } from "./request-parsing.ts";

/** Carries out a call that did not come over the wire, as `who`: checked like any other, and neither metered nor recorded. */
export type InternalCaller = (
  operationId: string,
  asked: {
    /** The path's parameters, decoded. */
    readonly path: Readonly<Record<string, string>>;
    /** What stands behind the `?`, as it would be sent. */
    readonly query: string;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
    /** Under which its effects are found. */
    readonly requestId: string;
  },
  who: unknown,
) => Promise<Answer | Refusal>;

export interface InternalCallerSettings {
  /** Asked for when the first call comes: whoever reruns is among them. */
  readonly endpoints: () => readonly Endpoint[];
  readonly environment: Environment;
  readonly clock: Clock;
}

/** Reruns calls of the operations this environment has; an operation it does not have is refused as an unknown address. */
export function createInternalCaller({ endpoints, environment, clock }: InternalCallerSettings): InternalCaller {
  const made = new Map<string, { readonly read: ReturnType<typeof compileRequestParser>; readonly handle: Endpoint["handle"] }>();
  const madeOf = (operationId: string) => {
    const one = endpoints().find(
      ({ operation }) => operation.id === operationId && operation.environments?.includes(environment) !== false,
    );
    if (one !== undefined && !made.has(operationId)) made.set(operationId, { read: compileRequestParser(one), handle: one.handle });
    return made.get(operationId);
  };
  return async (operationId, { path, query, headers, body, requestId }, who) => {
    const known = madeOf(operationId);
    if (known === undefined) return httpErrors.refuse("route_unknown", { received: operationId });
    const parts = known.read({ path, search: searchOf(query), headers, body });
    if (parts instanceof Refusal) return parts;
    const lang = langOf(headers["accept-language"]);
    return known.handle({ ...parts, who: who as never, lang, requestId, at: clock.now() });
  };
}

/** A query as the router reads it: a name sent several times has several values. */
function searchOf(query: string): Readonly<Record<string, string | readonly string[]>> {
  const sent = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length === 1 ? values[0]! : values];
    }),
  );
}
