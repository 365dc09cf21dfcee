import { resolve } from "node:path";
import type { Settings } from "../../config.ts";
import { type AdminConnection, openAdminConnection } from "../../platform/database/database.ts";
import { hasCluster, runningPostgres, startEmbeddedPostgres } from "../../platform/embedded-postgres/index.ts";
import { LocalizedError } from "../../platform/contract/errors.ts";

/** A connection to the database that settings name; closing it ends what was started for it. */
export interface ReachedDatabase extends AsyncDisposable {
  readonly administration: AdminConnection;
}

/** A restore writes everything anew, within one transaction: nothing of it needs the log of changes. */
const FOR_LOADING = { wal_level: "minimal", max_wal_senders: "0", maintenance_work_mem: "256MB", checkpoint_timeout: "1h" };

/**
 * The database to read: that of DATABASE_URL, or of the data folder, whether a server is at work on it or not. Throws a fault when the
 * folder has none.
 */
export async function databaseToRead({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): Promise<ReachedDatabase> {
  if (databaseUrl !== "") return reached({ connectionString: databaseUrl }, "reads");
  const folder = resolve(dataDir);
  const socket = runningPostgres(folder);
  if (socket) return reached({ socket });
  if (!hasCluster(folder)) {
    throw new LocalizedError({
      "pt-BR": `não há um banco de dados em ${folder}; indique a pasta por --data, ou o banco por --database-url`,
      en: `there is no database in ${folder}; name the folder by --data, or the database by --database-url`,
    });
  }
  return started(folder, {});
}

/** The database to write, which nobody else is at work on: that of DATABASE_URL, or of the data folder, made when it is missing. */
export const databaseToWrite = ({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): Promise<ReachedDatabase> =>
  databaseUrl === "" ? started(resolve(dataDir), FOR_LOADING) : reached({ connectionString: databaseUrl });

async function reached(...at: Parameters<typeof openAdminConnection>): Promise<ReachedDatabase> {
  const administration = await openAdminConnection(...at);
  return { administration, [Symbol.asyncDispose]: () => administration.close() };
}

async function started(dataDir: string, settings: Readonly<Record<string, string>>): Promise<ReachedDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  try {
    const { administration } = await reached({ socket: postgres.connection });
    return {
      administration,
      async [Symbol.asyncDispose]() {
        await administration.close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
