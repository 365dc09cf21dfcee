import { isoDateTime, realNow } from "../platform/basics/index.ts";
import { type Answer, DEFAULT_SIZE, type Deprecation, type Endpoint, endpoint, listPath, takePage } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import {
  type AffectedTotals,
  affectedTotals,
  affectedTotalsOf,
  type ChangeRow,
  listChangesMade,
  listUpcomingChanges,
} from "../reference/index.ts";
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
  const upcoming = call.query.upcoming === true ? "true" : undefined;
  const from: Position = { at: since ?? 0, id: after };
  const entries = (
    call.query.upcoming === true ? await upcomingEntries(context, call) : await allEntries(context, call, from, size)
  ).filter((entry) => isAfter(entry, from));
  const { rows, more } = takePage(size, entries);
  if (rows.length === 0) return { status: 204 };
  const { path } = contract.listChanges;
  const last = rows.at(-1)!;
  const at = (ms: number) => isoDateTime(ms);
  const next = more ? [{ rel: "next", href: listPath(path, { since: at(last.announcedAt), after: last.id, upcoming, size }) }] : [];
  const self = listPath(path, { since: since === undefined ? undefined : at(since), after, upcoming, size });
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

/** Everything that was announced from a position on: of the reference data, one more than a page has. */
async function allEntries(context: ChangeFeedContext, { who, lang }: Reader, from: Position, size: number): Promise<readonly FeedEntry[]> {
  const lastId = /^reference-(\d{1,15})$/.exec(from.id ?? "")?.[1];
  const rows = await context.db.run([], listChangesMade, [from.at, Number(lastId ?? 0), size + 1]);
  const totals = await totalsOf(context.db, who, rows);
  return inOrder([
    ...rows.map((row) => referenceEntry(row, totals, lang)),
    ...context.deprecations.map((one) => deprecationEntry(one, lang)),
    ...(await expiryEntries(context, { who, lang })),
  ]);
}

/** Whoever reads the feed, and in which language. */
type Reader = Pick<ChangesCall, "who" | "lang">;
/** More scheduled changes than this are not looked at. */
const MAX_UPCOMING = 10_000;

/** What is still to take effect and concerns the reader's seller. */
async function upcomingEntries(
  context: ChangeFeedContext,
  { who, lang, at }: Reader & Pick<ChangesCall, "at">,
): Promise<readonly FeedEntry[]> {
  const rows = await context.db.run([], listUpcomingChanges, [MAX_UPCOMING]);
  const totals = await totalsOf(context.db, who, rows);
  return inOrder([
    ...rows.filter(({ change_id }) => (totals.get(change_id)?.skus ?? 0) > 0).map((row) => referenceEntry(row, totals, lang)),
    ...context.deprecations.filter(({ sunsetAt }) => sunsetAt > at).map((one) => deprecationEntry(one, lang)),
    ...(await expiryEntries(context, { who, lang })),
  ]);
}

/** How many changes are still to take effect and concern a seller, and when the first one does: epoch ms. */
export async function countUpcoming(context: ChangeFeedContext, who: ChangesCall["who"], at: number) {
  const entries = await upcomingEntries(context, { who, at, lang: "pt-BR" });
  return { count: entries.length, first: entries.length === 0 ? undefined : Math.min(...entries.map(({ effectiveAt }) => effectiveAt)) };
}

const expiryEntries = async ({ db }: ChangeFeedContext, { who, lang }: Reader): Promise<readonly FeedEntry[]> =>
  (await expiringCredentials(db, who, realNow())).map((one) => expiryEntry(one, lang));

/** How much of the seller's each change affects that narrows something. */
async function totalsOf(db: Database, { sellerId }: ChangesCall["who"], rows: readonly ChangeRow[]): Promise<AffectedTotals> {
  const narrowing = rows.filter(({ narrows }) => narrows === true).map(({ change_id }) => change_id);
  return affectedTotalsOf(narrowing.length === 0 ? [] : await db.run([sellerId], affectedTotals, [sellerId, narrowing]));
}
