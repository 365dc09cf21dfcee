import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { openApp, type App } from "../src/app.ts";
import { docsRoutes } from "../src/programs/server/docs-routes.ts";
import { portalRoutes } from "../src/programs/server/portal-routes.ts";
import { PROJECT } from "../src/project.ts";
import { readSettings, type Variables } from "../src/config.ts";
import { openAdminConnection } from "../src/platform/database/database.ts";
import type { Deprecation } from "../src/platform/contract/deprecations.ts";
import { createLog } from "../src/platform/observability/log.ts";
import { applicationRole, migrate } from "../src/platform/database/migrations/migrate.ts";
import type { JobRunner } from "../src/platform/jobs/job.ts";
import { readReferenceFiles, type ReferenceData } from "../src/reference/index.ts";
import { sandboxPages } from "../src/sandbox/index.ts";
import { issueCredential, issueOperatorKey, insertSeller } from "../src/sellers/index.ts";
import { movableClock, type MovableClock } from "./movable-clock.ts";

/**
 * The tests' marketplace: the real application on a database of its own, spoken to over real HTTP. Its clock stands
 * still until a test moves it. Nothing of ours is replaced.
 */
export interface Marketplace {
  readonly app: App;
  readonly baseUrl: string;
  readonly clock: MovableClock;
  readonly database: TestDatabase;
  /** A new seller with a credential that may do everything. */
  seller(options?: {
    readonly name?: string;
    readonly scopes?: readonly string[];
    readonly separatePriceAndStock?: boolean;
    readonly changeRequests?: boolean;
    readonly plan?: number;
  }): Promise<Seller>;
  operator(role: string): Promise<Client>;
  /** A request without credentials. */
  request: Client["request"];
  stop(): Promise<void>;
}

export interface Client {
  readonly headers: Readonly<Record<string, string>>;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  get(path: string, options?: RequestOptions): Promise<Reply>;
  post(path: string, json: unknown, options?: RequestOptions): Promise<Reply>;
  put(path: string, json: unknown, options?: RequestOptions): Promise<Reply>;
}
export interface Seller extends Client {
  readonly sellerId: number;
  readonly credentialId: string;
  readonly clientId: string;
  readonly accessToken: string;
}
export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; `json` is serialised first. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly json?: unknown;
}
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when there is none. Tests know what they asked for. */
  // eslint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface TestDatabase {
  readonly name: string;
  /** As the application connects: row-level security binds. */
  readonly socket: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  /** As a superuser: sees everything. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** The moment the tests' clocks start at: 2026-11-20, noon in São Paulo. */
export const NOON = Date.UTC(2026, 10, 20, 15);

const TEMPLATE = "vitrine_template";
const server = () => ({ host: inject("pgHost"), port: inject("pgPort"), user: inject("pgUser") });

/** A database of the newest schema, cloned from a template that the run's first caller migrates. */
export async function testDatabase(): Promise<TestDatabase> {
  const admin = new pg.Client({ ...server(), database: "postgres" });
  await admin.connect();
  const name = `t_${randomUUID().replaceAll("-", "")}`;
  try {
    await admin.query("select pg_advisory_lock(4242)");
    const made = await admin.query("select from pg_database where datname = $1", [TEMPLATE]);
    if (made.rowCount === 0) await makeTemplate(admin);
    await admin.query(`create database ${name} template ${TEMPLATE} strategy wal_log`);
    await admin.query("select pg_advisory_unlock(4242)");
  } finally {
    await admin.end();
  }
  const superuser = new pg.Client({ ...server(), database: name });
  await superuser.connect();
  superuser.on("error", () => undefined);
  return {
    name,
    socket: { ...server(), database: name },
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await superuser.query<Row>(text, [...values])).rows,
    async drop() {
      await superuser.end();
      const last = new pg.Client({ ...server(), database: "postgres" });
      await last.connect();
      await last.query(`drop database if exists ${name} with (force)`);
      await last.end();
    },
  };
}

async function makeTemplate(admin: pg.Client): Promise<void> {
  await admin.query(`drop database if exists ${TEMPLATE}_new`);
  await admin.query(`create database ${TEMPLATE}_new`);
  const administration = await openAdminConnection({ socket: { ...server(), database: `${TEMPLATE}_new` } });
  await migrate(administration, join(PROJECT, "db", "migrations"));
  await applicationRole(administration);
  await administration.close();
  await admin.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
}

export const APPLICATION_ROLE = "vitrine_application";

