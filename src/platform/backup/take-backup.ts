import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { AdminConnection, AdminTransaction } from "../database/database.ts";
import { LocalizedError } from "../contract/errors.ts";
import { lockTablesShared, listKeys, listMigrations } from "../database/migrations/queries.ts";
import { TAR_END, tarHeader, tarPadding } from "../archive/tar.ts";
import * as format from "./format.ts";
import * as queries from "./queries.ts";

/** Writes bytes of an archive. Resolves when the next bytes may be written. */
export type WriteChunk = (bytes: Buffer) => Promise<void>;

/** The progress of a backup or a restore. */
export interface Progress {
  readonly table: string;
  readonly rows: number;
  /** Size of the rows done so far in bytes, uncompressed. */
  readonly bytes: number;
  /** The approximate share of the work that is done, in [0, 1]. */
  readonly share: number;
}

export interface BackupOptions {
  /** The version of Vitrine. */
  readonly version: string;
  /** The key files to include. */
  readonly keyFiles: readonly { readonly name: string; readonly text: string }[];
  readonly onProgress: (progress: Progress) => void;
  /** Aborts the backup between two chunks. */
  readonly signal: AbortSignal;
}

const compress = promisify(zstdCompress);
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/**
 * Writes an archive with the key files and a snapshot of all tables except EXCLUDED_TABLES. Reads and writes continue meanwhile; migrations
 * wait. Memory holds only a few chunks at a time. Rejects with the error of `write`, or with a LocalizedError when the database has no
 * marketplace.
 */
export async function takeBackup(database: AdminConnection, write: WriteChunk, options: BackupOptions): Promise<format.Manifest> {
  await database.transaction(({ run }) => run(lockTablesShared));
  return database.transaction(async (transaction) => {
    await transaction.run(queries.setSnapshotIsolation);
    await transaction.run(queries.allowAllSellers);
    const [snapshot] = await transaction.run(queries.getSnapshotTime);
    const schema = await describeSchema(transaction);
    const archive = createArchiveWriter(write, snapshot!.seconds);
    const files = [
      await archive.add(format.README, Buffer.from(format.README_TEXT)),
      ...(await mapInOrder(options.keyFiles, ({ name, text }) => archive.add(format.keyFileName(name), Buffer.from(text)))),
    ];
    const tables = await copyTables(transaction, archive, options);
    const sequences = await transaction.run(queries.listSequences);
    const origin = { takenAt: snapshot!.at, postgres: snapshot!.server, version: options.version };
    const manifest: format.Manifest = { ...schema, ...origin, tables, sequences, files };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const { sha256 } = await archive.add(format.MANIFEST, text);
    await archive.add(format.MANIFEST_HASH, Buffer.from(`${sha256}  ${format.MANIFEST}\n`));
    await write(TAR_END);
    return manifest;
  });
}

/** Returns the parts of the manifest that are known before the first row is read. */
async function describeSchema({ run }: AdminTransaction) {
  const [found] = await run(queries.countTables);
  if (!found!.ours) throw new LocalizedError(NO_MARKETPLACE);
  const [installation] = await run(queries.getEnvironment);
  return {
    format: format.FORMAT,
    environment: installation?.environment ?? null,
    migrations: (await run(listMigrations)).map(({ name }) => name),
    partitions: await run(queries.listPartitions, [format.EXCLUDED_TABLES]),
    keys: (await run(listKeys)).map(({ key_id: id, sealed }) => ({ id, mark: sealed.toString("base64") })),
    leftOut: format.EXCLUDED_TABLES,
  } as const;
}

const NO_MARKETPLACE = {
  "pt-BR": "não há um marketplace neste banco: nenhuma migração foi aplicada",
  en: "there is no marketplace in this database: no migration was applied",
};

async function copyTables(
  { run, copyOut }: AdminTransaction,
  archive: ArchiveWriter,
  { onProgress, signal }: BackupOptions,
): Promise<readonly format.ArchivedTable[]> {
  const tables = await run(queries.listTables, [format.EXCLUDED_TABLES]);
  const totalStored = Math.max(
    1,
    tables.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  let [storedDone, rowsDone, bytesDone] = [0, 0, 0];
  return mapInOrder(tables, async ({ name, columns, copy, bytes: stored }) => {
    const hash = createHash("sha256");
    let [rows, bytes, pieces] = [0, 0, 0];
    for await (const chunk of copyOut(copy, format.CHUNK_BYTES)) {
      signal.throwIfAborted();
      hash.update(chunk.bytes);
      rows += chunk.rows;
      bytes += chunk.bytes.length;
      pieces += 1;
      await archive.add(format.chunkName(name, pieces), await compress(chunk.bytes, ZSTD));
      const share = Math.min(1, (storedDone + Math.min(stored, bytes)) / totalStored);
      onProgress({ table: name, rows: rowsDone + rows, bytes: bytesDone + bytes, share });
    }
    storedDone += stored;
    rowsDone += rows;
    bytesDone += bytes;
    return { name, columns, rows, bytes, sha256: hash.digest("hex"), pieces };
  });
}

interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<format.ArchivedFile>;
}

/** Creates a writer that appends one file after another. `modifiedAt` is the time of every file, in epoch seconds. */
const createArchiveWriter = (write: WriteChunk, modifiedAt: number): ArchiveWriter => ({
  async add(name, content) {
    await write(tarHeader({ name, size: content.length }, modifiedAt));
    await write(content);
    await write(tarPadding(content.length));
    return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  },
});

async function mapInOrder<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await map(item));
  return results;
}
