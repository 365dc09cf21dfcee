import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { Administration, AdministrationTransaction } from "../database/database.ts";
import { BilingualFault } from "../contract/errors.ts";
import { holdTables, listKeys, listMigrations } from "../database/migrations/queries.ts";
import { TAR_END, tarHeader, tarPadding } from "../archive/tar.ts";
import * as format from "./format.ts";
import * as queries from "./queries.ts";

/** Where an archive goes; answers when the next bytes may come. */
export type Write = (bytes: Buffer) => Promise<void>;

/** How far a backup or a restore is. */
export interface Progress {
  readonly table: string;
  readonly rows: number;
  /** Of the tables' rows as they are archived. */
  readonly bytes: number;
  /** In [0, 1], roughly. */
  readonly share: number;
}

export interface BackupOptions {
  /** Of Vitrine. */
  readonly version: string;
  /** Files with keys that go along. */
  readonly keyFiles: readonly { readonly name: string; readonly text: string }[];
  readonly onProgress: (progress: Progress) => void;
  /** Ends it between two pieces. */
  readonly signal: AbortSignal;
}

const compress = promisify(zstdCompress);
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/**
 * Writes everything a database holds, of one moment, as an archive. Readers and writers go on meanwhile; migrations wait. Memory
 * holds a few pieces, however much there is. Throws what `write` throws, and a fault when there is no marketplace in the database.
 */
export async function takeBackup(database: Administration, write: Write, options: BackupOptions): Promise<format.Manifest> {
  await database.transaction(({ run }) => run(holdTables));
  return database.transaction(async (transaction) => {
    await transaction.run(queries.oneMoment);
    await transaction.run(queries.seeAll);
    const [moment] = await transaction.run(queries.moment);
    const facts = { ...(await factsOf(transaction)), takenAt: moment!.at, postgres: moment!.server, version: options.version };
    const archive = createArchive(write, moment!.seconds);
    const files = [
      await archive.add(format.README, Buffer.from(format.README_TEXT)),
      ...(await inTurn(options.keyFiles, ({ name, text }) => archive.add(format.keyFileName(name), Buffer.from(text)))),
    ];
    const tables = await copyTables(transaction, archive, options);
    const sequences = await transaction.run(queries.sequencesThere);
    const manifest: format.Manifest = { ...facts, tables, sequences, files };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const { sha256 } = await archive.add(format.MANIFEST, text);
    await archive.add(format.MANIFEST_HASH, Buffer.from(`${sha256}  ${format.MANIFEST}\n`));
    await write(TAR_END);
    return manifest;
  });
}

/** What is known before the first row. */
async function factsOf({ run }: AdministrationTransaction) {
  const [there] = await run(queries.contents);
  if (!there!.ours) throw new BilingualFault(NO_MARKETPLACE);
  const [owner] = await run(queries.environmentThere);
  return {
    format: format.FORMAT,
    environment: owner?.environment ?? null,
    migrations: (await run(listMigrations)).map(({ name }) => name),
    partitions: await run(queries.partitionsThere, [format.LEFT_OUT]),
    keys: (await run(listKeys)).map(({ key_id: id, sealed }) => ({ id, mark: sealed.toString("base64") })),
    leftOut: format.LEFT_OUT,
  } as const;
}

const NO_MARKETPLACE = {
  "pt-BR": "não há um marketplace neste banco: nenhuma migração foi aplicada",
  en: "there is no marketplace in this database: no migration was applied",
};

async function copyTables(
  { run, copyOut }: AdministrationTransaction,
  archive: Archive,
  { onProgress, signal }: BackupOptions,
): Promise<readonly format.ArchivedTable[]> {
  const tables = await run(queries.tablesToCopy, [format.LEFT_OUT]);
  const all = Math.max(
    1,
    tables.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  let [done, rowsDone, bytesDone] = [0, 0, 0];
  return inTurn(tables, async ({ name, columns, copy, bytes: stored }) => {
    const hash = createHash("sha256");
    let [rows, bytes, pieces] = [0, 0, 0];
    for await (const piece of copyOut(copy, format.PIECE_BYTES)) {
      signal.throwIfAborted();
      hash.update(piece.bytes);
      rows += piece.rows;
      bytes += piece.bytes.length;
      pieces += 1;
      await archive.add(format.pieceName(name, pieces), await compress(piece.bytes, ZSTD));
      const share = Math.min(1, (done + Math.min(stored, bytes)) / all);
      onProgress({ table: name, rows: rowsDone + rows, bytes: bytesDone + bytes, share });
    }
    done += stored;
    rowsDone += rows;
    bytesDone += bytes;
    return { name, columns, rows, bytes, sha256: hash.digest("hex"), pieces };
  });
}

interface Archive {
  add(name: string, content: Buffer): Promise<format.ArchivedFile>;
}

/** Entries one after the other; `modifiedAt` is every entry's, epoch seconds. */
const createArchive = (write: Write, modifiedAt: number): Archive => ({
  async add(name, content) {
    await write(tarHeader({ name, size: content.length }, modifiedAt));
    await write(content);
    await write(tarPadding(content.length));
    return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  },
});

async function inTurn<T, R>(things: readonly T[], one: (thing: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const thing of things) results.push(await one(thing));
  return results;
}
