import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../src/platform/embedded-postgres/start.ts";
import { parentOf } from "./processes.ts";
import * as queries from "./queries.ts";

/** The PostgreSQL of a measurement, reached over its unix socket. */
export interface BenchPostgres {
  readonly host: string;
  readonly port: number;
  readonly superuser: string;
  /** Process id of the server itself; its backends are its children. */
  readonly pid: number;
  readonly version: string;
  /** Makes an empty database that belongs to the application's role; answers a superuser's connection to it. */
  create(name: string): Promise<pg.Client>;
  /** What `DATABASE_URL` takes: the application's role, which row-level security binds. */
  url(database: string, user?: string): string;
  /** Times the write-ahead log was flushed to the disk so far. */
  walFlushes(): Promise<number>;
  stop(): Promise<void>;
}

const SUPERUSER = "postgres";
/** Room for the server's pools beside pgbench's connections. */
const SETTINGS = { max_connections: "150" };

/** Starts the embedded PostgreSQL as the server does, with its own settings, in a folder that goes with it; or uses the one at `socket`. */
export async function openPostgres(folder: string, socket: string | undefined): Promise<BenchPostgres> {
  if (socket !== undefined) {
    const [host = "", port = "5432"] = socket.split(":");
    return connected(host, Number(port), async () => undefined);
  }
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(folder, "postgres-"));
  const embedded = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line), settings: SETTINGS });
  return connected(embedded.superuser.host, embedded.superuser.port, async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

async function connected(host: string, port: number, end: () => Promise<void>): Promise<BenchPostgres> {
  const opened: pg.Client[] = [];
  const open = async (database: string) => {
    const client = new pg.Client({ host, port, user: SUPERUSER, database });
    client.on("error", () => undefined);
    await client.connect();
    opened.push(client);
    return client;
  };
  const admin = await open("postgres");
  const facts = (await admin.query<{ pid: number; version: string }>(queries.serverFacts)).rows[0]!;
  if ((await admin.query(queries.findApplication)).rowCount === 0) await admin.query(queries.createApplication);
  return {
    host,
    port,
    superuser: SUPERUSER,
    pid: parentOf(facts.pid),
    version: facts.version,
    async create(name) {
      await admin.query(queries.createDatabase(name));
      return open(name);
    },
    url: (database, user = "vitrine") => `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    walFlushes: async () => (await admin.query<{ flushes: number }>(queries.walFlushes)).rows[0]!.flushes,
    async stop() {
      await Promise.all(opened.map((client) => client.end()));
      await end();
    },
  };
}
