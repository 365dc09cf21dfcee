import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Administration, AdministrationTransaction } from "./db.ts";
import * as queries from "./queries.ts";

const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** The names of a folder's migrations, in their order. */
export const migrationsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();

/**
 * Brings the database's schema to the newest migration, forward only. Safe to call from several processes at once:
 * the second waits and finds nothing to do. Answers the names applied now.
 */
export async function migrate(database: Administration, folder: string): Promise<readonly string[]> {
  const names = await migrationsIn(folder);
  return database.transaction(async (transaction) => {
    await transaction.run(queries.lockMigrations);
    return applyMissing(transaction, folder, names);
  });
}

/** Applies those of the names that the database lacks, in an open transaction; answers them. Waits for a backup that is under way. */
export async function applyMissing(
  { run, script }: AdministrationTransaction,
  folder: string,
  names: readonly string[],
): Promise<readonly string[]> {
  await run(queries.createMigrations);
  const applied = new Set((await run(queries.listMigrations)).map((row) => row.name));
  const missing = names.filter((name) => !applied.has(name));
  if (missing.length > 0) await run(queries.awaitBackups);
  for (const name of missing) {
    await script(await readFile(join(folder, name), "utf8"));
    await run(queries.recordMigration, [name]);
  }
  return missing;
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
