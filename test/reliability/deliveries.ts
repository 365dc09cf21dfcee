import { eventually, startMarketplace, type Marketplace, type TestDatabase } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { onDatabase, startServer, type ServerProcess } from "./server-process.ts";

/** A marketplace without a dispatcher, by the real clock that dispatchers' processes go by. */
export const withoutDispatcher = (): Promise<Marketplace> => startMarketplace({ clock: movableClock(), settings: { ROLE: "api" } });

/** What fails is tried again at once, so that a test need not wait for days. */
export const AT_ONCE_AGAIN = { NOTIFICATION_RETRY_SECONDS: "0,0,0,0,0,0,0,0,0,0,0,0" } as const;

/** A dispatcher as a process of its own. */
export const startDispatcher = (database: TestDatabase, preload: readonly string[] = []): Promise<ServerProcess> =>
  startServer({
    variables: {
      ...onDatabase(database),
      ROLE: "dispatcher",
      LOG_LEVEL: "silent",
      ...AT_ONCE_AGAIN,
    },
    preload,
  });

type Asked = Pick<TestDatabase, "query">;

/** A lease's 30 seconds, which a test takes for granted. */
export const endLeases = async (database: Asked): Promise<void> => {
  await database.query("update notification_endpoints set lease_until = null");
};

/** Waits until every endpoint has passed every event and nothing is to be tried again. */
export const allSettled = (database: Asked, timeoutMs: number): Promise<boolean> =>
  eventually(
    "everything to be settled",
    async () => {
      const [row] = await database.query<{ open: boolean }>(
        `select exists (select from notification_endpoints e join seller_counters c on c.seller_id = e.seller_id where e.cursor_seq < c.events)
             or exists (select from notification_retries where dead_at is null) as open`,
      );
      return !row!.open;
    },
    timeoutMs,
  );
