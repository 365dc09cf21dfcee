import type pg from "pg";
import { named } from "./failures.ts";
import { lostWith } from "./pipelining.ts";
import { judged, type Pool } from "./pool.ts";
import { see } from "./queries.ts";
import type { Statement } from "./statement.ts";

/**
 * Every statement runs in a transaction that first says which sellers it may see: row-level security is the second wall behind every
 * `seller_id = $n` (reliability: access control). The messages of a transaction are sent without waiting for answers in between.
 */

/** Which sellers' rows a transaction may see: a list, or every seller for the marketplace's own work. */
export type Scope = readonly number[] | "every seller";

/** An open transaction; its statements see the sellers it was opened for. */
export interface Transaction {
  run<Row extends object>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** As `run`, with the commit sent right behind it: nothing may be run afterwards. */
  last<Row extends object>(query: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** Longest wait for a lock. */
export const LOCK_MS = 2_000;
const BEGIN = { name: "begin", text: "begin" };
const COMMIT = { name: "commit", text: "commit" };
const ROLLBACK = { name: "rollback", text: "rollback" };
const seeing = (scope: Scope, lockMs: number) => ({
  ...see,
  values: [scope === "every seller" ? "*" : `{${scope.join(",")}}`, String(lockMs)],
});

/** One statement in a transaction of its own. Its rows count once the commit was answered. */
export async function runAlone<Row extends object>(
  client: pg.PoolClient,
  scope: Scope,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
  lockMs = LOCK_MS,
): Promise<Row[]> {
  const [begun, seen, rows, committed] = await Promise.allSettled([
    client.query(BEGIN),
    client.query(seeing(scope, lockMs)),
    client.query<Row & pg.QueryResultRow>({ name, text, values: values as unknown[] }),
    client.query(COMMIT),
  ]);
  for (const step of [begun, seen, rows, committed]) if (step.status === "rejected") throw await judged(client, named(step.reason, name));
  return (rows as PromiseFulfilledResult<pg.QueryResult<Row & pg.QueryResultRow>>).value.rows;
}

/** Several statements in one transaction; commits when `work` resolves, rolls back when it throws. */
export async function transact<T>(pool: Pool, scope: Scope, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.acquire();
  let broken: Error | undefined;
  const ask = async <Row extends object>({ name, text, values = [] }: Statement<Row> & { readonly values?: readonly unknown[] }) => {
    try {
      return (await client.query<Row & pg.QueryResultRow>({ name, text, values: values as unknown[] })).rows as Row[];
    } catch (error) {
      throw named(error, name);
    }
  };
  // Not waited for: the first statement goes with them, and sees nobody's rows when one of them failed.
  const opened = Promise.all([ask(BEGIN), ask(seeing(scope, LOCK_MS))]);
  opened.catch(() => undefined);
  let committed: Promise<unknown> | undefined;
  const run: Transaction["run"] = ({ name, text }, values) => ask({ name, text, values });
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
    // What failed first says more than what failed because of it.
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
