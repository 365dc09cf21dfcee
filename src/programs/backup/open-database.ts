import { resolve } from "node:path";
import type { Settings } from "../../config.ts";
import { type AdminConnection, openAdminConnection } from "../../platform/database/index.ts";
import { hasCluster, runningPostgres, startEmbeddedPostgres } from "../../platform/embedded-postgres/index.ts";
import { LocalizedError } from "../../platform/contract/index.ts";

/** An open connection to a database. If PostgreSQL was started for the connection, disposal also stops it. */
export interface OpenDatabase extends AsyncDisposable {
  readonly administration: AdminConnection;
}

/** PostgreSQL settings for a restore, which writes all rows in one transaction and needs no write-ahead log. */
const RESTORE_SETTINGS = { wal_level: "minimal", max_wal_senders: "0", maintenance_work_mem: "256MB", checkpoint_timeout: "1h" };

/**
 * Opens the database of DATABASE_URL for reading. If DATABASE_URL is not set, opens the database of the data folder. A server may be using
 * the database. Throws if the folder has no database.
 */
export async function openDatabaseToRead({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): Promise<OpenDatabase> {
  if (databaseUrl !== "") return connect({ connectionString: databaseUrl }, "reads");
  const folder = resolve(dataDir);
  const socket = runningPostgres(folder);
  if (socket) return connect({ socket });
  if (!hasCluster(folder)) {
    throw new LocalizedError({
      "pt-BR": `não há um banco de dados em ${folder}; indique a pasta por --data, ou o banco por --database-url`,
      en: `there is no database in ${folder}; name the folder by --data, or the database by --database-url`,
    });
  }
  return startAndConnect(folder, {});
}

/**
 * Opens the database of DATABASE_URL for writing. If DATABASE_URL is not set, opens the database of the data folder, and creates it if it is
 * missing. No server may be using the database.
 */
export const openDatabaseToWrite = ({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): Promise<OpenDatabase> =>
  databaseUrl === "" ? startAndConnect(resolve(dataDir), RESTORE_SETTINGS) : connect({ connectionString: databaseUrl });

async function connect(...target: Parameters<typeof openAdminConnection>): Promise<OpenDatabase> {
  const administration = await openAdminConnection(...target);
  return { administration, [Symbol.asyncDispose]: () => administration.close() };
}

async function startAndConnect(dataDir: string, settings: Readonly<Record<string, string>>): Promise<OpenDatabase> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings });
  try {
    const { administration } = await connect({ socket: postgres.connection });
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
