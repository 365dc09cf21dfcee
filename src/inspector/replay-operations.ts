import type { Answer, Endpoint, Operation } from "../platform/contract.ts";
import { endpoint } from "../platform/contract.ts";
import { errorBody, Refusal } from "../platform/errors.ts";
import type { Rerun } from "../platform/http/rerun.ts";
import { fromUtf8 } from "../platform/utf8.ts";
import { sellerErrors, suffice, type SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { inspectorErrors } from "./errors.ts";
import type { RequestRow } from "./queries.ts";
import { requestOf, type RequestContext } from "./request-operations.ts";

export interface ReplayContext extends RequestContext {
  readonly rerun: Rerun;
  /** An operation of the house by its id. */
  readonly operationOf: (operationId: string) => Operation | undefined;
}

/** Carries a call out again, as whoever asks for it (beyond M13). */
export function replayEndpoint(context: ReplayContext): Endpoint {
  const { rerun, operationOf } = context;
  return endpoint(contract.replayRequest, async (call: SellerCall<typeof contract.replayRequest>): Promise<Answer | Refusal> => {
    const { requestId } = call.path;
    const row = await requestOf(context, call.who, requestId);
    if (row instanceof Refusal) return row;
    const operation = operationOf(row.operation);
    if (!row.replayable || operation === undefined)
      return inspectorErrors.refuse("not_replayable", { pointer: "path.requestId", received: requestId });
    // The door let them in to the inspector, which anybody may use.
    const { permission } = operation;
    if (!suffice(call.who.scopes, String(permission))) return sellerErrors.refuse("scope_missing", { allowed: permission });
    const outcome = await rerun(row.operation, { ...askedOf(row, operation), requestId: call.requestId }, call.who);
    const links = [{ rel: "original", href: `/api/v1/requests/${encodeURIComponent(requestId)}` }];
    if (outcome instanceof Refusal) {
      const { status } = outcome.failures[0]!.row;
      return { status: 200, body: { operation: row.operation, status, body: errorBody(outcome, call.lang, call.requestId), links } };
    }
    const body = bodyOf(outcome);
    return { status: 200, body: { operation: row.operation, status: outcome.status, ...(body === undefined ? {} : { body }), links } };
  });
}

/** What a call asked, from what is kept of it: nothing of it is masked, or it were not replayable. */
function askedOf({ target, headers, sent }: RequestRow, { path }: Operation) {
  const [address = "", query = ""] = target.split("?");
  const values = address.split("/");
  const named = path.split("/").flatMap((part, i): [string, string][] => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [[name, decodeURIComponent(values[i]!)]];
  });
  return {
    path: Object.fromEntries(named),
    query,
    headers: JSON.parse(headers) as Readonly<Record<string, string>>,
    body: Buffer.from(sent ?? ""),
  };
}

/** The body of an answer as JSON; of one that comes as a stream nothing is begun. */
function bodyOf({ body, text, utf8, stream }: Answer): unknown {
  if (stream !== undefined) return undefined;
  const json = utf8 === undefined ? text : fromUtf8(utf8);
  return json === undefined ? body : (JSON.parse(json) as unknown);
}
