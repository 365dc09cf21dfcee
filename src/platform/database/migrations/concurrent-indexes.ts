import { setTimeout as sleep } from "node:timers/promises";
import type { AdminConnection } from "../database.ts";
import * as queries from "./queries.ts";

/** A migration that builds indexes while calls continue. Its statements cannot run inside a transaction. */
export interface ConcurrentMigration {
  readonly name: string;
  readonly text: string;
}

/** Matches the first line of a concurrent migration. All statements of such a migration are `create index concurrently <name> on ...`. */
const MARK = /^-- concurrently\b/;
const INDEX = /^create (?:unique )?index concurrently (?<name>[a-z0-9_]+) on /;

/** Pause between checks for whether another process has finished building. */
const PAUSE_MS = 500;

/** Whether a migration is marked to build its indexes while calls continue. */
export const isConcurrent = (text: string): boolean => MARK.test(text);

/** The indexes that a concurrent migration builds, in order. Throws when the migration contains any other statement. */
export function indexesOf(migration: ConcurrentMigration): readonly { readonly index: string; readonly statement: string }[] {
  const statements = migration.text
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((text) => text.trim().replaceAll(/\s+/g, " "))
    .filter((text) => text !== "");
  return statements.map((statement) => {
    const index = INDEX.exec(statement)?.groups?.["name"];
    if (index === undefined)
      throw new Error(`${migration.name} is marked as concurrent and has a statement that is no concurrent index: ${statement}`);
    return { index, statement };
  });
}

/** Rewrites the migration to run inside a transaction, for a database that is new or being restored. */
export const withoutConcurrency = (text: string): string => text.replaceAll(/(create (?:unique )?index) concurrently /g, "$1 ");

/**
 * Builds the indexes of a migration one by one while calls continue to read and write the tables, then records the migration. A second process
 * waits and then finds nothing to do. An unfinished index of an interrupted run is dropped and built again; finished ones stay. Resolves to whether
 * this call applied the migration.
 */
export async function applyConcurrently(database: AdminConnection, migration: ConcurrentMigration): Promise<boolean> {
  const indexes = indexesOf(migration);
  const { run } = database.autocommit;
  // An index cannot be completed before the transaction of a running backup ends. This statement waits for that without a time limit.
  await database.transaction((transaction) => transaction.run(queries.lockAgainstBackups));
  while (!(await run(queries.tryLockIndexBuild))[0]!.free) await sleep(PAUSE_MS);
  try {
    if ((await run(queries.listMigrations)).some(({ name }) => name === migration.name)) return false;
    await run(queries.limitBuildWait);
    for (const { index, statement } of indexes) await build(database, index, statement);
    await run(queries.recordMigration, [migration.name]);
    return true;
  } finally {
    await ignoreLoss(run(queries.resetLockWait));
    await ignoreLoss(run(queries.unlockIndexBuild));
  }
}

/** Ignores a failed clean-up. It fails when the connection is lost: the locks are then released anyway, and the loss was already reported. */
const ignoreLoss = (cleanUp: Promise<unknown>): Promise<unknown> => cleanUp.catch(() => undefined);

async function build({ autocommit: { run, script } }: AdminConnection, index: string, statement: string): Promise<void> {
  const [found] = await run(queries.findIndex, [index]);
  if (found?.whole) return;
  if (found) await script(found.drop);
  await script(statement);
}
