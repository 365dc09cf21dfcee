import { setTimeout as sleep } from "node:timers/promises";
import type { Administration } from "../database.ts";
import * as queries from "./queries.ts";

/** A migration that no transaction can hold. */
export interface ConcurrentMigration {
  readonly name: string;
  readonly text: string;
}

/** The first line of such a migration. It has nothing but `create index concurrently <name> on ...` in it. */
const MARK = /^-- concurrently\b/;
const INDEX = /^create (?:unique )?index concurrently (?<name>[a-z0-9_]+) on /;

/** How long to wait between two looks at whether another process is done building. */
const PAUSE_MS = 500;

/** Whether a migration says of itself that it builds indexes while calls go on. */
export const isConcurrent = (text: string): boolean => MARK.test(text);

/** The indexes that such a migration builds, in order. Throws at whatever is not one: the rest of its text has no place here. */
export function indexesOf({ name, text }: ConcurrentMigration): readonly { readonly index: string; readonly statement: string }[] {
  const statements = text
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((one) => one.trim().replaceAll(/\s+/g, " "))
    .filter((one) => one !== "");
  return statements.map((statement) => {
    const index = INDEX.exec(statement)?.groups?.["name"];
    if (index === undefined)
      throw new Error(`${name} is marked as concurrent and has a statement that is no concurrent index: ${statement}`);
    return { index, statement };
  });
}

/** The same migration for a database that nobody uses yet, or that is being restored: inside a transaction. */
export const withoutConcurrency = (text: string): string => text.replaceAll(/(create (?:unique )?index) concurrently /g, "$1 ");

/**
 * Builds the indexes of a migration while calls read and write their tables, one by one, and then remembers the migration. Whoever
 * comes second waits for the first, and finds nothing to do. What a run that was broken off left behind is dropped and built anew;
 * what it finished stays. Answers whether it was done here.
 */
export async function applyConcurrently(database: Administration, migration: ConcurrentMigration): Promise<boolean> {
  const indexes = indexesOf(migration);
  const { run } = database.alone;
  // A backup reads in one transaction, which an index that is begun now would wait for; here it takes as long as it takes.
  await database.transaction((transaction) => transaction.run(queries.awaitBackups));
  while (!(await run(queries.nobodyBuilds))[0]!.free) await sleep(PAUSE_MS);
  try {
    if ((await run(queries.listMigrations)).some(({ name }) => name === migration.name)) return false;
    await run(queries.limitBuildWait);
    for (const { index, statement } of indexes) await build(database, index, statement);
    await run(queries.recordMigration, [migration.name]);
    return true;
  } finally {
    await unlessGone(run(queries.resetLockWait));
    await unlessGone(run(queries.doneBuilding));
  }
}

/** Of a connection that is gone the database knows that it is done; what broke it is told already. */
const unlessGone = (last: Promise<unknown>): Promise<unknown> => last.catch(() => undefined);

async function build({ alone: { run, script } }: Administration, index: string, statement: string): Promise<void> {
  const [found] = await run(queries.findIndex, [index]);
  if (found?.whole === true) return;
  if (found) await script(found.drop);
  await script(statement);
}
