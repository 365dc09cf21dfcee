import pg from "pg";
import { type CopiedRows, copyIn, copyOut } from "./db/copy.ts";
import { BytesClient, NamedQuery, type QueryConfig, ScopedQuery, SEE } from "./db/protocol.ts";
import { cutSilent } from "./db/silence.ts";
import { BilingualFault } from "./errors.ts";
import { chance } from "./ids.ts";

/**
 * The only importer of the database driver. Every statement is a named row of some queries.ts, prepared once per
 * connection, and runs in a transaction that first says which sellers it may see: row-level security is the second
 * wall behind every `seller_id = $n` (reliability: access control).
 */

/** A hand-written statement. `name` is unique in the project; connections prepare it once under that name. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Never set; carries the row type. */
  readonly row?: Row;
}

/** A row of some queries.ts: its name, its text and the type of its rows. */
export const statement = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text });

/** Which sellers' rows a transaction may see: a list, or every seller for the marketplace's own work. */
export type Scope = readonly number[] | "every seller";

/** An open transaction; its statements see the sellers it was opened for. */
export interface Transaction {
  run<Row extends object>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** As `run`, and the commit right behind it without waiting in between: nothing may be run afterwards. */
  last<Row extends object>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** Connections for calls, and for wide reads. Rejects with the errors below, or with a defect of ours and its cause. */
export interface Database {
  /** One statement in a transaction of its own, sent in one round trip. Answers after the commit. */
  run<Row extends object>(scope: Scope, query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** Several statements in one transaction; commits when `work` resolves, rolls back when it throws. */
  transaction<T>(scope: Scope, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** For rare, wide reads of operators and workers: planned freely, with a longer time limit. */
  readonly wide: Pick<Database, "run" | "transaction">;
  /** Answers true within the bound when the database takes a statement. */
  reachable(): Promise<boolean>;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** The database refused for a reason of its own (down, full, overloaded): 503 and try again, never the caller's fault. */
export class DatabaseUnavailable extends Error {}
/** Two transactions were in each other's way and repeating did not help. */
export class DatabaseConflict extends Error {}
/** Another process noted its answer under the same Idempotency-Key first; of this transaction nothing is left. Never repeated. */
export class Overtaken extends Error {}
/** A unique key was taken between the check and the write. */
class KeyTaken extends Error {}

/** Attempts at a transaction that others keep overtaking, with pauses that grow to `LONGEST_PAUSE_MS`. */
const REPEATS = 12;
const LONGEST_PAUSE_MS = 32;
const REPEATABLE = new Set(["40001", "40P01"]);
const KEY_TAKEN = "23505";
/** The primary keys of the partitions of `once`. */
const NOTED = /^once_\w*pkey$/;
const UNAVAILABLE_CODES = /^(08|53|57P|58)|^(55P03|57014|25006)$/;
/** Of these, the ones after which the connection is of no use. Where there is no room on the disk, a new one may not come to be. */
const LOST_CODES = /^(08|57P)|^25006$/;
const LOST_TEXTS =
  /Connection terminated|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|timeout exceeded|not queryable|read timeout|Client was closed/i;

export interface DatabaseSettings {
  readonly connectionString?: string | undefined;
  readonly socket?: { readonly host: string; readonly port: number; readonly user: string; readonly database: string } | undefined;
  /** The role every connection takes on; null when the connecting role is no superuser already. */
  readonly role: string | null;
  readonly connections: number;
  readonly wideConnections: number;
  readonly statementTimeoutMs: number;
  readonly wideStatementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  /** Longest wait for a connection that somebody else uses; as long as for a new one when absent. Wide reads wait on. */
  readonly waitMs?: number;
  readonly onBackgroundError: (error: Error) => void;
}

// Prepared once and planned once; the tables grow under the plan, so it may not lean on today's sizes (performance 4.4.5).
const HOT_PLANNING = ["plan_cache_mode=force_generic_plan", "enable_seqscan=off"];
/** Longer than a statement's own limit: PostgreSQL ends what takes too long by itself and says so. */
const ANSWER_MS = 2_000;
const LIMITS = ["lock_timeout=2000", "idle_in_transaction_session_timeout=10000", "timezone=UTC"];

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase(settings: DatabaseSettings): Database {
  const pool = (max: number, timeoutMs: number, options: readonly string[]) => {
    const opened = new pg.Pool({
      Client: BytesClient as unknown as new () => pg.ClientBase,
      ...(settings.socket ?? { connectionString: settings.connectionString }),
      max,
      pipeline: true,
      connectionTimeoutMillis: settings.acquireTimeoutMs,
      idleTimeoutMillis: 0,
      application_name: "vitrine",
      options: [...options, `statement_timeout=${timeoutMs}`, ...LIMITS, ...(settings.role ? [`role=${settings.role}`] : [])]
        .map((option) => `-c ${option}`)
        .join(" "),
    });
    opened.on("error", settings.onBackgroundError);
    // A client that is checked out reports a lost server on itself; without a listener that ends the process.
    opened.on("connect", (client) => client.on("error", settings.onBackgroundError));
    cutSilent(opened, timeoutMs + ANSWER_MS);
    return opened;
  };
  const hot = pool(settings.connections, settings.statementTimeoutMs, HOT_PLANNING);
  if (settings.waitMs !== undefined) patience.set(hot, settings.waitMs);
  const wide = pool(settings.wideConnections, settings.wideStatementTimeoutMs, []);
  return {
    ...runner(hot),
    wide: runner(wide),
    async reachable() {
      try {
        await hot.query({ name: "reachable", text: "select 1" });
        return true;
      } catch {
        return false;
      }
    },
    counts: () => ({
      open: hot.totalCount + wide.totalCount,
      idle: hot.idleCount + wide.idleCount,
      waiting: hot.waitingCount + wide.waitingCount,
    }),
    async close() {
      await Promise.all([hot.end(), wide.end()]);
    },
  };
}

const BEGIN = { name: "begin", text: "begin" };
const COMMIT = { name: "commit", text: "commit" };
const ROLLBACK = { name: "rollback", text: "rollback" };
const seen = (scope: Scope) => (scope === "every seller" ? "*" : `{${scope.join(",")}}`);
const see = (scope: Scope) => ({ ...SEE, values: [seen(scope)] });

function runner(pool: pg.Pool): Pick<Database, "run" | "transaction"> {
  return {
    run: (scope, query, values) => repeating(() => runOnce(pool, scope, query, values)),
    transaction: (scope, work) => repeating(() => transactOnce(pool, scope, work)),
  };
}

async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    const waitMs = patience.get(pool);
    const isFree = pool.idleCount > 0 || pool.totalCount < pool.options.max;
    return await (waitMs === undefined || isFree ? pool.connect() : impatiently(pool.connect(), waitMs));
  } catch (cause) {
    throw new DatabaseUnavailable("no connection to the database", { cause });
  }
}

/** How long callers wait for a connection of a pool whose connections are all in use. */
const patience = new WeakMap<pg.Pool, number>();

/** A connection that comes in time; one that comes later is let go. */
function impatiently(coming: Promise<pg.PoolClient>, waitMs: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error(`every connection was in use for ${waitMs} ms`));
    }, waitMs);
    coming.then((client) => (isLate ? client.release() : resolve(client)), reject).finally(() => clearTimeout(timer));
  });
}

