import type pg from "pg";
import { Blocked, DatabaseConflict, isLockTaken, KeyTaken, TakesNoWrites } from "./failures.ts";
import { createHosts, serversOf, type DatabaseTarget } from "./hosts.ts";
import { lendAlone, lendShared, type Lends, type Line } from "./pipelining.ts";
import { openPool, takesWrites, type Pool } from "./pool.ts";
import { LOCK_MS, runAlone, transact, type Scope, type Transaction } from "./transactions.ts";
import type { Statement } from "./statement.ts";
import { chance } from "../basics/random.ts";

export { type Administration, type AdministrationTransaction, openAdministration } from "./admin-connection.ts";
export { Blocked, DatabaseConflict, DatabaseUnavailable, Overtaken } from "./failures.ts";
export type { DatabaseTarget } from "./hosts.ts";
export type { Scope, Transaction } from "./transactions.ts";
export { statement, type Statement } from "./statement.ts";

/** Connections for calls, and for wide reads. Rejects with the errors of `db/failures.ts`, or with a defect of ours and its cause. */
export interface Database {
  /** One statement in a transaction of its own. Answers after the commit. */
  run<Row extends object>(scope: Scope, query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /**
   * As `run`, several at a time through one connection: a statement is sent without waiting for the answers to those before it, and runs
   * the moment they have committed. Each is a transaction of its own, and fails alone unless the connection is lost.
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

/** A standby, and a server that is told to be read only, take no writes. */
export type Standing = "takes writes" | "takes no writes" | "unreachable";

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

/** Prepared once and planned once; the tables grow under the plan, so it may not lean on today's sizes (performance 4.4.5). */
const HOT_PLANNING = ["plan_cache_mode=force_generic_plan", "enable_seqscan=off"];
const LIMITS = [`lock_timeout=${LOCK_MS}`, "idle_in_transaction_session_timeout=10000", "timezone=UTC"];

/** Whoever asks how the database is waits no longer. */
const STANDING_MS = 2_000;

/** Opens the pools; nothing connects before the first statement. */
export function openDatabase(settings: DatabaseSettings): Database {
  const { role, acquireTimeoutMs, onBackgroundError } = settings;
  const common = [...LIMITS, ...(role === null ? [] : [`role=${role}`])];
  const shared = { hosts: createHosts(serversOf(settings)), acquireTimeoutMs, onBackgroundError };
  const hot = openPool({
    ...shared,
    max: settings.connections,
    statementTimeoutMs: settings.statementTimeoutMs,
    waitMs: settings.waitMs,
    parameters: [...HOT_PLANNING, ...common],
  });
  const wide = openPool({
    ...shared,
    max: settings.wideConnections,
    statementTimeoutMs: settings.wideStatementTimeoutMs,
    parameters: common,
  });
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
async function standingOf(pool: Pool): Promise<Standing> {
  let client: pg.PoolClient | undefined;
  let lost: Error | undefined;
  try {
    client = await pool.acquire();
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

function runner(pool: Pool): Pick<Database, "run" | "line" | "transaction"> {
  const through =
    (lend: Lends, lockMs?: number): Database["run"] =>
    (scope, query, values) =>
      repeating(() => lend((client) => runAlone(client, scope, query, values, lockMs)));
  return {
    run: through(lendAlone(pool)),
    line(line) {
      const run = through(lendShared(pool, line), line.lockMs);
      return { run: line.lockMs === undefined ? run : (...asked) => run(...asked).catch(asBlocked) };
    },
    transaction: (scope, work) => repeating(() => transact(pool, scope, work)),
  };
}

/** Where the wait for locks is short, a lock that is taken is no reason to give up. */
function asBlocked(error: unknown): never {
  throw isLockTaken((error as Error).cause) ? new Blocked((error as Error).message, { cause: error }) : error;
}

/** Attempts at a transaction that others keep overtaking, with pauses that grow to `LONGEST_PAUSE_MS`. */
const REPEATS = 12;
const LONGEST_PAUSE_MS = 32;

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
