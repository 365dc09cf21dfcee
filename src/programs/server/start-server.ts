import { join, resolve } from "node:path";
import { openApp, type App } from "../../app.ts";
import type { Settings } from "../../config.ts";
import { systemClock } from "../../platform/basics/index.ts";
import { type Lang, LocalizedError } from "../../platform/contract/index.ts";
import type { DatabaseTarget } from "../../platform/database/index.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../platform/embedded-postgres/index.ts";
import { createLog, type Log } from "../../platform/observability/index.ts";
import { readDeprecations } from "../../openapi/deprecations.ts";
import { inviteFirstPeople } from "../../people/index.ts";
import { PROJECT, VERSION } from "../../project.ts";
import { readReferenceFiles } from "../../reference/index.ts";
import { sandboxPages } from "../../sandbox/index.ts";
import type { InstanceFile } from "../../command-line/instance-file.ts";
import { docsRoutes } from "./docs-routes.ts";
import { arePagesBuilt, portalRoutes } from "./portal-routes.ts";
import { writeInitialCredentials } from "./initial-credentials.ts";
import { prepareDatabase } from "./prepare-database.ts";
import type { ServerFacts } from "./ready-message.ts";

/** A running marketplace. */
export interface RunningServer {
  /** Finishes the calls in progress, then stops the server and the PostgreSQL that it started. */
  stop(): Promise<void>;
}

const ADDRESS_IN_USE = "EADDRINUSE";
/** Connections of the embedded PostgreSQL in addition to those for calls: reads of all sellers, backups, other commands, manual queries. */
const SPARE_CONNECTIONS = 50;

/** Starts the database and the server, and creates the first credentials. Calls `onReady` once the server accepts requests. */
export async function startServer(
  settings: Settings,
  lang: Lang,
  onReady: (file: InstanceFile, facts: ServerFacts) => void,
): Promise<RunningServer> {
  const log = createLog(settings.logLevel);
  let postgres: EmbeddedPostgres | undefined;
  let app: App | undefined;
  const stop = async () => {
    await app?.stop();
    await postgres?.stop();
  };
  try {
    if (settings.databaseUrl === "") postgres = await startPostgres(settings, log);
    const target = postgres ? { socket: postgres.connection } : { connectionString: settings.databaseUrl };
    app = await createApp(settings, target, log);
    const port = await app.start();
    const dataDir = resolve(settings.dataDir);
    const { environment, publicUrl } = settings;
    const baseUrl = publicUrl || `http://localhost:${port}`;
    const addresses = { url: `http://127.0.0.1:${port}`, portalUrl: baseUrl };
    const file = await writeInitialCredentials(app, { settings, dataDir, ...addresses, at: systemClock.now() });
    const people = await inviteFirstPeople(app.db, { environment, sellerId: file.seller?.sellerId, at: systemClock.now() });
    onReady(file, { baseUrl, people, settings, version: VERSION, lang, hasPages: arePagesBuilt() });
  } catch (error) {
    await stop();
    throw (error as { code?: string }).code === ADDRESS_IN_USE ? portInUse(settings.port, error) : error;
  }
  return {
    async stop() {
      log.info({}, "told to stop: what is in progress is finished");
      await stop();
      log.info({}, "stopped");
      log.flush();
    },
  };
}

const startPostgres = ({ dataDir, databaseConnections }: Settings, log: Log): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir: resolve(dataDir),
    log: (line) => log.warn({ worker: "postgres" }, line),
    settings: { max_connections: String(databaseConnections + SPARE_CONNECTIONS) },
  });

async function createApp(settings: Settings, target: DatabaseTarget, log: Log): Promise<App> {
  const database = await prepareDatabase(target, settings.environment);
  const shipped = await readReferenceFiles(join(PROJECT, "data", "reference"));
  const plainRoutes = [...docsRoutes(settings), ...portalRoutes(), ...(settings.environment === "sandbox" ? sandboxPages() : [])];
  const deprecations = readDeprecations();
  return openApp({ settings, database, clock: systemClock, log, shipped, version: VERSION, plainRoutes, deprecations });
}

const portInUse = (port: number, cause: unknown): LocalizedError =>
  new LocalizedError(
    {
      "pt-BR": `a porta ${port} está ocupada por outro programa; encerre-o ou inicie com --port 8081 (--port 0 escolhe uma livre)`,
      en: `port ${port} is taken by another program; stop it, or start with --port 8081 (--port 0 chooses a free one)`,
    },
    { cause },
  );