/** Connections that have prepared `see`. */
const seeing = new WeakSet<pg.PoolClient>();

async function runOnce<Row extends object>(pool: pg.Pool, scope: Scope, query: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
  const client = await acquire(pool);
  let broken: Error | undefined;
  try {
    if (!seeing.has(client)) {
      await client.query(see(scope));
      seeing.add(client);
    }
    return await new Promise<Row[]>((resolve, reject) => {
      client.query(new ScopedQuery({ ...query, values: values.map(onTheWire), callback: settling(resolve, reject) }, seen(scope)));
    });
  } catch (error) {
    if (isLost(error)) broken = error as Error;
    throw named(error, query.name);
  } finally {
    client.release(broken);
  }
}

/** A driver's callback that settles a promise of rows. */
const settling =
  <Row>(resolve: (rows: Row[]) => void, reject: (error: Error) => void): QueryConfig["callback"] =>
  (error, result) =>
    error ? reject(error) : resolve(result.rows as Row[]);

/**
 * An array as PostgreSQL reads it: numbers bare, texts quoted, bytes in hexadecimal. The driver would quote everything; all other
 * values are left to it.
 */
function onTheWire(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  let text = "{";
  let before: unknown;
  let written: string | undefined = "NULL";
  for (const item of value) {
    // Many columns say the same of all their rows.
    if (item !== before) written = element(item);
    if (written === undefined) return value;
    before = item;
    text += text.length === 1 ? written : `,${written}`;
  }
  return `${text}}`;
}
function element(item: unknown): string | undefined {
  if (typeof item === "string") return SPECIAL.test(item) ? quoted(item) : `"${item}"`;
  if (typeof item === "number" || typeof item === "boolean") return String(item);
  if (Buffer.isBuffer(item)) return `"\\\\x${item.toString("hex")}"`;
  return item === null || item === undefined ? "NULL" : undefined;
}
const SPECIAL = /["\\]/;
/** What JSON escapes by letters, which an array would take for the letters: control characters, and halves of pairs. */
const ESCAPED = /[\p{Cc}\p{Cs}]/u;
/** JSON escapes quotes and backslashes as arrays do, and its writer is many times as fast as replacing them one by one. */
const quoted = (text: string): string => (ESCAPED.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : JSON.stringify(text));

async function transactOnce<T>(pool: pg.Pool, scope: Scope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await acquire(pool);
  let broken: Error | undefined;
  const ask = async ({ name, text, values = [] }: Statement<object> & { readonly values?: readonly unknown[] }): Promise<unknown[]> => {
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        client.query(new NamedQuery({ name, text, values, callback: settling(resolve, reject) }));
      });
    } catch (error) {
      throw named(error, name);
    }
  };
  // Not waited for: the first statement goes with them, and sees nobody's rows when one of them failed.
  const opened = Promise.all([ask(BEGIN), ask(see(scope))]);
  opened.catch(() => undefined);
  let committed: Promise<unknown> | undefined;
  const run = <Row extends object>({ name, text }: Statement<Row>, values: readonly unknown[]) =>
    ask({ name, text, values: values.map(onTheWire) }) as Promise<Row[]>;
  try {
    const result = await work({
      run,
      last(query, values) {
        const rows = run(query, values);
        // After a failed statement it rolls back.
        committed = ask(COMMIT);
        committed.catch(() => undefined);
        return rows;
      },
    });
    await opened;
    await (committed ?? ask(COMMIT));
    return result;
  } catch (error) {
    const first = await opened.then(
      () => error,
      (early: unknown) => early,
    );
    await client.query(ROLLBACK).catch((lost: Error) => {
      broken = lost;
    });
    throw first;
  } finally {
    client.release(broken);
  }
}

