import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { applyConcurrently, isConcurrent, withoutConcurrency } from "./concurrent-indexes.ts";
import type { Administration, AdministrationTransaction } from "../database.ts";
import * as queries from "./queries.ts";

const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** How often a migration is tried that finds its tables held, and the pause in between: a minute in all. */
const TRIES = 60;
const PAUSE_MS = 500;
/** A lock that was not to be had in time, and two who waited for each other's. */
const HELD = new Set(["55P03", "40P01"]);

/** The names of a folder's migrations, in their order. */
export const migrationsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();

/**
 * Brings the database's schema to the newest migration, forward only. Safe to call from several processes at once: the second waits and
 * finds nothing to do. An empty database gets all of them or none. One in use gets each in a transaction of its own, which waits half a
 * second for a table at most and is tried again, so that calls behind it wait no longer either. One that is marked as concurrent is
 * applied outside a transaction (concurrent-migration.ts). Answers the names applied now.
 */
export async function migrate(database: Administration, folder: string): Promise<readonly string[]> {
  const names = await migrationsIn(folder);
  const applied: string[] = [];
  for (;;) {
    const { now, left, concurrent } = await patiently(() => nextOf(database, folder, names));
    applied.push(...now);
    if (concurrent !== undefined && (await applyConcurrently(database, concurrent))) applied.push(concurrent.name);
    if (left === 0) return applied;
  }
}

/** Applies the first migration that is missing, to an empty database all. Answers one that no transaction can hold. */
function nextOf(database: Administration, folder: string, names: readonly string[]) {
  return database.transaction(async (transaction) => {
    await transaction.run(queries.lockMigrations);
    const { isEmpty, missing } = await lacking(transaction, names);
    const [name] = missing;
    if (!isEmpty && name !== undefined) {
      const text = await textOf(folder, name);
      if (isConcurrent(text)) return { now: [], left: missing.length - 1, concurrent: { name, text } };
    }
    const now = isEmpty ? missing : missing.slice(0, 1);
    // A backup is waited for as long as it takes; tables are not.
    if (now.length > 0) await transaction.run(queries.awaitBackups);
    if (!isEmpty) await transaction.run(queries.limitLockWait);
    await apply(transaction, folder, now);
    return { now, left: missing.length - now.length };
  });
}

/** Applies those of the names that the database lacks, in an open transaction; answers them. Waits for a backup that is under way. */
export async function applyMissing(
  transaction: AdministrationTransaction,
  folder: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const { missing } = await lacking(transaction, names);
  if (missing.length > 0) await transaction.run(queries.awaitBackups);
  await apply(transaction, folder, missing);
  return missing;
}

async function lacking({ run }: AdministrationTransaction, names: readonly string[]) {
  await run(queries.createMigrations);
  const known = new Set((await run(queries.listMigrations)).map((row) => row.name));
  return { isEmpty: known.size === 0, missing: names.filter((name) => !known.has(name)) };
}

async function apply({ run, script }: AdministrationTransaction, folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const text = await textOf(folder, name);
    await script(isConcurrent(text) ? withoutConcurrency(text) : text);
    await run(queries.recordMigration, [name]);
  }
}

const textOf = (folder: string, name: string): Promise<string> => readFile(join(folder, name), "utf8");

/** Tries again what found a table held; rethrows after a minute. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!HELD.has((error as { readonly code?: string }).code ?? "") || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Which of the folder's migrations the database lacks. */
export async function missingMigrations(database: Administration, folder: string): Promise<readonly string[]> {
  const names = await migrationsIn(folder);
  const applied = await database.transaction(async ({ run }) => {
    await run(queries.createMigrations);
    return new Set((await run(queries.listMigrations)).map((row) => row.name));
  });
  return names.filter((name) => !applied.has(name));
}

/** The role every connection must take on so that row-level security binds it; null when the connecting role is bound already. */
export async function applicationRole(database: Administration): Promise<string | null> {
  return database.transaction(async ({ run }) => {
    const [row] = await run(queries.privileged);
    if (!row?.privileged) return null;
    await run(queries.createApplicationRole);
    return "vitrine_application";
  });
}

/** The environment the database belongs to: `wanted` when nobody said before. */
export async function environmentOf(database: Administration, wanted: string): Promise<string> {
  const [row] = await database.transaction(({ run }) => run(queries.claimEnvironment, [wanted]));
  return row!.environment;
}
