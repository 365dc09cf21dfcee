import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Administration } from "./db.ts";
import * as queries from "./queries.ts";

const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** How often a migration is tried that finds its tables held, and the pause in between: a minute in all. */
const TRIES = 60;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Brings the database's schema to the newest migration, forward only. Safe to call from several processes at once: the second waits and
 * finds nothing to do. An empty database gets all of them or none. One in use gets each in a transaction of its own, which waits half a
 * second for a table at most and is tried again, so that calls behind it wait no longer either. Answers the names applied now.
 */
export async function migrate(database: Administration, folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();
  const applied: string[] = [];
  for (;;) {
    const { now, left } = await patiently(() => nextOf(database, folder, names));
    applied.push(...now);
    if (left === 0) return applied;
  }
}

/** Applies the first migration that is missing, to an empty database all. */
function nextOf(database: Administration, folder: string, names: readonly string[]) {
  return database.transaction(async ({ run, script }) => {
    await run(queries.lockMigrations);
    await run(queries.createMigrations);
    const known = new Set((await run(queries.listMigrations)).map((row) => row.name));
    const missing = names.filter((name) => !known.has(name));
    const now = known.size === 0 ? missing : missing.slice(0, 1);
    if (known.size > 0) await run(queries.limitLockWait);
    for (const name of now) {
      await script(await readFile(join(folder, name), "utf8"));
      await run(queries.recordMigration, [name]);
    }
    return { now, left: missing.length - now.length };
  });
}

/** Tries again what found a table held; rethrows after a minute. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if ((error as { readonly code?: string }).code !== LOCK_NOT_AVAILABLE || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Which of the folder's migrations the database lacks. */
export async function missingMigrations(database: Administration, folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();
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
