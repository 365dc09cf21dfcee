import { type Answer, type Endpoint, endpoint, listPath, Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { feedItem, type EventRow } from "./envelope.ts";
import { eventErrors } from "./errors.ts";
import type { LongPollRegistry } from "./long-poll.ts";
import { listEvents } from "./queries.ts";
import type { EventRetention } from "./oldest-shown.ts";

export interface FeedContext {
  readonly db: Pick<Database, "run">;
  readonly retention: EventRetention;
  readonly longPoll: LongPollRegistry;
}

type FeedCall = SellerCall<typeof contract.listEvents>;

/**
 * The endpoint of a seller's durable event feed (decisions 7). It returns the events after a seq, in order and without gaps. A call may
 * wait for the next event.
 */
export const feedEndpoints = (context: FeedContext): readonly Endpoint[] => [
  endpoint(contract.listEvents, async (call: FeedCall): Promise<Answer | Refusal> => {
    const { after = 0, wait = 0 } = call.query;
    const now = await readFeed(context, call);
    const found = wait > 0 && !(now instanceof Refusal) && now.length === 0 ? await waitForEvents(context, call, wait * 1_000) : now;
    if (found instanceof Refusal) return found;
    const last = found.at(-1);
    if (last === undefined) return { status: 204 };
    const links = [
      { rel: "self", href: feedHref({ ...call.query, after }) },
      { rel: "next", href: feedHref({ ...call.query, after: last.seq }) },
    ];
    return { status: 200, body: { items: found.map(feedItem), links } };
  }),
];

/**
 * Reads a seller's events after a seq. Refuses when some of them are no longer shown. Without a seq, or with seq 0, starts at the oldest
 * event shown.
 */
async function readFeed({ db, retention }: FeedContext, { who, query, at }: FeedCall): Promise<readonly EventRow[] | Refusal> {
  const { after = 0, limit = contract.PAGE_LIMITS.default } = query;
  const eventsAfter = (seq: number) => db.run([who.sellerId], listEvents, [who.sellerId, seq, limit]);
  const rows = await eventsAfter(after);
  const [first] = rows;
  if (first === undefined || first.at >= retention.cutoff(at)) return rows;
  const oldest = await retention.oldestSeq(who.sellerId, at);
  // Event times are not strictly in the order of the seqs, so the seqs decide.
  if (first.seq >= oldest) return rows;
  if (after === 0) return eventsAfter(oldest - 1);
  return eventErrors.refuse("events_expired", {
    pointer: "query.after",
    received: after,
    allowed: oldest,
    params: { after: oldest - 1 },
  });
}

async function waitForEvents(context: FeedContext, call: FeedCall, waitMs: number): Promise<readonly EventRow[] | Refusal> {
  const { sellerId, clientId, credentialId } = call.who;
  const handle = context.longPoll.register({ sellerId, clientId, credentialId, after: call.query.after ?? 0, waitMs });
  if (handle instanceof Refusal) return handle;
  call.onHungUp?.(handle.leave);
  try {
    // Reads before it waits, because events may have been appended before the wait was registered.
    for (;;) {
      const found = await readFeed(context, call);
      if (found instanceof Refusal || found.length > 0) return found;
      const next = await handle.next();
      if (next instanceof Refusal) return next;
      if (!next) return [];
    }
  } finally {
    handle.leave();
  }
}

const feedHref = ({ after, limit, wait }: FeedCall["query"] & { readonly after: number }): string =>
  listPath(contract.listEvents.path, { after, limit, wait });
