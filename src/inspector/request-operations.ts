import { DAY_MS, realNow } from "../platform/basics/index.ts";
import {
  type Answer,
  DEFAULT_SIZE,
  type Endpoint,
  endpoint,
  type Operation,
  Refusal,
  relLinks,
  takePage,
  uncountedPageLinks,
} from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { seqAt } from "../events/index.ts";
import type { SellerCall, SellerIdentity } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { inspectorErrors } from "./errors.ts";
import { eventsOfRequest, findRequest, groupErrors, listRequests, type RequestRow } from "./queries.ts";
import { curlView, detailView, errorGroupView, listItemView, type CausedEvent } from "./request-view.ts";
import { ignoredInputWarnings } from "./ignored-input-warnings.ts";

export interface RequestContext {
  readonly db: Database;
  readonly settings: { readonly requestLogDays: number };
}

/** Context of endpoints that show whole calls and need the operation of each call. */
export interface OperationsContext extends RequestContext {
  /** Finds an operation by its id. */
  readonly operationOf: (operationId: string) => Operation | undefined;
}

/** Path of the list of an application's own calls for a seller. */
export const REQUESTS_PATH = "/api/v1/requests";
/** Maximum number of calls that a list searches. It searches the newest ones. */
export const MAX_SEARCHED = 20_000;
/** Maximum number of refusals to group. The newest ones are grouped. */
export const MAX_GROUPED_REFUSALS = 50_000;
/** Maximum number of groups in one answer. */
export const MAX_GROUPS = 500;
/** Maximum number of events to search for the events of one call. */
const MAX_EVENTS = 20_000;
/** Maximum time between the answer to a call and an event that the call caused, by the marketplace's clock. The event may come before the answer. */
const EVENT_WINDOW_MS = 60_000;

/** The oldest instant that the log covers, epoch ms of real time. */
export const oldestLoggedAt = ({ requestLogDays }: RequestContext["settings"]): number => realNow() - requestLogDays * DAY_MS;
/** Start of the period in which refusals are grouped: one day ago, epoch ms of real time. */
export const groupedSince = (): number => realNow() - DAY_MS;

/** Finds a call that the application made for its seller. Calls of other applications are refused as unknown. */
export async function findOwnRequest(
  { db, settings }: RequestContext,
  { sellerId, clientId }: SellerIdentity,
  requestId: string,
): Promise<RequestRow | Refusal> {
  const [row] = await db.run([sellerId], findRequest, [sellerId, clientId, requestId]);
  return row ?? requestUnknown(requestId, settings.requestLogDays);
}

/** The refusal of a request id that is not in the log. */
export const requestUnknown = (requestId: string, days: number): Refusal =>
  inspectorErrors.refuse("request_unknown", { pointer: "path.requestId", received: requestId, params: { days } });

/** The events that a call caused. A call without a seller has none. */
export async function eventsCausedBy(db: Database, row: RequestRow): Promise<readonly CausedEvent[]> {
  if (row.seller_id === 0) return [];
  const after = await seqAt(db, row.seller_id, row.moment - EVENT_WINDOW_MS);
  return db.run([row.seller_id], eventsOfRequest, [row.seller_id, after, row.moment + EVENT_WINDOW_MS, row.request_id, MAX_EVENTS]);
}

/** Operations on an application's own calls for a seller. */
export function requestEndpoints(context: OperationsContext): readonly Endpoint[] {
  const { db, settings, operationOf } = context;
  return [
    endpoint(contract.listRequests, async (call: SellerCall<typeof contract.listRequests>): Promise<Answer> => {
      const { page = 0, size = DEFAULT_SIZE, ...filters } = call.query;
      const { operation = null, status = null, code = null } = filters;
      const { sellerId, clientId } = call.who;
      const values = [sellerId, clientId, oldestLoggedAt(settings), operation, status, code, size + 1, page * size, MAX_SEARCHED];
      const { rows, more } = takePage(size, await db.run([sellerId], listRequests, values));
      if (rows.length === 0) return { status: 204 };
      const links = relLinks(uncountedPageLinks(REQUESTS_PATH, { page, size, more }, filters));
      return { status: 200, body: { items: rows.map((row) => listItemView(row, REQUESTS_PATH)), page, size, links } };
    }),
    endpoint(contract.listRequestErrors, async (call: SellerCall<typeof contract.listRequestErrors>): Promise<Answer> => {
      const { sellerId, clientId } = call.who;
      const rows = await db.run([sellerId], groupErrors, [sellerId, clientId, groupedSince(), MAX_GROUPED_REFUSALS, MAX_GROUPS]);
      return { status: 200, body: { items: rows.map(errorGroupView), links: [{ rel: "self", href: `${REQUESTS_PATH}/errors` }] } };
    }),
    endpoint(contract.getRequest, async (call: SellerCall<typeof contract.getRequest>): Promise<Answer | Refusal> => {
      const row = await findOwnRequest(context, call.who, call.path.requestId);
      if (row instanceof Refusal) return row;
      const warnings = ignoredInputWarnings(row, operationOf(row.operation), call.lang);
      const { links, ...view } = detailView(row, { events: await eventsCausedBy(db, row), warnings, base: REQUESTS_PATH });
      const replay = row.replayable ? [{ rel: "replay", href: `${links[0]!.href}/replay` }] : [];
      return { status: 200, body: { ...view, replayable: row.replayable, curl: curlView(row), links: [...links, ...replay] } };
    }),
  ];
}
