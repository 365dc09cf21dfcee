import { DAY_MS, HOUR_MS } from "../platform/basics/clock.ts";

/** From which event on the feed and replays show a seller's events: rows stay, being history, but what is old is not shown. */
export interface Horizon {
  /** The seq of the oldest event that is shown at this instant, epoch ms; one above the last when none is. */
  oldest(sellerId: number, at: number): Promise<number>;
  /** Events before this instant are not shown. Epoch ms. */
  limitAt(at: number): number;
}

export interface HorizonSettings {
  readonly eventRetentionDays: number;
  /** The seq of a seller's last event before an instant; 0 when there is none. */
  readonly seqBefore: (sellerId: number, at: number) => Promise<number>;
}

const REMEMBERED_MS = HOUR_MS;
const REMEMBERED_SELLERS = 10_000;

/** Remembers each seller's horizon for an hour of the marketplace's time: it moves no faster than days do. */
export function createHorizon({ eventRetentionDays, seqBefore }: HorizonSettings): Horizon {
  const known = new Map<number, { readonly at: number; readonly oldest: number }>();
  const limitAt = (at: number) => at - eventRetentionDays * DAY_MS;

  return {
    limitAt,
    async oldest(sellerId, at) {
      const remembered = known.get(sellerId);
      // Somebody may have moved the clock back.
      if (remembered !== undefined && at >= remembered.at && at < remembered.at + REMEMBERED_MS) return remembered.oldest;
      const oldest = (await seqBefore(sellerId, limitAt(at))) + 1;
      if (known.size >= REMEMBERED_SELLERS) known.clear();
      known.set(sellerId, { at, oldest });
      return oldest;
    },
  };
}
