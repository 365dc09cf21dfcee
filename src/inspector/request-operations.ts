import { DAY_MS, realNow } from "../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint, type Operation } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { DEFAULT_SIZE, openLinks, relLinks, upTo } from "../platform/contract/paging.ts";
import { seqAt } from "../events/index.ts";
import type { SellerCall, SellerIdentity } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { inspectorErrors } from "./errors.ts";
import { eventsOfRequest, findRequest, groupErrors, listRequests, type RequestRow } from "./queries.ts";
import { curlView, detailView, errorGroupView, listedView, type Caused } from "./request-view.ts";
import { warningsOf } from "./ignored-input-warnings.ts";

export interface RequestContext {
  readonly db: Database;
  readonly settings: { readonly requestLogDays: number };
}

/** Whoever shows calls whole looks up what their operations name. */
export interface OperationsContext extends RequestContext {
  /** An operation of the house by its id. */
  readonly operationOf: (operationId: string) => Operation | undefined;
}

/** Where an application's own calls for a seller are. */
export const BASE = "/api/v1/requests";
/** Of the newest so many calls, those that match are listed. */
export const MOST_SEARCHED = 20_000;
/** Of the newest so many refusals, groups are made. */
export const MOST_COUNTED = 50_000;
/** Groups in one answer. */
export const MOST_GROUPS = 500;
/** Events that are looked through for those of one call. */
const MOST_EVENTS = 20_000;
/** A call's events happen within so long of its answer. */
const AROUND_MS = 60_000;

/** The oldest instant that the log answers for, epoch ms, real time. */
export const sinceOf = ({ requestLogDays }: RequestContext["settings"]): number => realNow() - requestLogDays * DAY_MS;
/** Refusals are grouped over a day. */
export const errorsSince = (): number => realNow() - DAY_MS;

/** The call of an application for its seller; another's is as unknown as nobody's. */
export async function requestOf(
  { db, settings }: RequestContext,
  { sellerId, clientId }: SellerIdentity,
  requestId: string,
): Promise<RequestRow | Refusal> {
  const [row] = await db.run([sellerId], findRequest, [sellerId, clientId, requestId]);
  return row ?? unknownRequest(requestId, settings.requestLogDays);
}

/** The refusal of a request id that the log does not have. */
export const unknownRequest = (requestId: string, days: number): Refusal =>
  inspectorErrors.refuse("request_unknown", { pointer: "path.requestId", received: requestId, params: { days } });

/** The events that a call caused; operators cause none in their own name. */
export async function causedBy(db: Database, row: RequestRow): Promise<readonly Caused[]> {
  if (row.seller_id === 0) return [];
  const after = await seqAt(db, row.seller_id, row.moment - AROUND_MS);
  return db.run([row.seller_id], eventsOfRequest, [row.seller_id, after, row.moment + AROUND_MS, row.request_id, MOST_EVENTS]);
}

/** An application's own calls for a seller (beyond M13). */
export function requestEndpoints(context: OperationsContext): readonly Endpoint[] {
  const { db, settings, operationOf } = context;
  return [
    endpoint(contract.listRequests, async (call: SellerCall<typeof contract.listRequests>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, ...filters } = call.query;
      const { operation = null, status = null, code = null } = filters;
      const { sellerId, clientId } = call.who;
      const values = [sellerId, clientId, sinceOf(settings), operation, status, code, size + 1, page * size, MOST_SEARCHED];
      const { rows, more } = upTo(size, await db.run([sellerId], listRequests, values));
      if (rows.length === 0) return { status: 204 };
      const links = relLinks(openLinks(BASE, { page, size, more }, filters));
      return { status: 200, body: { items: rows.map((row) => listedView(row, BASE)), page, size, links } };
    }),
    endpoint(contract.listRequestErrors, async (call: SellerCall<typeof contract.listRequestErrors>): Promise<Answer> => {
      const { sellerId, clientId } = call.who;
      const rows = await db.run([sellerId], groupErrors, [sellerId, clientId, errorsSince(), MOST_COUNTED, MOST_GROUPS]);
      return { status: 200, body: { items: rows.map(errorGroupView), links: [{ rel: "self", href: `${BASE}/errors` }] } };
    }),
    endpoint(contract.getRequest, async (call: SellerCall<typeof contract.getRequest>): Promise<Answer | Refusal> => {
      const row = await requestOf(context, call.who, call.path.requestId);
      if (row instanceof Refusal) return row;
      const warnings = warningsOf(row, operationOf(row.operation), call.lang);
      const { links, ...view } = detailView(row, { events: await causedBy(db, row), warnings, base: BASE });
      const replay = row.replayable ? [{ rel: "replay", href: `${links[0]!.href}/replay` }] : [];
      return { status: 200, body: { ...view, replayable: row.replayable, curl: curlView(row), links: [...links, ...replay] } };
    }),
  ];
}
