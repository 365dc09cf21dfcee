import {
  type Answer,
  type Endpoint,
  endpoint,
  errorBody,
  type Lang,
  type Operation,
  parsedBody,
  Refusal,
} from "../platform/contract/index.ts";
import type { InternalCaller } from "../platform/http/index.ts";
import {
  identityOfCredential,
  sellerErrors,
  scopesAllow,
  type OperatorCall,
  type SellerCall,
  type SellerIdentity,
} from "../sellers/index.ts";
import { findRunCredential, validationUnknown } from "../technical-validation/index.ts";
import * as contract from "./contract.ts";
import { inspectorErrors } from "./errors.ts";
import { maskBody } from "./body-mask.ts";
import type { RequestRow } from "./queries.ts";
import { REQUESTS_PATH, findOwnRequest, requestUnknown, type OperationsContext, type RequestContext } from "./request-operations.ts";

export interface ReplayContext extends OperationsContext {
  readonly settings: RequestContext["settings"] & { readonly quotaPerMinute: number };
  readonly rerun: InternalCaller;
}

/** The answer to a replayed call. */
interface ReplayResult {
  readonly operation: Operation;
  readonly status: number;
  /** Undefined when the answer had no body. */
  readonly body: unknown;
}

/** Operations that replay logged calls, for the application that made them and for operators in technical validation. */
export function replayEndpoints(context: ReplayContext): readonly Endpoint[] {
  const { db, settings, rerun, operationOf } = context;

  async function replay(row: RequestRow, who: SellerIdentity, call: ReplayCall): Promise<ReplayResult | Refusal> {
    const operation = operationOf(row.operation);
    if (!row.replayable || operation === undefined)
      return inspectorErrors.refuse("not_replayable", { pointer: "path.requestId", received: row.request_id });
    // A replay itself needs no scope, so check here that the caller may use the replayed operation.
    const { permission } = operation;
    if (!scopesAllow(who.scopes, String(permission))) return sellerErrors.refuse("scope_missing", { allowed: permission });
    const outcome = await rerun(row.operation, { ...requestFrom(row, operation), requestId: call.requestId }, who);
    if (!(outcome instanceof Refusal)) return { operation, status: outcome.status, body: parsedBody(outcome) };
    return { operation, status: outcome.failures[0]!.row.status, body: errorBody(outcome, call.lang, call.requestId) };
  }

  return [
    endpoint(contract.replayRequest, async (call: SellerCall<typeof contract.replayRequest>): Promise<Answer | Refusal> => {
      const row = await findOwnRequest(context, call.who, call.path.requestId);
      if (row instanceof Refusal) return row;
      const outcome = await replay(row, call.who, call);
      return outcome instanceof Refusal ? outcome : answerOf(outcome, `${REQUESTS_PATH}/${encodeURIComponent(row.request_id)}`);
    }),
    endpoint(contract.replayValidationCall, async (call: OperatorCall<typeof contract.replayValidationCall>): Promise<Answer | Refusal> => {
      const { validationId, requestId } = call.path;
      const run = await findRunCredential(db, validationId, requestId);
      if (run === "no such run") return validationUnknown(validationId);
      const who = run && (await identityOfCredential(db, run, { ...settings, actor: call.who.actor }));
      if (who === undefined) return requestUnknown(requestId, settings.requestLogDays);
      const row = await findOwnRequest(context, who, requestId);
      if (row instanceof Refusal) return row;
      const outcome = await replay(row, who, call);
      if (outcome instanceof Refusal) return outcome;
      // Only the seller may see customers' data, so mask it for the operator.
      const { operation, status, body } = outcome;
      const shown = body === undefined || status >= 400 ? body : maskBody(body, operation.replies[status]?.schema).value;
      return answerOf({ operation, status, body: shown }, `/operator/v1/requests/${encodeURIComponent(requestId)}`);
    }),
  ];
}

/** The call that requests a replay. */
interface ReplayCall {
  readonly requestId: string;
  readonly lang: Lang;
}

const answerOf = ({ operation, status, body }: ReplayResult, original: string): Answer => ({
  status: 200,
  body: { operation: operation.id, status, ...(body === undefined ? {} : { body }), links: [{ rel: "original", href: original }] },
});

/** Rebuilds the request of a logged call. Calls with masked values are not replayable and were refused before. */
function requestFrom({ target, headers, sent }: RequestRow, { path }: Operation) {
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
