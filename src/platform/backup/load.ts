import type { Administration, AdministrationTransaction } from "../database/database.ts";
import { BilingualFault, filled, type Params, type Texts } from "../contract/errors.ts";
import { applyMissing } from "../database/migrations/migrate.ts";
import { type Archive, bytesIn } from "./archive-reader.ts";
import type { Manifest } from "./format.ts";
import * as queries from "./queries.ts";
import type { Progress } from "./take.ts";

export interface RestoreOptions {
  /** Of the migrations, and their names in order. */
  readonly folder: string;
  readonly migrations: readonly string[];
  /** Drops the marketplace that is there. */
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
} as const satisfies Record<string, Texts>;

const fault = (name: keyof typeof FAULTS, facts: Params = {}) => new BilingualFault(filled(FAULTS[name], facts));

/** Throws a fault when an archive's schema is newer than the migrations there are. */
export function checkSchema({ migrations, version }: Manifest, known: readonly string[]): void {
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw fault("newer_schema", { version, names: unknown });
}

/**
 * Brings an archive into a database, all of it or nothing, in one transaction: the schema as it was, its rows, then the migrations
 * that came since, which it answers. Throws a fault when the database is not empty and is not to be replaced, or somebody works
 * with it.
 */
export async function restoreArchive(database: Administration, archive: Archive, options: RestoreOptions): Promise<readonly string[]> {
  const { manifest } = archive;
  checkSchema(manifest, options.migrations);
  const migrated = await database.transaction(async (transaction) => {
    const { run, script } = transaction;
    await run(queries.seeAll);
    await makeRoom(transaction, options.replace);
    await applyMissing(transaction, options.folder, manifest.migrations);
    const policies = await run(queries.policiesLoosened);
    for (const { loosen } of policies) await script(loosen);
    await script((await run(queries.madeRowsGone))[0]!.ddl ?? "");
    for (const { of, name, first, end } of manifest.partitions)
      await script((await run(queries.partitionMade, [name, of, first, end]))[0]!.ddl);
    await loadTables(transaction, archive, options);
    for (const { name, value } of manifest.sequences) await run(queries.countedTo, [name, value]);
    for (const { force } of policies) await script(force);
    return applyMissing(transaction, options.folder, options.migrations);
  });
  // Until it knows how much there is, the database plans as if there were nothing.
  await database.transaction(({ script }) => script("analyze"));
  return migrated;
}

async function makeRoom({ run, script }: AdministrationTransaction, replace: boolean): Promise<void> {
  const [others] = await run(queries.othersThere);
  if (others!.others > 0) throw fault("in_use", others);
  const [there] = await run(queries.contents);
  if (there!.tables === 0) return;
  if (!there!.ours) throw fault("strangers", there);
  if (!replace) throw fault("not_empty");
  await script((await run(queries.everythingDropped))[0]!.ddl ?? "");
}

async function loadTables(
  { run, copyIn }: AdministrationTransaction,
  { manifest, rowsOf }: Archive,
  { onProgress, signal }: RestoreOptions,
): Promise<void> {
  const all = Math.max(1, bytesIn(manifest));
  let [rows, bytes] = [0, 0];
  for (const table of manifest.tables) {
    const [takes] = await run(queries.tableTakes, [table.name]);
    if (takes?.columns.join() !== table.columns.join()) throw fault("other_columns", { table: table.name });
    const pieces = async function* () {
      for await (const piece of rowsOf(table)) {
        signal.throwIfAborted();
        yield piece;
        bytes += piece.length;
        onProgress({ table: table.name, rows, bytes, share: bytes / all });
      }
    };
    const came = await copyIn(takes.copy, pieces());
    if (came !== table.rows) throw fault("other_count", { table: table.name, came, told: table.rows });
    rows += came;
  }
}
