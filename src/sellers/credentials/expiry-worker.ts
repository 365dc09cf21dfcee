import { type Clock, isoDateTime, realNow } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { MIN_LIFETIME_FOR_NOTICE_MS, noticeUntil } from "./expiry-notice.ts";
import { listExpiring, type ExpiringRow } from "./queries.ts";

/** An event that appears only in the feed and is not sent as a notification. The feed has each pair of resource and version only once. */
export interface FeedEvent {
  readonly sellerId: number;
  /** Name, such as `credential.expiring`. */
  readonly name: string;
  /** Resource, such as `credential/<id>`. */
  readonly resource: string;
  readonly version: number;
  readonly actor: string;
  readonly cause: string;
  /** JSON text. */
  readonly payload: string;
  /** Epoch ms of the marketplace's clock. */
  readonly at: number;
}
/** Appends events in the given order. Skips events whose resource and version already exist. */
export type AppendEvents = (db: Pick<Database, "run">, events: readonly FeedEvent[]) => Promise<void>;

/** Number of credentials per statement. */
const PAGE = 200;

export interface ExpiryContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly appendEvents: AppendEvents;
}

/**
 * Announces credentials that expire soon and have no successor, in the feeds of their sellers. Skips credentials with a short lifetime.
 * Each round reads all these credentials again. It still announces each one only once, because events that already exist are skipped.
 */
export async function announceExpiring({ db, clock, appendEvents }: ExpiryContext): Promise<void> {
  const nowMs = realNow();
  let last: Pick<ExpiringRow, "expires_at" | "credential_id"> = { expires_at: nowMs, credential_id: "" };
  for (;;) {
    const values = [last.expires_at, last.credential_id, noticeUntil(nowMs), PAGE, MIN_LIFETIME_FOR_NOTICE_MS];
    const rows = await db.wide.run([], listExpiring, values);
    await appendEvents(
      db,
      rows.map((row) => expiringEvent(row, clock.now())),
    );
    if (rows.length < PAGE) return;
    last = rows.at(-1)!;
  }
}

/** Version of every expiry event. Each credential has only one such event. */
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