async function repeating<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repeat = 1; ; repeat += 1) {
    try {
      return await attempt();
    } catch (error) {
      // A taken key means another transaction was quicker: the next attempt sees what it wrote.
      if (error instanceof KeyTaken && repeat > REPEATS) throw new DatabaseConflict(error.message, { cause: error });
      if (!(error instanceof DatabaseConflict || error instanceof KeyTaken) || repeat > REPEATS) throw error;
      // Chance parts those who collided.
      const pauseMs = chance() * Math.min(LONGEST_PAUSE_MS, 2 ** repeat);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

const HOUSE = [DatabaseUnavailable, DatabaseConflict, Overtaken, KeyTaken] as const;
const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";
/** PostgreSQL ends a session with the error that it calls fatal, whatever its code. */
const isLast = (error: unknown) => /^(FATAL|PANIC)$/.test((error as { severity?: string }).severity ?? "");
const isLost = (error: unknown) =>
  isLast(error) || LOST_CODES.test(codeOf(error)) || (error instanceof Error && LOST_TEXTS.test(`${codeOf(error)} ${error.message}`));
const isUnavailable = (error: unknown) => UNAVAILABLE_CODES.test(codeOf(error)) || isLost(error);

/** The driver's error in the house's words; what is none of them is a defect of ours and keeps its cause. */
function named(error: unknown, query: string): Error {
  if (HOUSE.some((kind) => error instanceof kind)) return error as Error;
  const code = codeOf(error);
  if (REPEATABLE.has(code)) return new DatabaseConflict(`conflict in ${query}`, { cause: error });
  if (code === KEY_TAKEN && NOTED.test((error as { constraint?: string }).constraint ?? ""))
    return new Overtaken("answered elsewhere meanwhile", { cause: error });
  if (code === KEY_TAKEN) return new KeyTaken(`key taken in ${query}`, { cause: error });
  if (isUnavailable(error)) return new DatabaseUnavailable(`database unavailable in ${query}`, { cause: error });
  return new Error(`statement ${query} failed: ${(error as Error).message}`, { cause: error });
}

/** An open transaction of migrations and set-up. */
export interface AdministrationTransaction {
  run<Row extends object>(query: Statement<Row>, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements as one text. */
  script(text: string): Promise<void>;
  /** The rows of a `copy ... to stdout`, in pieces of about so many bytes, as fast as they are read. */
  copyOut(text: string, pieceBytes: number): AsyncIterable<CopiedRows>;
  /** Feeds a `copy ... from stdin`; answers how many rows it took. */
  copyIn(text: string, source: AsyncIterable<Buffer>): Promise<number>;
}

/** A single plain connection for migrations, set-up and backups; no row-level scope, no prepared statements. */
export interface Administration {
  /** For what no transaction can hold: each statement is one by itself. */
  readonly alone: Pick<AdministrationTransaction, "run" | "script">;
  transaction<T>(work: (transaction: AdministrationTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connects at once; rejects with a fault in both languages when that fails. */
export async function openAdministration(target: Pick<DatabaseSettings, "connectionString" | "socket">): Promise<Administration> {
  const client = new BytesClient({
    ...(target.socket ?? { connectionString: target.connectionString }),
    application_name: "vitrine-migrate",
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const { message } = cause as Error;
    throw new BilingualFault(
      { "pt-BR": `não há conexão com o banco de dados: ${message}`, en: `cannot connect to the database: ${message}` },
      { cause },
    );
  }
  const alone: Administration["alone"] = {
    run: async <Row extends object>(query: Statement<Row>, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(query.text, values as unknown[])).rows as Row[],
    script: async (text) => void (await client.query(text)),
  };
  return {
    alone,
    async transaction(work) {
      await client.query("begin");
      try {
        const result = await work({
          ...alone,
          copyOut: (text, pieceBytes) => copyOut(client, text, pieceBytes),
          copyIn: (text, source) => copyIn(client, text, source),
        });
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => undefined);
        throw error;
      }
    },
    close: () => client.end(),
  };
}
