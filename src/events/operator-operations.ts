import { DAY_MS } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, listPath, type Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { findSeller, sellerErrors, type OperatorCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { feedItem, type EventRow } from "./envelope.ts";
import { eventErrors } from "./errors.ts";
import { listEvents, listNewest, listNewestOfAll, listNewestOfResource, listOfResource } from "./queries.ts";

type Call = OperatorCall<typeof contract.listSellerEvents>;

/** Maximum age of events in the list of all sellers' newest events. */
const RECENT_PERIOD_MS = DAY_MS;

/** Lists the events of one seller, or the newest events of all sellers (decisions 8). */
export const operatorEventEndpoints = (db: Database): readonly Endpoint[] => [
  endpoint(contract.listSellerEvents, async (call: Call): Promise<Answer | Refusal> => {
    const { sellerId, after, resource, limit = contract.PAGE_LIMITS.default } = call.query;
    if (sellerId === undefined) {
      const received = Object.entries({ after, resource }).find(([, value]) => value !== undefined)?.[0];
      if (received !== undefined) return eventErrors.refuse("event_seller_missing", { pointer: "query.sellerId", received });
      return answer(call, await db.wide.run("every seller", listNewestOfAll, [call.at - RECENT_PERIOD_MS, limit]));
    }
    const rows = await eventsOfSeller(db, { sellerId, after, resource, limit });
    if (rows.length === 0 && (await db.run([], findSeller, [sellerId])).length === 0)
      return sellerErrors.refuse("seller_unknown", { pointer: "query.sellerId", received: sellerId });
    return answer(call, rows);
  }),
];

interface SellerFilter {
  readonly sellerId: number;
  readonly after: number | undefined;
  readonly resource: string | undefined;
  readonly limit: number;
}

function eventsOfSeller(db: Database, { sellerId, after, resource, limit }: SellerFilter): Promise<EventRow[]> {
  if (resource === undefined)
    return after === undefined
      ? db.run([sellerId], listNewest, [sellerId, limit])
      : db.run([sellerId], listEvents, [sellerId, after, limit]);
  return after === undefined
    ? db.run([sellerId], listNewestOfResource, [sellerId, resource, limit])
    : db.run([sellerId], listOfResource, [sellerId, resource, after, limit]);
}

function answer({ who, query }: Call, rows: readonly EventRow[]): Answer {
  const last = rows.at(-1);
  if (last === undefined) return { status: 204 };
  const items = rows.map((row) => {
    const item = feedItem(row);
    return { ...item, resource: row.resource, actor: who.role === "support" ? item.by : row.actor };
  });
  const next = query.after === undefined ? [] : [{ rel: "next", href: href({ ...query, after: last.seq }) }];
  return { status: 200, body: { items, links: [{ rel: "self", href: href(query) }, ...next] } };
}

const href = (query: Call["query"]): string => listPath(contract.listSellerEvents.path, query);
