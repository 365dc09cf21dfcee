import type pg from "pg";
import { isLost } from "./failures.ts";
import type { Pool } from "./pool.ts";

/** Lends a connection for what is asked of it, and takes it back. */
export type Lends = <T>(ask: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/** The connection is given up, not given back, when the answer was that it is lost. */
export const lostWith = (error: unknown): Error | undefined => {
  const { cause } = error as Error;
  return isLost(cause) ? (cause as Error) : undefined;
};

/** To each caller a connection alone. */
export const lendAlone =
  (pool: Pool): Lends =>
  async (ask) => {
    const client = await pool.acquire();
    let lost: Error | undefined;
    try {
      return await ask(client);
    } catch (error) {
      lost = lostWith(error);
      throw error;
    } finally {
      client.release(lost);
    }
  };

/** Statements that share a connection. */
export interface Line {
  /** So many are under way at most. */
  readonly most: number;
  /** Nobody goes behind a statement that has been under way for so long; it may wait for something. */
  readonly slowMs: number;
  /** Longest wait for a lock, then `Blocked`: whoever is behind need not wait for it. Absent: as everywhere. */
  readonly lockMs?: number;
}

/** A connection that callers have together. */
interface Shared {
  readonly client: Promise<pg.PoolClient>;
  callers: number;
  /** When it was opened, or a caller went away with an answer; undefined = it is being opened. */
  heardMs: number | undefined;
  lost: Error | undefined;
}

/**
 * To some callers at a time (`most`) one connection together. Whoever comes when it is full, silent for `slowMs` or lost, or while connections are wanted
 * elsewhere, opens the next one; callers without end would keep it for ever.
 */
export function lendShared(pool: Pool, { most, slowMs }: Line): Lends {
  let latest: Shared | undefined;
  const mayJoin = ({ callers, heardMs, lost }: Shared) =>
    callers > 0 &&
    callers < most &&
    lost === undefined &&
    (heardMs === undefined || (performance.now() - heardMs < slowMs && !pool.isWanted()));
  const join = () => {
    if (latest === undefined || !mayJoin(latest)) latest = { client: pool.acquire(), callers: 0, heardMs: undefined, lost: undefined };
    latest.callers += 1;
    return latest;
  };
  return async (ask) => {
    const joined = join();
    try {
      const client = await joined.client;
      joined.heardMs ??= performance.now();
      return await ask(client);
    } catch (error) {
      joined.lost ??= lostWith(error);
      throw error;
    } finally {
      joined.callers -= 1;
      if (joined.callers > 0) joined.heardMs = performance.now();
      else
        joined.client.then(
          (client) => client.release(joined.lost),
          () => undefined,
        );
    }
  };
}
