import { isoDateTime, realNow } from "../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Deprecation, type Endpoint, endpoint, listPath, takePage } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import { affectedTotals, affectedTotalsOf, listChangesMade } from "../reference/index.ts";
import { expiringCredentials, type SellerCall } from "../sellers/index.ts";
import * as contract from "./contract.ts";
import { compareIds, deprecationEntry, expiryEntry, inOrder, referenceEntry, type FeedEntry } from "./feed-items.ts";

export interface ChangeFeedContext {
  readonly db: Database;
  /** Parts of the API that will be removed. */
  readonly deprecations: readonly Deprecation[];
}

/** Changes are recorded a moment after the instant that they carry, so a reader looks back this far. */
const OVERLAP_MS = 60_000;

/**
 * Up to where a reader has everything. Changes of reference data are announced by the marketplace's clock and the end of credentials by real
 * time; of the two clocks, which a sandbox moves apart, the one that is behind counts. What the other one announced since then comes again.
 */
const completeUntil = (marketplaceNow: number): number => Math.min(marketplaceNow, realNow()) - OVERLAP_MS;

type ChangesCall = SellerCall<typeof contract.listChanges>;

/** The feed of everything that may break an integration. */
export const changeFeedEndpoint = (context: ChangeFeedContext): Endpoint =>
  endpoint(contract.listChanges, (call: ChangesCall) => listChanges(context, call));

async function listChanges(context: ChangeFeedContext, call: ChangesCall): Promise<Answer> {
  const { since, after, size = DEFAULT_SIZE } = call.query;
  const from: Position = { at: since ?? 0, id: after };
  const entries = inOrder([
    ...(await referenceEntries(context.db, call, from, size)),
    ...context.deprecations.map((one) => deprecationEntry(one, call.lang)),
    ...(await expiringCredentials(context.db, call.who, realNow())).map((one) => expiryEntry(one, call.lang)),
  ]).filter((entry) => isAfter(entry, from));
  const { rows, more } = takePage(size, entries);
  if (rows.length === 0) return { status: 204 };
  const { path } = contract.listChanges;
  const last = rows.at(-1)!;
  const at = (ms: number) => isoDateTime(ms);
  const next = more ? [{ rel: "next", href: listPath(path, { since: at(last.announcedAt), after: last.id, size }) }] : [];
  const self = listPath(path, { since: since === undefined ? undefined : at(since), after, size });
  const nextSince = Math.min(completeUntil(call.at), more ? last.announcedAt : Number.POSITIVE_INFINITY);
  return {
    status: 200,
    body: { items: rows.map(({ view }) => view), nextSince: at(nextSince), links: [{ rel: "self", href: self }, ...next] },
  };
}

/** A place in the feed: an instant, epoch ms, and the last item of this instant that was read, if any. */
interface Position {
  readonly at: number;
  readonly id: string | undefined;
}

const isAfter = ({ announcedAt, id }: FeedEntry, from: Position): boolean =>
  announcedAt > from.at || (announcedAt === from.at && (from.id === undefined || compareIds(id, from.id) > 0));

/** The changes of reference data from a position on, one more than a page has. */
async function referenceEntries(db: Database, { who, lang }: ChangesCall, { at, id }: Position, size: number) {
  const lastId = /^reference-(\d{1,15})$/.exec(id ?? "")?.[1];
  const rows = await db.run([], listChangesMade, [at, Number(lastId ?? 0), size + 1]);
  const narrowing = rows.filter(({ narrows }) => narrows === true).map(({ change_id }) => change_id);
  const { sellerId } = who;
  const totals = affectedTotalsOf(narrowing.length === 0 ? [] : await db.run([sellerId], affectedTotals, [sellerId, narrowing]));
  return rows.map((row) => referenceEntry(row, totals, lang));
}
