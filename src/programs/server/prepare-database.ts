import { join } from "node:path";
import type { Settings } from "../../config.ts";
import { LocalizedError } from "../../platform/contract/index.ts";
import {
  applicationRole,
  type DatabaseSettings,
  type DatabaseTarget,
  environmentOf,
  migrate,
  openAdminConnection,
} from "../../platform/database/index.ts";
import { PROJECT } from "../../project.ts";

/**
 * Applies the missing migrations. Returns the target with the database role that connections assume, so that row-level security applies.
 * Throws for a database of the other environment: sandbox operations must never change production data.
 */
export async function prepareDatabase(
  target: DatabaseTarget,
  environment: Settings["environment"],
): Promise<DatabaseTarget & Pick<DatabaseSettings, "role">> {
  const administration = await openAdminConnection(target);
  try {
    await migrate(administration, join(PROJECT, "db", "migrations"));
    const own = await environmentOf(administration, environment);
    if (own !== environment) {
      throw new LocalizedError({
        "pt-BR": `este banco é do ambiente ${own}; dê a ${environment} uma pasta de dados ou um banco próprio`,
        en: `this database belongs to the ${own} environment; give ${environment} a data folder or database of its own`,
      });
    }
    return { ...target, role: await applicationRole(administration) };
  } finally {
    await administration.close();
  }
}
