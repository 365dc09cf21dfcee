import type pg from "pg";
import { isLost } from "./failures.ts";

/** Lends a connection for what is asked of it, and takes it back. */
export type Lends = <T>(ask: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/** The connection is given up, not given back, when the answer was that it is lost. */
const lostWith = (error: unknown): Error | undefined => {
  const { cause } = error as Error;
  return isLost(cause) ? (cause as Error) : undefined;
};

/** To each caller a connection alone. */
export const lendAlone =
  (open: () => Promise<pg.PoolClient>): Lends =>
  async (ask) => {
    const client = await open();
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

/** A connection that callers have together. */
interface Shared {
  readonly client: Promise<pg.PoolClient>;
  isOpen: boolean;
  callers: number;
  lost: Error | undefined;
}

/**
 * To so many callers at a time (`most`) one connection together. Whoever comes when it is full or was lost, or while others wait for a connection
 * (`isShort`), opens the next one: otherwise callers without end would keep it for ever.
 */
export function lendShared(open: () => Promise<pg.PoolClient>, most: number, isShort: () => boolean): Lends {
  let latest: Shared | undefined;
  const mayJoin = ({ callers, lost, isOpen }: Shared) => callers > 0 && callers < most && lost === undefined && !(isOpen && isShort());
  return async (ask) => {
    const joined =
      latest !== undefined && mayJoin(latest) ? latest : (latest = { client: open(), isOpen: false, callers: 0, lost: undefined });
    joined.callers += 1;
    try {
      const client = await joined.client;
      joined.isOpen = true;
      return await ask(client);
    } catch (error) {
      joined.lost ??= lostWith(error);
      throw error;
    } finally {
      joined.callers -= 1;
      if (joined.callers === 0)
        joined.client.then(
          (client) => client.release(joined.lost),
          () => undefined,
        );
    }
  };
}
