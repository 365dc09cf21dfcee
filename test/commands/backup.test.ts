import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runLine, COMMANDS } from "../../src/commands/index.ts";
import { PROJECT } from "../../src/project.ts";
import { openBackup } from "../../src/platform/backup/archive-reader.ts";
import { EXCLUDED_TABLES, type Manifest } from "../../src/platform/backup/format.ts";
import { openAdminConnection } from "../../src/platform/database/database.ts";
import { applicationRole, applyMissing, migrationsIn } from "../../src/platform/database/migrations/migrate.ts";
import { createPartitions } from "../../src/platform/database/partitions/partitions.ts";
import { HEADER_BYTES, readTarHeader, tarHeader, tarPadding } from "../../src/platform/archive/tar.ts";
import { catalogueOf } from "../database/catalogue.ts";
import { client, ENCRYPTION_KEYS, startMarketplace, testDatabase } from "../harness.ts";
import { brokenInvariants } from "../reliability/invariants.ts";
import { pathOf } from "../wares.ts";
import { backupWorld, emptyDatabase, fingerprints, freshPlace, ordinaryRole, urlOf, type BackupWorld } from "./backup-world.ts";
import { keptText, runCommand } from "./terminal.ts";

const FOLDER = join(PROJECT, "db", "migrations");

/** A machine with much else to do takes long for a restore. */
const LIMIT_MS = 120_000;

let world: BackupWorld;
let place: string;
let file: string;
let url: string;
/** What the file was restored into. */
let restored: Awaited<ReturnType<typeof emptyDatabase>>;
beforeAll(async () => {
  world = await backupWorld();
  url = urlOf(world.market.database);
  place = freshPlace();
  file = join(place, "first.tar");
  await runCommand("backup", file, "--database-url", url);
  restored = await emptyDatabase();
}, LIMIT_MS);
afterAll(() => Promise.all([world.market.database.drop(), restored.drop()]));

const json = async (...line: readonly [string, ...string[]]) => JSON.parse((await runCommand(...line, "--json")).out) as never;
/** The database a test restores into; gone with the test. */
async function target(owner?: string) {
  const database = await emptyDatabase(owner);
  onTestFinished(() => database.drop());
  return database;
}
/** An archive in which a table's rows are others, as somebody would forge them who knows the format. */
function withRows(archive: Buffer, table: string, change: (text: string) => string): Buffer {
  for (let at = 0; ;) {
    const { name, size } = readTarHeader(archive.subarray(at, at + HEADER_BYTES))!;
    const from = at + HEADER_BYTES;
    const end = from + size + tarPadding(size).length;
    if (name === `tables/${table}/000001.copy.zst`) {
      const text = zstdDecompressSync(archive.subarray(from, from + size)).toString();
      expect(change(text)).not.toBe(text);
      const packed = zstdCompressSync(change(text));
      const entry = [tarHeader({ name, size: packed.length }, 0), packed, tarPadding(packed.length)];
      return Buffer.concat([archive.subarray(0, at), ...entry, archive.subarray(end)]);
    }
    at = end;
  }
}
const manifestOf = (path: string): Manifest => {
  const text = readFileSync(path, "latin1");
  const from = text.lastIndexOf('{\n "format"');
  return JSON.parse(Buffer.from(text.slice(from, text.indexOf("\n}\n", from) + 3), "latin1").toString()) as Manifest;
};

