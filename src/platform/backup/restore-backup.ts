import type { AdminConnection, AdminTransaction } from "../database/database.ts";
import { LocalizedError, formatTexts, type Params, type LocalizedText } from "../contract/errors.ts";
import { applyMissing } from "../database/migrations/migrate.ts";
import { type BackupReader, totalRowBytes } from "./archive-reader.ts";
import type { Manifest } from "./format.ts";
import * as queries from "./queries.ts";
import type { Progress } from "./take-backup.ts";

export interface RestoreOptions {
  /** The folder of the migrations, and the names of the migrations in order. */
  readonly folder: string;
  readonly migrations: readonly string[];
  /** Whether to drop an existing marketplace in the database first. */
  readonly replace: boolean;
  readonly onProgress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

const FAULTS = {
  newer_schema: {
    "pt-BR": "o backup é de uma versão mais nova, {version}, cuja migração {names} esta não tem; restaure com aquela versão",
    en: "the backup is of a newer version, {version}, whose migration {names} this one lacks; restore it with that version",
  },
  not_empty: {
    "pt-BR": "o banco não está vazio: já há um marketplace nele; use outra pasta ou outro banco, ou --replace para apagá-lo",
    en: "the database is not empty: there is a marketplace in it; take another folder or database, or --replace to drop it",
  },
  strangers: {
    "pt-BR": "o banco tem {tables} tabelas que não são da Vitrine; use um banco só dela",
    en: "the database has {tables} tables that are not Vitrine's; take a database of its own",
  },
  in_use: {
    "pt-BR": "há {others} conexões da Vitrine com este banco; encerre seus processos, ou restaure noutro",
    en: "{others} connections of Vitrine to this database are open; stop its processes, or restore into another one",
  },
  other_columns: {
    "pt-BR": "a tabela {table} do backup não tem as colunas que suas migrações fazem",
    en: "the backup's table {table} has not the columns that its migrations make",
  },
  other_count: {
    "pt-BR": "de {table} vieram {came} linhas, e eram {told}",
    en: "{came} rows of {table} came, and there were {told}",
  },
} as const satisfies Record<string, LocalizedText>;

const fault = (name: keyof typeof FAULTS, facts: Params = {}) => new LocalizedError(formatTexts(FAULTS[name], facts));

/** Throws a LocalizedError when the archive's schema has migrations that are not in `known`. */
export function checkSchema({ migrations, version }: Manifest, known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw fault("newer_schema", { version, names: unknown });
}

/**
 * Restores an archive in one transaction: first the schema at the time of the backup, then the rows, then the migrations that were added
 * after the backup. Resolves to the names of these added migrations. Rejects with a LocalizedError when this version of Vitrine lacks a
 * migration of the archive, when the database is in use or contains tables of other programs, when it contains a marketplace and `replace`
 * is not set, and when the archive does not fit its migrations or its manifest.
 */
export async function restoreArchive(
  database: AdminConnection,
  archive: BackupReader,
  options: RestoreOptions,
): Promise<readonly string[]> {
  const { manifest } = archive;
  checkSchema(manifest, options.migrations);
  const migrated = await database.transaction(async (transaction) => {
    const { run, script } = transaction;
    await run(queries.allowAllSellers);
    await emptyDatabase(transaction, options.replace);
    await applyMissing(transaction, options.folder, manifest.migrations);
    const policies = await run(queries.rowSecurityToggleDdl);
    for (const { loosen } of policies) await script(loosen);
    await script((await run(queries.truncateSeededTablesDdl))[0]!.ddl ?? "");
    for (const { of, name, first, end } of manifest.partitions)
      await script((await run(queries.createPartitionDdl, [name, of, first, end]))[0]!.ddl);
    await loadTables(transaction, archive, options);
    for (const { name, value } of manifest.sequences) await run(queries.setSequence, [name, value]);
    for (const { force } of policies) await script(force);
    return applyMissing(transaction, options.folder, options.migrations);
  });
  // Without statistics, PostgreSQL would choose bad plans for the restored tables.
  await database.transaction(({ script }) => script("analyze"));
  return migrated;
}

async function emptyDatabase({ run, script }: AdminTransaction, replace: boolean): Promise<void> {
  const [connections] = await run(queries.countOtherConnections);
  if (connections!.others > 0) throw fault("in_use", connections);
  const [found] = await run(queries.countTables);
  if (found!.tables === 0) return;
  if (!found!.ours) throw fault("strangers", found);
  if (!replace) throw fault("not_empty");
  await script((await run(queries.dropAllTablesDdl))[0]!.ddl ?? "");
}

async function loadTables(
  { run, copyIn }: AdminTransaction,
  { manifest, rowsOf }: BackupReader,
  { onProgress, signal }: RestoreOptions,
): Promise<void> {
  const total = Math.max(1, totalRowBytes(manifest));
  let [rows, bytes] = [0, 0];
  for (const table of manifest.tables) {
    const [target] = await run(queries.copyInStatementOf, [table.name]);
    if (target?.columns.join() !== table.columns.join()) throw fault("other_columns", { table: table.name });
    const chunks = async function* () {
      for await (const chunk of rowsOf(table)) {
        signal.throwIfAborted();
        yield chunk;
        bytes += chunk.length;
        onProgress({ table: table.name, rows, bytes, share: bytes / total });
      }
    };
    const copied = await copyIn(target.copy, chunks());
    if (copied !== table.rows) throw fault("other_count", { table: table.name, came: copied, told: table.rows });
    rows += copied;
  }
}
