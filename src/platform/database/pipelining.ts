import type pg from "pg";
import { isConnectionLost } from "./failures.ts";
import type { Pool } from "./pool.ts";

/** Runs `use` with a connection and then returns the connection to the pool. */
export type WithConnection = <T>(use: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/** The driver's error after which the connection is lost; undefined when the connection can be used again. */
export const lostConnectionError = (error: unknown): Error | undefined => {
  const { cause } = error as Error;
  return isConnectionLost(cause) ? (cause as Error) : undefined;
};

/** Gives each caller its own connection. */
export const withOwnConnection =
  (pool: Pool): WithConnection =>
  async (use) => {
    const client = await pool.acquire();
    let loss: Error | undefined;
    try {
      return await use(client);
    } catch (error) {
      loss = lostConnectionError(error);
      throw error;
    } finally {
      client.release(loss);
    }
  };

/** Limits of statements that are pipelined through a shared connection. */
export interface PipelineSettings {
  /** Maximum number of unanswered statements on one connection. */
  readonly maxStatements: number;
  /** Time without an answer after which a connection is assumed to be waiting for a lock. No further statement is then sent on it. */
  readonly slowMs: number;
  /**
   * Longest wait for a lock, after which the statement fails with `LockTimeout`, so that later statements need not wait. Absent: `LOCK_MS`,
   * after which it fails with `DatabaseUnavailable`.
   */
  readonly lockMs?: number;
}

/** A connection that several callers use at once. */
interface Shared {
  readonly client: Promise<pg.PoolClient>;
  callers: number;
  /** Time (`performance.now()`) at which the connection was opened or last answered a caller. Undefined while it is being opened. */
  lastAnswerMs: number | undefined;
  loss: Error | undefined;
}

/**
 * Lets up to `maxStatements` callers share a connection. The next caller takes another connection from the pool when the shared one is full
 * or lost, or has not answered for `slowMs`, and also when other callers wait for the pool: a steady stream of callers would otherwise
 * never return the shared connection.
 */
export function withSharedConnection(pool: Pool, { maxStatements, slowMs }: PipelineSettings): WithConnection {
  let latest: Shared | undefined;
  const mayJoin = ({ callers, lastAnswerMs, loss }: Shared) =>
    callers > 0 &&
    callers < maxStatements &&
    loss === undefined &&
    (lastAnswerMs === undefined || (performance.now() - lastAnswerMs < slowMs && !pool.isWanted()));
  const join = () => {
    if (latest === undefined || !mayJoin(latest)) latest = { client: pool.acquire(), callers: 0, lastAnswerMs: undefined, loss: undefined };
    latest.callers += 1;
    return latest;
  };
  return async (use) => {
    const shared = join();
    try {
      const client = await shared.client;
      shared.lastAnswerMs ??= performance.now();
      return await use(client);
    } catch (error) {
      shared.loss ??= lostConnectionError(error);
      throw error;
    } finally {
      shared.callers -= 1;
      if (shared.callers > 0) shared.lastAnswerMs = performance.now();
      else
        shared.client.then(
          (client) => client.release(shared.loss),
          () => undefined,
        );
    }
  };
}
