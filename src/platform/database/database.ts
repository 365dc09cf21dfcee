import type pg from "pg";
import { LockTimeout, DatabaseConflict, isLockNotAvailable, ReadOnlyServer, UniqueViolation } from "./failures.ts";
import { createHostSelector, clientConfigsOf, type DatabaseTarget } from "./hosts.ts";
import { withOwnConnection, withSharedConnection, type PipelineSettings, type WithConnection } from "./pipelining.ts";
import { openPool, isWritable, type Pool } from "./pool.ts";
import { LOCK_MS, runStatement, runTransaction, type SellerScope, type Transaction } from "./transactions.ts";
import type { Statement } from "./statement.ts";
import { random } from "../basics/random.ts";

export { type AdminConnection, type AdminTransaction, openAdminConnection } from "./admin-connection.ts";
export { IdempotencyConflict, LockTimeout, DatabaseConflict, DatabaseUnavailable } from "./failures.ts";
export type { DatabaseTarget } from "./hosts.ts";
export type { SellerScope, Transaction } from "./transactions.ts";
export { statement, type Statement } from "./statement.ts";

/** Runs statements; `wide` is for rare reads of many rows. Rejects with the errors of `failures.ts`. */
export interface Database {
  /** Runs one statement in its own transaction. Resolves after the commit. */
  run<Row extends object>(scope: SellerScope, query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Like `run`, but pipelines several statements through one connection: each is sent without waiting for earlier answers, and runs as soon
   * as the earlier ones have committed. Each is a separate transaction; one that fails does not affect the others, unless the connection is
   * lost.
   */
  pipelined(pipeline: PipelineSettings): Pick<Database, "run">;
  /** Runs several statements in one transaction. Commits when `work` resolves, rolls back when it rejects. */
  transaction<T>(scope: SellerScope, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** For rare reads of many rows by operators and workers. PostgreSQL may choose any plan for them, and their time limit is longer. */
  readonly wide: Pick<Database, "run" | "transaction">;
  /** Whether the database accepts writes, accepts none, or cannot be reached. Resolves within two seconds. */
  status(): Promise<DatabaseStatus>;
  counts(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** A standby, or a server set to read-only, accepts no writes. */
export type DatabaseStatus = "takes writes" | "takes no writes" | "unreachable";

export interface DatabaseSettings extends DatabaseTarget {
  /** The role that every connection switches to; null when row-level security already applies to the connecting role. */
  readonly role: string | null;
  readonly connections: number;
  readonly wideConnections: number;
  readonly statementTimeoutMs: number;
  readonly wideStatementTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  /** Longest wait while all connections are in use; `acquireTimeoutMs` when absent. Does not apply to wide reads. */
  readonly waitMs?: number;
  /** Called for connections that break, but not for those that `close` ends. */
  readonly onBackgroundError: (error: Error) => void;
}

/** Statements are prepared and planned once. Tables grow afterwards, so plans must not depend on today's sizes. */
const HOT_PLANNING = ["plan_cache_mode=force_generic_plan", "enable_seqscan=off"];
const LIMITS = [`lock_timeout=${LOCK_MS}`, "idle_in_transaction_session_timeout=10000", "timezone=UTC"];

const STATUS_LIMIT_MS = 2_000;

/** Opens the pools. They connect only when they are used for the first time. */
export function openDatabase(settings: DatabaseSettings): Database {
  const { role, acquireTimeoutMs, onBackgroundError } = settings;
  const common = [...LIMITS, ...(role === null ? [] : [`role=${role}`])];
  const shared = { hosts: createHostSelector(clientConfigsOf(settings)), acquireTimeoutMs, onBackgroundError };
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
    status: () => Promise.race([statusOf(hot), unreachableAfter(STATUS_LIMIT_MS)]),
    counts() {
      const [one, other] = [hot.counts(), wide.counts()];
      return { open: one.open + other.open, idle: one.idle + other.idle, waiting: one.waiting + other.waiting };
    },
    async close() {
      await Promise.all([hot.close(), wide.close()]);
    },
  };
}

/** The status of the database. Checks even an open connection, because a pooler may have moved it to another server. */
async function statusOf(pool: Pool): Promise<DatabaseStatus> {
  let client: pg.PoolClient | undefined;
  let loss: Error | undefined;
  try {
    client = await pool.acquire();
    if (await isWritable(client)) return "takes writes";
    loss = new ReadOnlyServer("found when it was asked");
    return "takes no writes";
  } catch (error) {
    loss = error as Error;
    return loss.cause instanceof ReadOnlyServer ? "takes no writes" : "unreachable";
  } finally {
    client?.release(loss);
  }
}

const unreachableAfter = (ms: number): Promise<DatabaseStatus> =>
  new Promise((resolve) => setTimeout(() => resolve("unreachable"), ms).unref());

function runner(pool: Pool): Pick<Database, "run" | "pipelined" | "transaction"> {
  const runThrough =
    (withConnection: WithConnection, lockMs?: number): Database["run"] =>
    (scope, query, values) =>
      retryConflicts(() => withConnection((client) => runStatement(client, scope, query, values, lockMs)));
  return {
    run: runThrough(withOwnConnection(pool)),
    pipelined(pipeline) {
      const run = runThrough(withSharedConnection(pool, pipeline), pipeline.lockMs);
      return { run: pipeline.lockMs === undefined ? run : (...query) => run(...query).catch(rethrowAsBlocked) };
    },
    transaction: (scope, work) => retryConflicts(() => runTransaction(pool, scope, work)),
  };
}

/** Rethrows the timeout of a short wait for a lock as `LockTimeout`, because the call may be retried with a longer wait. */
function rethrowAsBlocked(error: unknown): never {
  throw isLockNotAvailable((error as Error).cause) ? new LockTimeout((error as Error).message, { cause: error }) : error;
}

/** Maximum number of repetitions of a conflicting transaction. Each follows a random pause, whose limit doubles up to `LONGEST_PAUSE_MS`. */
const REPEATS = 12;
const LONGEST_PAUSE_MS = 32;

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repeat = 1; ; repeat += 1) {
    try {
      return await attempt();
    } catch (error) {
      // A unique violation is retried too: another transaction took the key first, and the next attempt sees what that transaction wrote. If
      // even the last attempt finds the key taken, the caller gets a DatabaseConflict.
      if (error instanceof UniqueViolation && repeat > REPEATS) throw new DatabaseConflict(error.message, { cause: error });
      if (!(error instanceof DatabaseConflict || error instanceof UniqueViolation) || repeat > REPEATS) throw error;
      // The pause is random, so that the same transactions do not collide again.
      const pauseMs = random() * Math.min(LONGEST_PAUSE_MS, 2 ** repeat);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
