import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openApp, type App } from "../app.ts";
import { readServerSettings, type Settings } from "../config.ts";
import { systemClock } from "../platform/basics/clock.ts";
import { type DatabaseSettings, type DatabaseTarget, openAdminConnection } from "../platform/database/database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../platform/embedded-postgres/index.ts";
import { LocalizedError } from "../platform/contract/errors.ts";
import { createLog } from "../platform/observability/log.ts";
import { applicationRole, environmentOf, migrate } from "../platform/database/migrations/migrate.ts";
import { readReferenceFiles } from "../reference/index.ts";
import { sandboxPages } from "../sandbox/index.ts";
import { bootstrap } from "./bootstrap.ts";
import { wantsJson, type Command, type Option, type Terminal } from "./command.ts";
import { docsPages } from "./docs-pages.ts";
import { PROJECT, VERSION } from "./project.ts";
import { readyJson, readyText } from "./ready-text.ts";

/** The flags of bin/start; each sets the setting of the same flag. */
export const SERVE_OPTIONS: readonly Option[] = [
  { name: "port", value: "8080", meaning: { "pt-BR": "porta TCP; 0 escolhe uma livre", en: "TCP port; 0 takes a free one" } },
  { name: "host", value: "ADDRESS", meaning: { "pt-BR": "endereço em que escutar", en: "address to listen on" } },
  { name: "data", value: "DIR", meaning: { "pt-BR": "pasta de dados", en: "data folder" } },
  { name: "env", values: ["sandbox", "production"], meaning: { "pt-BR": "ambiente servido", en: "environment served" } },
  {
    name: "database-url",
    value: "URL",
    meaning: { "pt-BR": "PostgreSQL a usar no lugar do embutido", en: "PostgreSQL to use instead of the embedded one" },
  },
  { name: "role", value: "api,worker,dispatcher", meaning: { "pt-BR": "o que este processo faz", en: "what this process does" } },
];

/** `serve`: the marketplace until it is told to stop. */
export const serve: Command = {
  name: "serve",
  program: "bin/start",
  does: { "pt-BR": "Inicia o marketplace (é o que bin/start faz).", en: "Starts the marketplace (what bin/start does)." },
  options: SERVE_OPTIONS,
  json: { as: "object", fields: ["ready", "version", "environment", "dataDir", "seller?"] },
  examples: [
    { line: "serve --port 8080", does: { "pt-BR": "Um sandbox nesta máquina.", en: "A sandbox on this machine." } },
    {
      line: "serve --env production --database-url postgres://vitrine@db/vitrine --role api",
      does: { "pt-BR": "Um de vários processos da produção.", en: "One of several processes of production." },
    },
  ],
  async run(args, terminal) {
    const settings = readServerSettings(args.options, undefined, (path) => readFileSync(path, "utf8"));
    const instance = await startInstance(settings, wantsJson(args) ? readyJson : readyText, terminal);
    const signal = await new Promise<NodeJS.Signals>((heard) => {
      for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, heard);
    });
    // A second signal ends at once, as people expect of Ctrl-C.
    process.once(signal, () => process.exit(1));
    await instance.stop();
    // Sockets to a database that is gone without a word stay open, and would keep the process.
    setTimeout(() => process.exit(0), GOODBYE_MS).unref();
    return 0;
  },
};

/** A running marketplace; `stop` drains it and ends its database. */
interface Instance {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** What connections are given to close once everything has stopped. */
const GOODBYE_MS = 1_000;
const BUSY = "EADDRINUSE";
/** Of the embedded PostgreSQL beside those for calls: wide reads, backups, other commands, somebody who looks. */
const SPARE_CONNECTIONS = 50;

/** Database, migrations, server, first credentials; prints `ready <base url>` when the first request may come. */
async function startInstance(settings: Settings, told: typeof readyText, terminal: Terminal): Promise<Instance> {
  const log = createLog(settings.logLevel);
  const dataDir = resolve(settings.dataDir);
  let postgres: EmbeddedPostgres | undefined;
  let app: App | undefined;
  const stop = async () => {
    await app?.stop();
    await postgres?.stop();
  };
  try {
    if (settings.databaseUrl === "")
      postgres = await startEmbeddedPostgres({
        dataDir,
        log: (line) => log.warn({ worker: "postgres" }, line),
        settings: { max_connections: String(settings.databaseConnections + SPARE_CONNECTIONS) },
      });
    const target = postgres ? { socket: postgres.connection } : { connectionString: settings.databaseUrl };
    const database = await prepared(target, settings.environment);
    const shipped = await readReferenceFiles(join(PROJECT, "data", "reference"));
    const pages = [...docsPages(settings), ...(settings.environment === "sandbox" ? sandboxPages() : [])];
    app = await openApp({ settings, database, clock: systemClock, log, shipped, version: VERSION, plainRoutes: pages });
    const port = await app.start();
    const baseUrl = settings.publicUrl || `http://localhost:${port}`;
    const file = await bootstrap(app, { settings, dataDir, url: `http://127.0.0.1:${port}`, at: systemClock.now() });
    terminal.out.write(told(file, { baseUrl, settings, version: VERSION, lang: terminal.lang }));
    return {
      baseUrl,
      async stop() {
        log.info({}, "told to stop: what is in progress is finished");
        await stop();
        log.info({}, "stopped");
        log.flush();
      },
    };
  } catch (error) {
    await stop();
    if ((error as { code?: string }).code === BUSY) {
      throw new LocalizedError(
        {
          "pt-BR": `a porta ${settings.port} está ocupada por outro programa; encerre-o ou inicie com --port 8081 (--port 0 escolhe uma livre)`,
          en: `port ${settings.port} is taken by another program; stop it, or start with --port 8081 (--port 0 takes a free one)`,
        },
        { cause: error },
      );
    }
    throw error;
  }
}

/**
 * Brings the schema up to date and says which role connections take on, so that row-level security binds. Refuses a
 * database of the other environment: what the sandbox allows must not reach production's data.
 */
export async function prepared(
  target: DatabaseTarget,
  environment: Settings["environment"],
): Promise<DatabaseTarget & Pick<DatabaseSettings, "role">> {
  const administration = await openAdminConnection(target);
  try {
    await migrate(administration, join(PROJECT, "db", "migrations"));
    const own = await environmentOf(administration, environment);
    if (own !== environment) {
      throw new LocalizedError({
        "pt-BR": `este banco é do ambiente ${own}; dê a ${environment} uma pasta de dados ou um banco próprio`,
        en: `this database belongs to the ${own} environment; give ${environment} a data folder or database of its own`,
      });
    }
    return { ...target, role: await applicationRole(administration) };
  } finally {
    await administration.close();
  }
}
