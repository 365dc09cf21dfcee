import { DAY_MS, HOUR_MS } from "../platform/basics/index.ts";

/** Decides which of a seller's events the feed and replays still show. Older events stay in the table as history. */
export interface EventRetention {
  /**
   * The seq of the seller's oldest event that is shown at `at`, epoch ms of the marketplace's clock. When no event is shown, the seller's last seq
   * plus 1. The answer may be an hour old.
   */
  oldestSeq(sellerId: number, at: number): Promise<number>;
  /** The instant before which events are no longer shown at `at`. Both are epoch ms of the marketplace's clock. */
  cutoff(at: number): number;
}

export interface EventRetentionSettings {
  readonly eventRetentionDays: number;
  /** The seq of a seller's last event before an instant; 0 when there is none. */
  readonly seqBefore: (sellerId: number, at: number) => Promise<number>;
}

const CACHED_MS = HOUR_MS;
const MAX_CACHED_SELLERS = 10_000;

/** Caches each seller's oldest shown seq for an hour of marketplace time. Retention is counted in days, so an hour does not matter. */
export function createEventRetention({ eventRetentionDays, seqBefore }: EventRetentionSettings): EventRetention {
  const cache = new Map<number, { readonly at: number; readonly oldestSeq: number }>();
  const cutoff = (at: number) => at - eventRetentionDays * DAY_MS;

  return {
    cutoff,
    async oldestSeq(sellerId, at) {
      const cached = cache.get(sellerId);
      // The clock may have been moved back since the seq was cached, so both ends of the hour are checked.
      if (cached !== undefined && at >= cached.at && at < cached.at + CACHED_MS) return cached.oldestSeq;
      const oldestSeq = (await seqBefore(sellerId, cutoff(at))) + 1;
      if (cache.size >= MAX_CACHED_SELLERS) cache.clear();
      cache.set(sellerId, { at, oldestSeq });
      return oldestSeq;
    },
  };
}
