import { isoDateTime, realNow, type Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { TOLD_OF_LIFE_MS, toldUntil } from "./expiry-notice.ts";
import { listExpiring, type ExpiringRow } from "./queries.ts";

/** An event that is only in the feed, once per (resource, version). */
export interface FeedEvent {
  readonly sellerId: number;
  /** `credential.expiring`. */
  readonly name: string;
  /** `credential/<id>`. */
  readonly resource: string;
  readonly version: number;
  readonly actor: string;
  readonly cause: string;
  /** JSON. */
  readonly payload: string;
  /** Epoch ms. */
  readonly at: number;
}
/** Appends events in the order given; those whose resource has that version already are left out. */
export type AppendEvents = (db: Pick<Database, "run">, events: readonly FeedEvent[]) => Promise<void>;

/** Credentials that are told of at once. */
const PAGE = 200;

export interface ExpiryContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly appendEvents: AppendEvents;
}

/**
 * Tells the sellers' feeds which credentials end soon and have no successor, once each: an event that is there already is left out,
 * so a round may look at all of them again. Of those that were made for a short life nothing is told.
 */
export async function tellExpiring({ db, clock, appendEvents }: ExpiryContext): Promise<void> {
  const nowMs = realNow();
  let last: Pick<ExpiringRow, "expires_at" | "credential_id"> = { expires_at: nowMs, credential_id: "" };
  for (;;) {
    const rows = await db.wide.run([], listExpiring, [last.expires_at, last.credential_id, toldUntil(nowMs), PAGE, TOLD_OF_LIFE_MS]);
    await appendEvents(
      db,
      rows.map((row) => expiringEvent(row, clock.now())),
    );
    if (rows.length < PAGE) return;
    last = rows.at(-1)!;
  }
}

/** One per credential. */
const ONLY_VERSION = 1;

const expiringEvent = (row: ExpiringRow, at: number): FeedEvent => ({
  sellerId: row.seller_id,
  name: "credential.expiring",
  resource: `credential/${row.credential_id}`,
  version: ONLY_VERSION,
  actor: "timer",
  cause: "timer",
  payload: JSON.stringify({ expiresAt: isoDateTime(row.expires_at) }),
  at,
});
