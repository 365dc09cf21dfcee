import { endpoint, type Answer, type Endpoint } from "../platform/contract/operation.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import { listPath } from "../platform/contract/paging.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { feedItem, type EventRow } from "./envelope.ts";
import { eventErrors } from "./errors.ts";
import type { Horizon } from "./retention.ts";
import { listEvents } from "./queries.ts";
import type { Waiters } from "./waiters.ts";

export interface FeedContext {
  readonly db: Pick<Database, "run">;
  readonly horizon: Horizon;
  readonly waiters: Waiters;
}

type FeedCall = SellerCall<typeof contract.listEvents>;

/** The durable feed of a seller's events (decisions 7): after a seq, in order, without gaps; it may wait for what comes next. */
export function feedEndpoints({ db, horizon, waiters }: FeedContext): readonly Endpoint[] {
  /** The events after a seq; refuses when some of those are not shown any more. */
  async function read({ who, query, at }: FeedCall): Promise<readonly EventRow[] | Refusal> {
    const { after = 0, limit = contract.LIMITS.usual } = query;
    const following = (seq: number) => db.run([who.sellerId], listEvents, [who.sellerId, seq, limit]);
    const rows = await following(after);
    const [first] = rows;
    if (first === undefined || first.at >= horizon.limitAt(at)) return rows;
    const oldest = await horizon.oldest(who.sellerId, at);
    // Neighbours may be a moment out of order.
    if (first.seq >= oldest) return rows;
    if (after === 0) return following(oldest - 1);
    return eventErrors.refuse("events_expired", {
      pointer: "query.after",
      received: after,
      allowed: oldest,
      params: { after: oldest - 1 },
    });
  }

  async function awaited(call: FeedCall, waitMs: number): Promise<readonly EventRow[] | Refusal> {
    const { sellerId, clientId, credentialId } = call.who;
    const seat = waiters.take({ sellerId, clientId, credentialId, after: call.query.after ?? 0, waitMs });
    if (seat instanceof Refusal) return seat;
    call.onHungUp?.(seat.leave);
    try {
      // What was appended while the seat was taken is seen by the first look.
      for (;;) {
        const found = await read(call);
        if (found instanceof Refusal || found.length > 0) return found;
        const next = await seat.next();
        if (next instanceof Refusal) return next;
        if (!next) return [];
      }
    } finally {
      seat.leave();
    }
  }

  return [
    endpoint(contract.listEvents, async (call: FeedCall): Promise<Answer | Refusal> => {
      const waitMs = (call.query.wait ?? 0) * 1_000;
      const now = await read(call);
      const found = waitMs > 0 && !(now instanceof Refusal) && now.length === 0 ? await awaited(call, waitMs) : now;
      if (found instanceof Refusal) return found;
      const last = found.at(-1);
      if (last === undefined) return { status: 204 };
      const { after = 0 } = call.query;
      const links = [
        { rel: "self", href: feedHref({ ...call.query, after }) },
        { rel: "next", href: feedHref({ ...call.query, after: last.seq }) },
      ];
      return { status: 200, body: { items: found.map(feedItem), links } };
    }),
  ];
}

const feedHref = ({ after, limit, wait }: FeedCall["query"] & { readonly after: number }): string =>
  listPath(contract.listEvents.path, { after, limit, wait });
