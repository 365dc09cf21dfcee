import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { applyConcurrently, isConcurrent, withoutConcurrency } from "./concurrent-indexes.ts";
import type { AdminConnection, AdminTransaction } from "../database.ts";
import * as queries from "./queries.ts";

const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Maximum number of attempts at a migration whose tables are locked. Together with their waits and pauses, they take about a minute. */
const ATTEMPTS = 60;
const PAUSE_MS = 500;
/** The codes of a lock timeout and of a deadlock. */
const LOCK_ERRORS = new Set(["55P03", "40P01"]);

/** The names of a folder's migrations, in order. */
export const migrationsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();

/**
 * Migrates the database's schema to the newest version, forward only. Several processes may call it at once: the second waits and finds
 * nothing to do. An empty database gets all migrations or none. A database in use gets each migration in its own transaction. That transaction
 * waits at most half a second for a table and is then retried, so that calls never wait long behind it. A migration marked as concurrent is
 * applied outside a transaction (concurrent-indexes.ts). Resolves to the names of the migrations that it applied.
 */
export async function migrate(database: AdminConnection, folder: string): Promise<readonly string[]> {
  const names = await migrationsIn(folder);
  const applied: string[] = [];
  for (;;) {
    const { done, left, concurrent } = await retryLocked(() => applyNext(database, folder, names));
    applied.push(...done);
    if (concurrent !== undefined && (await applyConcurrently(database, concurrent))) applied.push(concurrent.name);
    if (left === 0) return applied;
  }
}

/**
 * Applies the first missing migration, or all of them to an empty database. Does not apply a concurrent migration, but returns it, so that the
 * caller applies it.
 */
function applyNext(database: AdminConnection, folder: string, names: readonly string[]) {
  return database.transaction(async (transaction) => {
    await transaction.run(queries.lockMigrations);
    const { isEmpty, missing } = await compare(transaction, names);
    const [name] = missing;
    if (!isEmpty && name !== undefined) {
      const text = await textOf(folder, name);
      if (isConcurrent(text)) return { done: [], left: missing.length - 1, concurrent: { name, text } };
    }
    const next = isEmpty ? missing : missing.slice(0, 1);
    // The wait for a backup has no limit; the wait for tables does.
    if (next.length > 0) await transaction.run(queries.lockAgainstBackups);
    if (!isEmpty) await transaction.run(queries.limitLockWait);
    await apply(transaction, folder, next);
    return { done: next, left: missing.length - next.length };
  });
}

/** Applies the named migrations that the database lacks, in an open transaction, and returns their names. Waits for a running backup. */
export async function applyMissing(transaction: AdminTransaction, folder: string, names: readonly string[]): Promise<readonly string[]> {
  const { missing } = await compare(transaction, names);
  if (missing.length > 0) await transaction.run(queries.lockAgainstBackups);
  await apply(transaction, folder, missing);
  return missing;
}

async function compare({ run }: AdminTransaction, names: readonly string[]) {
  await run(queries.createMigrations);
  const known = new Set((await run(queries.listMigrations)).map((row) => row.name));
  return { isEmpty: known.size === 0, missing: names.filter((name) => !known.has(name)) };
}

async function apply({ run, script }: AdminTransaction, folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const text = await textOf(folder, name);
    await script(isConcurrent(text) ? withoutConcurrency(text) : text);
    await run(queries.recordMigration, [name]);
  }
}

const textOf = (folder: string, name: string): Promise<string> => readFile(join(folder, name), "utf8");

/** Repeats `work` while a table is locked. After `ATTEMPTS` attempts, about a minute, rethrows the error. */
async function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_ERRORS.has((error as { readonly code?: string }).code ?? "") || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** The names of the folder's migrations that were not yet applied to the database. */
export async function missingMigrations(database: AdminConnection, folder: string): Promise<readonly string[]> {
  const names = await migrationsIn(folder);
  const applied = await database.transaction(async ({ run }) => {
    await run(queries.createMigrations);
    return new Set((await run(queries.listMigrations)).map((row) => row.name));
  });
  return names.filter((name) => !applied.has(name));
}

/**
 * The role that every connection must switch to so that row-level security applies. Creates it if it is missing. Null when row-level security
 * already applies to the connecting role.
 */
export async function applicationRole(database: AdminConnection): Promise<string | null> {
  return database.transaction(async ({ run }) => {
    const [row] = await run(queries.checkPrivileges);
    if (!row?.privileged) return null;
    await run(queries.createApplicationRole);
    return "vitrine_application";
  });
}

/** The environment that the database belongs to. If it belongs to none yet, it gets `wanted`. */
export async function environmentOf(database: AdminConnection, wanted: string): Promise<string> {
  const [row] = await database.transaction(({ run }) => run(queries.claimEnvironment, [wanted]));
  return row!.environment;
}
