import type pg from "pg";
import { translateError } from "./failures.ts";
import { lostConnectionError } from "./pipelining.ts";
import { reclassifyFailure, type Pool } from "./pool.ts";
import { setSellerScope } from "./queries.ts";
import type { Statement } from "./statement.ts";

/**
 * Every statement of a `Database` runs in a transaction that first sets which sellers it may see. Row-level security thus enforces every
 * condition `seller_id = $n` a second time. The transaction's beginning, this setting and the first statement are sent together, without
 * waiting for answers in between.
 */

/** The sellers whose rows a transaction may see: a list, or every seller for the marketplace's own work. */
export type SellerScope = readonly number[] | "every seller";

/** An open transaction. Its statements see only the rows of the sellers it was opened for. */
export interface Transaction {
  run<Row extends object>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** Like `run`, but sends the commit immediately afterwards. Nothing may run after it. */
  runAndCommit<Row extends object>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** Longest wait for a lock. */
export const LOCK_MS = 2_000;
const BEGIN = { name: "begin", text: "begin" };
const COMMIT = { name: "commit", text: "commit" };
const ROLLBACK = { name: "rollback", text: "rollback" };
const scopeQuery = (scope: SellerScope, lockMs: number) => ({
  ...setSellerScope,
  values: [scope === "every seller" ? "*" : `{${scope.join(",")}}`, String(lockMs)],
});

/** Runs one statement in its own transaction. Resolves after the commit. */
export async function runStatement<Row extends object>(
  client: pg.PoolClient,
  scope: SellerScope,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
  lockMs = LOCK_MS,
): Promise<Row[]> {
  const [begun, scoped, rows, committed] = await Promise.allSettled([
    client.query(BEGIN),
    client.query(scopeQuery(scope, lockMs)),
    client.query<Row & pg.QueryResultRow>({ name, text, values: values as unknown[] }),
    client.query(COMMIT),
  ]);
  for (const step of [begun, scoped, rows, committed])
    if (step.status === "rejected") throw await reclassifyFailure(client, translateError(step.reason, name));
  return (rows as PromiseFulfilledResult<pg.QueryResult<Row & pg.QueryResultRow>>).value.rows;
}

/** Runs several statements in one transaction. Commits when `work` resolves, rolls back when it rejects. */
export async function runTransaction<T>(pool: Pool, scope: SellerScope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.acquire();
  let broken: Error | undefined;
  const ask = (query: Query) => askServer(client, query);
  // These two statements are not awaited: the first statement of `work` is sent together with them. If one of the two fails, the first statement
  // of `work` fails or sees no rows.
  const opened = Promise.all([ask(BEGIN), ask(scopeQuery(scope, LOCK_MS))]);
  opened.catch(() => undefined);
  let committed: Promise<unknown> | undefined;
  const run: Transaction["run"] = <Row extends object>({ name, text }: Statement<Row>, values: readonly unknown[]) =>
    ask({ name, text, values }) as Promise<Row[]>;
  try {
    const result = await work({
      run,
      runAndCommit(query, values) {
        const rows = run(query, values);
        // After a failed statement, this commit rolls back.
        committed = ask(COMMIT);
        committed.catch(() => undefined);
        return rows;
      },
    });
    await opened;
    await (committed ?? ask(COMMIT));
    return result;
  } catch (error) {
    // A failure of the first two statements caused all later failures, so it is the one that is reported.
    const first = await opened.then(
      () => error,
      (earlier: unknown) => earlier,
    );
    await client.query(ROLLBACK).catch((loss: Error) => {
      broken = loss;
    });
    const failure = broken === undefined ? await reclassifyFailure(client, first as Error) : first;
    broken ??= lostConnectionError(failure);
    throw failure;
  } finally {
    client.release(broken);
  }
}

/** A statement with its values. */
interface Query {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

async function askServer(client: pg.PoolClient, { name, text, values = [] }: Query): Promise<object[]> {
  try {
    return (await client.query<pg.QueryResultRow>({ name, text, values: values as unknown[] })).rows;
  } catch (error) {
    throw translateError(error, name);
  }
}
