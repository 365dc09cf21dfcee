import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Administration } from "./db.ts";
import * as queries from "./queries.ts";

const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/**
 * Brings the database's schema to the newest migration, forward only. Safe to call from several processes at once:
 * the second waits and finds nothing to do. Answers the names applied now.
 */
export async function migrate(database: Administration, folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();
  return database.transaction(async ({ run, script }) => {
    await run(queries.lockMigrations);
    await run(queries.createMigrations);
    const applied = new Set((await run(queries.listMigrations)).map((row) => row.name));
    const missing = names.filter((name) => !applied.has(name));
    for (const name of missing) {
      await script(await readFile(join(folder, name), "utf8"));
      await run(queries.recordMigration, [name]);
    }
    return missing;
  });
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
