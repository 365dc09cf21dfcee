import pg from "pg";
import { onTheWire } from "./db/arrays.ts";
import { type CopiedRows, copyIn, copyOut } from "./db/copy.ts";
import { Blocked, DatabaseConflict, DatabaseUnavailable, isLockTaken, KeyTaken, named } from "./db/failures.ts";
import { lendAlone, lendShared, type Lends, type Line } from "./db/line.ts";
import { BytesClient, NamedQuery, type QueryConfig, ScopedQuery, SEE } from "./db/protocol.ts";
import { cutSilent } from "./db/silence.ts";
import { BilingualFault } from "./errors.ts";
import { chance } from "./ids.ts";

export { Blocked, DatabaseConflict, DatabaseUnavailable, Overtaken } from "./db/failures.ts";

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
  /**
   * As `run`, so many at a time through one connection: a statement is sent without waiting for the answers to those before it, and carried
   * out the moment they have committed. Each is a transaction of its own, and fails alone unless the connection is lost. Beyond that, another
   * line begins.
   */
  line(line: Line): Pick<Database, "run">;
  /** Several statements in one transaction; commits when `work` resolves, rolls back when it throws. */
  transaction<T>(scope: Scope, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** For rare, wide reads of operators and workers: planned freely, with a longer time limit. */
  readonly wide: Pick<Database, "run" | "transaction">;
  /** Answers true within the bound when the database takes a statement. */
  reachable(): Promise<boolean>;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Attempts at a transaction that others keep overtaking, with pauses that grow to `LONGEST_PAUSE_MS`. */
const REPEATS = 12;
const LONGEST_PAUSE_MS = 32;

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
const LOCK_MS = 2_000;
const LIMITS = [`lock_timeout=${LOCK_MS}`, "idle_in_transaction_session_timeout=10000", "timezone=UTC"];

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
const seeing = (scope: Scope, lockMs = LOCK_MS) => [seen(scope), String(lockMs)];
const see = (scope: Scope) => ({ ...SEE, values: seeing(scope) });

function runner(pool: pg.Pool): Pick<Database, "run" | "line" | "transaction"> {
  const through =
    (lend: Lends, lockMs?: number): Database["run"] =>
    (scope, query, values) =>
      repeating(() => lend((client) => askAlone(client, seeing(scope, lockMs), query, values)));
  const open = () => openSeeing(pool);
  return {
    run: through(lendAlone(open)),
    line(line) {
      const run = through(
        lendShared(open, line, () => pool.ending || pool.waitingCount > 0),
        line.lockMs,
      );
      return { run: line.lockMs === undefined ? run : (...asked) => run(...asked).catch(asBlocked) };
    },
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
const prepared = new WeakSet<pg.PoolClient>();

async function openSeeing(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await acquire(pool);
  if (prepared.has(client)) return client;
  try {
    await client.query(see([]));
    prepared.add(client);
    return client;
  } catch (error) {
    client.release(error as Error);
    throw named(error, SEE.name);
  }
}

async function askAlone<Row extends object>(
  client: pg.PoolClient,
  sees: readonly string[],
  query: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      client.query(new ScopedQuery({ ...query, values: values.map(onTheWire), callback: settling(resolve, reject) }, sees));
    });
  } catch (error) {
    throw named(error, query.name);
  }
}

/** Where the wait for locks is short, a lock that is taken is no reason to give up. */
function asBlocked(error: unknown): never {
  throw isLockTaken((error as Error).cause) ? new Blocked((error as Error).message, { cause: error }) : error;
}

/** A driver's callback that settles a promise of rows. */
const settling =
  <Row>(resolve: (rows: Row[]) => void, reject: (error: Error) => void): QueryConfig["callback"] =>
  (error, result) =>
    error ? reject(error) : resolve(result.rows as Row[]);

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