describe("backup and restore", { timeout: LIMIT_MS }, () => {
  it("bring back every row, sequence, partition, policy and constraint", async () => {
    const facts: { rows: number; restored: boolean; migrated: string[] } = await json("restore", file, "--database-url", restored.url);
    expect(facts).toMatchObject({ restored: true, migrated: [] });
    expect(await fingerprints(restored.query, EXCLUDED_TABLES)).toEqual(world.rows);
    expect(facts.rows).toBeGreaterThan(300);
    const sequences = "select sequencename, last_value::text from pg_sequences where schemaname = 'public' order by 1";
    expect(await restored.query(sequences)).toEqual(await world.market.database.query(sequences));
    const [{ rows: seen, ...schema }, { rows: old, ...before }] = await Promise.all([
      catalogueOf(restored.query),
      catalogueOf(world.market.database.query),
    ]);
    expect([seen, old].map((rows) => rows!.length > 0)).toEqual([true, true]);
    // Partitions of what is left out are made by the next start.
    const kept = (said: readonly string[]) => said.filter((one) => !/request_log_\d{8}/.test(one));
    for (const kind of Object.keys(before)) expect(schema[kind], kind).toEqual(kept(before[kind]!));
    expect(await brokenInvariants(restored.query)).toEqual([]);
  });

  it("keep what each seller's rows are behind: an ordinary owner reads and writes all of them", async () => {
    const role = await ordinaryRole();
    onTestFinished(role.drop);
    const to = await target(role.name);
    await json("restore", file, "--database-url", to.url);
    const again = join(place, "ordinary.tar");
    await json("backup", again, "--database-url", to.url);
    const [first, second] = [manifestOf(file), manifestOf(again)];
    expect(second.tables.map(({ name, sha256 }) => [name, sha256])).toEqual(first.tables.map(({ name, sha256 }) => [name, sha256]));
    expect([second.sequences, second.keys.length]).toEqual([first.sequences, 1]);
  });

  it("make a marketplace that goes on: tokens are let in, reads are the same, sealed customers open, new rows come", async () => {
    const administration = await openAdminConnection({ socket: restored.socket });
    await applicationRole(administration);
    await administration.close();
    const market = await startMarketplace({ database: restored });
    try {
      const seller = client(market.baseUrl, world.seller.headers);
      for (const [path, text] of Object.entries(world.reads)) expect((await seller.get(path)).text, path).toBe(text);
      const orders = await seller.get("/api/v1/orders?expand=shippings");
      expect(orders.json.items[0].shippings[0].customer).toHaveProperty("customerName");
      const price = { listPrice: 100, salePrice: 89.9 };
      const repeated = await seller.put(pathOf("VENDIDA", "prices"), price, { headers: { "idempotency-key": "once" } });
      expect(repeated.headers.get("idempotent-replayed")).toBe("true");
      const bought = await seller.post("/api/v1/orders", { paid: true, items: [{ sku: "VENDIDA", quantity: 1 }] });
      expect(bought.status).toBe(201);
      expect((await market.seller()).sellerId).toBeGreaterThan(world.seller.sellerId);
      expect(await brokenInvariants(restored.query)).toEqual([]);
    } finally {
      await market.app.stop();
    }
  });

  it("take an older schema and bring it up to date", async () => {
    const old = await target();
    const names = (await migrationsIn(FOLDER)).slice(0, 5);
    const administration = await openAdminConnection({ socket: old.socket });
    await administration.transaction((transaction) => applyMissing(transaction, FOLDER, names));
    await administration.close();
    await old.query("insert into sellers (name, created_at) values ('Loja Antiga', 1)");
    const path = join(place, "old.tar");
    await json("backup", path, "--database-url", urlOf(old));
    const to = await target();
    const { migrated }: { migrated: string[] } = await json("restore", path, "--database-url", to.url);
    expect(migrated).toEqual((await migrationsIn(FOLDER)).slice(5));
    expect(await to.query("select name from sellers")).toEqual([{ name: "Loja Antiga" }]);
    const fresh = await testDatabase();
    onTestFinished(() => fresh.drop());
    const [is, should] = await Promise.all([catalogueOf(to.query), catalogueOf(fresh.query)]);
    expect({ ...is, rows: [] }).toEqual({ ...should, rows: [] });
  });
});