let shippedData: Promise<ReferenceData> | undefined;
/** The reference data the project ships. */
export const shipped = (): Promise<ReferenceData> => (shippedData ??= readReferenceFiles(join(PROJECT, "data", "reference")));

export interface MarketplaceOptions {
  /** Settings by their environment variable's name. */
  readonly settings?: Variables;
  readonly clock?: MovableClock;
  /** Another process on a database that is there already; it is not dropped. */
  readonly database?: TestDatabase;
  readonly reference?: ReferenceData;
  /** Parts of the API that will be removed; none unless a test says so. */
  readonly deprecations?: readonly Deprecation[];
  /** Who carries out background work; loops unless said otherwise. */
  readonly jobRunner?: JobRunner;
  /** The folder of the portals' pages; absent = what was built last. */
  readonly pages?: string;
}

/** Processes on one database share their keys. */
export const ENCRYPTION_KEYS = `test:${Buffer.alloc(32, "vitrine").toString("base64")}`;

const GENEROUS: Variables = {
  PORT: "0",
  QUOTA_PER_MINUTE: "10000000",
  // A test's calls come quicker than people's, and any of them may be looked up.
  REQUEST_LOG_PER_SECOND: "100000",
  AUTH_FAILURES_PER_MINUTE: "10000000",
  LOG_LEVEL: "error",
  // Tests share the machine, and their process with the marketplace.
  MAX_LAG_MS: "60000",
  DATABASE_WAIT_MS: "2000",
  DRAIN_SECONDS: "0",
  IMAGE_RETRY_SECONDS: "0",
  // Whatever is about something else may change reference data at once.
  REFERENCE_NOTICE_DAYS: "0",
  ENCRYPTION_KEYS,
};

export async function startMarketplace(options: MarketplaceOptions = {}): Promise<Marketplace> {
  const database = options.database ?? (await testDatabase());
  const clock = options.clock ?? movableClock(NOON);
  const variables = { ...GENEROUS, DATA_DIR: mkdtempSync(join(inject("scratch"), "market-")), ...options.settings };
  const settings = readSettings({}, variables);
  const app = await openApp({
    settings,
    database: { socket: database.socket, role: APPLICATION_ROLE },
    clock,
    log: createLog(settings.logLevel),
    shipped: options.reference ?? (await shipped()),
    version: "test",
    ...(options.jobRunner === undefined ? {} : { jobRunner: options.jobRunner }),
    ...(options.deprecations === undefined ? {} : { deprecations: options.deprecations }),
    plainRoutes: [...docsRoutes(settings), ...portalRoutes(options.pages), ...(settings.environment === "sandbox" ? sandboxPages() : [])],
  });
  const baseUrl = `http://127.0.0.1:${await app.start()}`;
  const { environment } = settings;
  return {
    app,
    baseUrl,
    clock,
    database,
    async seller({ name = "Loja de Teste", ...facts } = {}) {
      const [row] = await app.db.run("every seller", insertSeller, [name, clock.now(), null, null]);
      const sellerId = row!.seller_id;
      const { id, clientId, accessToken } = await issueCredential(
        { db: app.db, environment },
        { ...facts, name, sellerId, at: clock.now() },
      );
      return { ...client(baseUrl, { client_id: clientId, access_token: accessToken }), sellerId, credentialId: id, clientId, accessToken };
    },
    async operator(role) {
      const { operatorKey } = await issueOperatorKey(app.db, { role, name: role, at: clock.now() });
      return client(baseUrl, { authorization: `Bearer ${operatorKey}` });
    },
    request: client(baseUrl, {}).request,
    async stop() {
      await app.stop();
      if (!options.database) await database.drop();
    },
  };
}

/** Speaks JSON with fixed credentials. */
export function client(baseUrl: string, headers: Readonly<Record<string, string>>): Client {
  const request = async (method: string, path: string, { headers: more = {}, json, body }: RequestOptions = {}): Promise<Reply> => {
    const sent = json === undefined ? body : JSON.stringify(json);
    const reply = await fetch(baseUrl + path, {
      method,
      redirect: "manual",
      headers: { ...headers, ...(sent === undefined ? {} : { "content-type": "application/json" }), ...more },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
    return { status: reply.status, headers: reply.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  return {
    headers,
    request,
    get: (path, options) => request("GET", path, options),
    post: (path, json, options) => request("POST", path, { ...options, json }),
    put: (path, json, options) => request("PUT", path, { ...options, json }),
  };
}

/** Waits until `check` answers a value, asking again for at most `timeoutMs`; fails naming what it waited for. */
export async function eventually<T>(what: string, check: () => Promise<T | undefined | false>, timeoutMs = 15_000): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > until) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
