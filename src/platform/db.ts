import type pg from "pg";
import { onTheWire } from "./db/arrays.ts";
import { Blocked, DatabaseConflict, isLockTaken, KeyTaken, named, TakesNoWrites } from "./db/failures.ts";
import { createHosts, serversOf, type DatabaseTarget } from "./db/hosts.ts";
import { lendAlone, lendShared, type Lends, type Line, lostWith } from "./db/line.ts";
import { type Connections, createConnections, judged, takesWrites } from "./db/pool.ts";
import { NamedQuery, type QueryConfig, ScopedQuery, SEE } from "./db/protocol.ts";
import type { Statement } from "./db/statement.ts";
import { chance } from "./ids.ts";

export { type Administration, type AdministrationTransaction, openAdministration } from "./db/administration.ts";
export { Blocked, DatabaseConflict, DatabaseUnavailable, Overtaken } from "./db/failures.ts";
export type { DatabaseTarget } from "./db/hosts.ts";
export { statement, type Statement } from "./db/statement.ts";

/**
 * The only importer of the database driver. Every statement is a named row of some queries.ts, prepared once per
 * connection, and runs in a transaction that first says which sellers it may see: row-level security is the second
 * wall behind every `seller_id = $n` (reliability: access control).
 */

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
  /** Whether the database takes writes, or why it is of no use now. Answers within two seconds. */
  standing(): Promise<Standing>;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** A standby, and a server that is told to be read only, take none. */
export type Standing = "takes writes" | "takes no writes" | "unreachable";

/** Attempts at a transaction that others keep overtaking, with pauses that grow to `LONGEST_PAUSE_MS`. */
const REPEATS = 12;
const LONGEST_PAUSE_MS = 32;

export interface DatabaseSettings extends DatabaseTarget {
  /** The role every connection takes on; null when the connecting role is no superuser already. */
  readonly role: string | null;
  readonly connections: number;
  readonly wideConnections: number;
  readonly statementTimeoutMs: number;
  readonly wideStatementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  /** Longest wait for a connection that somebody else uses; as long as for a new one when absent. Wide reads wait on. */
  readonly waitMs?: number;
  /** Hears of connections that broke; of none that `close` ends. */
  readonly onBackgroundError: (error: Error) => void;
}

// Prepared once and planned once; the tables grow under the plan, so it may not lean on today's sizes (performance 4.4.5).
const HOT_PLANNING = ["plan_cache_mode=force_generic_plan", "enable_seqscan=off"];
/** Longer than a statement's own limit: PostgreSQL ends what takes too long by itself and says so. */
const ANSWER_MS = 2_000;
const LOCK_MS = 2_000;
/** Whoever asks how the database is waits no longer. */
const STANDING_MS = 2_000;
const LIMITS = [`lock_timeout=${LOCK_MS}`, "idle_in_transaction_session_timeout=10000", "timezone=UTC"];

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase(settings: DatabaseSettings): Database {
  const hosts = createHosts(serversOf(settings));
  const pool = (most: number, timeoutMs: number, options: readonly string[], waitMs?: number) =>
    createConnections({
      hosts,
      most,
      options: [...options, `statement_timeout=${timeoutMs}`, ...LIMITS, ...(settings.role ? [`role=${settings.role}`] : [])],
      acquireTimeoutMs: settings.acquireTimeoutMs,
      waitMs,
      silentMs: timeoutMs + ANSWER_MS,
      onLost: settings.onBackgroundError,
    });
  const hot = pool(settings.connections, settings.statementTimeoutMs, HOT_PLANNING, settings.waitMs);
  const wide = pool(settings.wideConnections, settings.wideStatementTimeoutMs, []);
  return {
    ...runner(hot),
    wide: runner(wide),
    standing: () => Promise.race([standingOf(hot), unreachableAfter(STANDING_MS)]),
    counts() {
      const [one, other] = [hot.counts(), wide.counts()];
      return { open: one.open + other.open, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
    },
    async close() {
      await Promise.all([hot.close(), wide.close()]);
    },
  };
}

/** Asked of a connection that is there, because a pooler may lead it to another server than when it was made. */
async function standingOf(connections: Connections): Promise<Standing> {
  let client: pg.PoolClient | undefined;
  let lost: Error | undefined;
  try {
    client = await connections.open();
    if (await takesWrites(client)) return "takes writes";
    lost = new TakesNoWrites("found when it was asked");
    return "takes no writes";
  } catch (error) {
    lost = error as Error;
    return lost.cause instanceof TakesNoWrites ? "takes no writes" : "unreachable";
  } finally {
    client?.release(lost);
  }
}

const unreachableAfter = (ms: number): Promise<Standing> => new Promise((resolve) => setTimeout(() => resolve("unreachable"), ms).unref());

const BEGIN = { name: "begin", text: "begin" };
const COMMIT = { name: "commit", text: "commit" };
const ROLLBACK = { name: "rollback", text: "rollback" };
const seen = (scope: Scope) => (scope === "every seller" ? "*" : `{${scope.join(",")}}`);
const seeing = (scope: Scope, lockMs = LOCK_MS) => [seen(scope), String(lockMs)];
const see = (scope: Scope) => ({ ...SEE, values: seeing(scope) });

function runner(connections: Connections): Pick<Database, "run" | "line" | "transaction"> {
  const through =
    (lend: Lends, lockMs?: number): Database["run"] =>
    (scope, query, values) =>
      repeating(() => lend((client) => askAlone(client, seeing(scope, lockMs), query, values)));
  const { open, areWanted } = connections;
  return {
    run: through(lendAlone(open)),
    line(line) {
      const run = through(lendShared(open, line, areWanted), line.lockMs);
      return { run: line.lockMs === undefined ? run : (...asked) => run(...asked).catch(asBlocked) };
    },
    transaction: (scope, work) => repeating(() => transactOnce(connections, scope, work)),
  };
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
    throw await judged(client, named(error, query.name));
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

async function transactOnce<T>({ open }: Connections, scope: Scope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await open();
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
    const told = broken === undefined ? await judged(client, first as Error) : first;
    broken ??= lostWith(told);
    throw told;
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