describe("restore refuses, and leaves the database as it was", { timeout: LIMIT_MS }, () => {
  it("a database with a marketplace, unless it is to be replaced", async () => {
    await restored.query("insert into sellers (name, created_at) values ('Depois', 1)");
    await expect(runCommand("restore", file, "--database-url", restored.url)).rejects.toThrow("--replace");
    expect(await restored.query("select name from sellers where name = 'Depois'")).toHaveLength(1);
    await json("restore", file, "--database-url", restored.url, "--replace");
    expect(await fingerprints(restored.query, EXCLUDED_TABLES)).toEqual(world.rows);
  });

  it("a database of somebody else, and one that is in use", async () => {
    const theirs = await target();
    await theirs.query("create table invoices (n integer)");
    for (const more of [[], ["--replace"]])
      await expect(runCommand("restore", file, "--database-url", theirs.url, ...more)).rejects.toThrow("not Vitrine's");
    const used = await testDatabase();
    const market = await startMarketplace({ database: used });
    await expect(runCommand("restore", file, "--database-url", urlOf(used), "--replace")).rejects.toThrow("stop its processes");
    await market.app.stop();
    await used.drop();
  });

  it("a backup of the other environment", async () => {
    const to = await target();
    await expect(runCommand("restore", file, "--database-url", to.url, "--env", "production")).rejects.toThrow("--env sandbox");
  });

  it("whatever is not what was written, wherever it was changed or cut", async () => {
    const to = await target();
    const whole = readFileSync(file);
    const bad = join(place, "bad.tar");
    const refusal = async (bytes: Buffer) => {
      writeFileSync(bad, bytes);
      return runCommand("restore", bad, "--database-url", to.url).then(
        () => "restored",
        (error: Error) => /is (damaged|incomplete|no backup)|cannot be read/.exec(error.message)?.[0] ?? error.message,
      );
    };
    const told = new Set<string>();
    for (let nth = 0; nth < 60; nth += 1) {
      const changed = Buffer.from(whole);
      changed[Math.floor((nth / 60) * whole.length)]! ^= 1 << (nth % 8);
      told.add(await refusal(changed));
    }
    for (let nth = 0; nth < 12; nth += 1) told.add(await refusal(whole.subarray(0, Math.floor((nth / 12) * whole.length))));
    told.add(await refusal(Buffer.concat([whole, Buffer.alloc(512)])));
    told.add(
      await refusal(withRows(whole, "stocks", (text) => text.replace(/\t(\d)/, (_, digit: string) => `\t${(Number(digit) + 1) % 10}`))),
    );
    expect([...told].sort()).toEqual(["is damaged", "is incomplete", "is no backup"]);
    expect(await to.query("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([]);
  });

  it("a backup of a newer version", async () => {
    await restored.query("insert into migrations (name) values ('9999-from-the-future.sql')");
    const path = join(place, "newer.tar");
    await json("backup", path, "--database-url", restored.url);
    const to = await target();
    await expect(runCommand("restore", path, "--database-url", to.url)).rejects.toThrow("9999-from-the-future.sql");
  });
});

describe("backup", { timeout: LIMIT_MS }, () => {
  it("tells what it took and where the keys are", async () => {
    vi.stubEnv("ENCRYPTION_KEYS", ENCRYPTION_KEYS);
    onTestFinished(() => void vi.unstubAllEnvs());
    const facts: Record<string, unknown> = await json("backup", place, "--database-url", url);
    expect(facts).toMatchObject({
      environment: "sandbox",
      version: "0.1.0",
      keys: ["test"],
      keysInside: false,
      migration: (await migrationsIn(FOLDER)).at(-1)!.replace(".sql", ""),
    });
    expect(facts["file"]).toMatch(/\/vitrine-sandbox-\d{8}T\d{6}Z\.tar$/);
    expect(statSync(facts["file"] as string).mode & 0o777).toBe(0o600);
    expect(readFileSync(facts["file"] as string).includes(ENCRYPTION_KEYS.split(":")[1]!)).toBe(false);
    const checked: Record<string, unknown> = await json("restore", facts["file"] as string, "--check");
    expect(checked).toMatchObject({ restored: false, keysMissing: [], rows: facts["rows"] });
    vi.unstubAllEnvs();
    expect(await json("restore", facts["file"] as string, "--check", "--data", freshPlace())).toMatchObject({ keysMissing: ["test"] });
  });

  it("takes the keys along when it is asked to, and restore puts them where they are missing", async () => {
    const from = freshPlace();
    writeFileSync(join(from, "encryption-keys"), `${ENCRYPTION_KEYS}\n`, { mode: 0o600 });
    const path = join(place, "keys.tar");
    await json("backup", path, "--with-keys", "--database-url", url, "--data", from);
    const to = await target();
    const folder = join(freshPlace(), "new");
    expect(await json("restore", path, "--database-url", to.url, "--data", folder)).toMatchObject({ keysInside: true, keysMissing: [] });
    expect(readFileSync(join(folder, "encryption-keys"), "utf8")).toBe(`${ENCRYPTION_KEYS}\n`);
    expect(statSync(join(folder, "encryption-keys")).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, "encryption-keys"), `other:${Buffer.alloc(32, "other").toString("base64")}\n`);
    await expect(runCommand("restore", path, "--database-url", to.url, "--data", folder, "--replace")).rejects.toThrow("never replaced");
  });

  it("holds no token, and nobody's name, document or address (reliability T53, T54)", async () => {
    await using archive = await openBackup(file);
    const [order] = JSON.parse(world.reads["/api/v1/orders?expand=items,shippings"]!).items;
    const { customer } = order.shippings[0] as { customer: Record<string, unknown> };
    const secrets = [
      world.seller.accessToken,
      ...Object.values(customer).filter((one) => typeof one === "string" && one.length > 8),
    ] as string[];
    expect(secrets.length).toBeGreaterThan(2);
    const found: string[] = [];
    for (const table of archive.manifest.tables)
      for await (const piece of archive.rowsOf(table))
        found.push(...secrets.filter((secret) => piece.includes(secret)).map((secret) => `${table.name}: ${secret}`));
    expect(found).toEqual([]);
  });

  it("replaces no file, and leaves none that is not whole", async () => {
    const folder = freshPlace();
    copyFileSync(file, join(folder, "there.tar"));
    await expect(runCommand("backup", join(folder, "there.tar"), "--database-url", url)).rejects.toThrow("já existe");
    const nobody = await target();
    await expect(runCommand("backup", join(folder, "none.tar"), "--database-url", urlOf(nobody))).rejects.toThrow("no marketplace");
    await expect(runCommand("backup", join(folder, "none.tar"), "--data", join(folder, "nothing"))).rejects.toThrow("there is no database");
    expect(readdirSync(folder)).toEqual(["there.tar"]);
  });

  it("goes down a pipe, its report beside it", async () => {
    const pieces: Buffer[] = [];
    const out = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        pieces.push(Buffer.from(chunk));
        setImmediate(done);
      },
    });
    const err = keptText();
    expect(await runLine(["backup", "-", "--json", "--database-url", url], COMMANDS, { lang: "en", out, err })).toBe(0);
    const path = join(place, "piped.tar");
    writeFileSync(path, Buffer.concat(pieces));
    expect(JSON.parse(err.text.trim().split("\n").at(-1)!)).toMatchObject({ file: "-", bytes: statSync(path).size });
    expect(await json("restore", path, "--check")).toMatchObject({ restored: false });
  });

  it("keeps the partitions it may still read, and migrations wait for it", async () => {
    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const tables = [{ name: "once", counts: "days", keptDays: 2, unlogged: false }] as const;
    const partitions = createPartitions(() => openAdminConnection({ socket: database.socket }), tables);
    const day = 86_400_000;
    const there = async () => (await database.query("select from pg_inherits where inhparent = 'once'::regclass")).length;
    await partitions.maintain(100 * day);
    const before = await there();
    await database.query("select pg_advisory_lock_shared(8675310)");
    await partitions.maintain(120 * day);
    expect(await there()).toBe(before * 2);
    let isDone = false;
    const migrating = openAdminConnection({ socket: database.socket }).then(async (administration) => {
      await administration.transaction(({ script }) =>
        script("delete from migrations where name like '0009%'; drop index if exists credentials_of_application"),
      );
      const applied = await administration.transaction((transaction) =>
        migrationsIn(FOLDER).then((names) => applyMissing(transaction, FOLDER, names)),
      );
      isDone = true;
      await administration.close();
      return applied;
    });
    await vi.waitFor(async () =>
      expect(await database.query("select from pg_locks where locktype = 'advisory' and not granted and objid = 8675310")).toHaveLength(1),
    );
    expect(isDone).toBe(false);
    await database.query("select pg_advisory_unlock_shared(8675310)");
    expect(await migrating).toHaveLength(1);
    await partitions.maintain(120 * day);
    expect(await there()).toBe(before);
  });
});
