import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.ts";
import { Refusal } from "../../src/platform/contract/errors.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { openReferenceStore, type ReferenceData, type ReferenceStore } from "../../src/reference/index.ts";
import { entriesOf } from "../../src/reference/lists.ts";
import type { ChangeSet } from "../../src/reference/change-set.ts";
import { APPLICATION_ROLE, eventually, NOON, shipped, testDatabase, type TestDatabase } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { sample } from "./sample.ts";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  undo.push(database.drop);
  return database;
}

/** A process of the application on a database: its own connections, its own store. */
async function open(
  database: TestDatabase,
  data: ReferenceData = sample,
  clock = movableClock(NOON),
): Promise<ReferenceStore & { db: Database }> {
  const db = openDatabase({
    socket: database.socket,
    role: APPLICATION_ROLE,
    connections: 4,
    wideConnections: 2,
    statementTimeoutMs: 5_000,
    wideStatementTimeoutMs: 5_000,
    acquireTimeoutMs: 2_000,
    onBackgroundError: () => undefined,
  });
  undo.push(() => db.close());
  return { ...(await openReferenceStore({ db, clock, shipped: data, log: createLog("silent") })), db };
}

const brand = (code: number, name: string): ChangeSet["changes"][number] => ({
  list: "brands",
  code: String(code),
  item: { name, externalCode: name.toUpperCase() },
});
const removed = (list: ChangeSet["changes"][number]["list"], code: number) => ({ list, code: String(code), item: undefined });
const changeSet = (changes: ChangeSet["changes"], effectiveAt = NOON, at = NOON): ChangeSet => ({
  changes,
  effectiveAt,
  at,
  actor: "operator:test",
  dryRun: false,
});
const HOUR_MS = 3_600_000;

const brandNames = (store: ReferenceStore) => store.current().brands.names;
async function codes(outcome: Promise<unknown>): Promise<readonly string[]> {
  const refusal = await outcome;
  return refusal instanceof Refusal ? refusal.failures.map((failure) => failure.code) : [];
}

/** Server processes of this database that wait for somebody else's transaction. */
const waitingForLocks = async (database: TestDatabase) => {
  // A transaction sees one state of this view unless told to look again.
  await database.query("select pg_stat_clear_snapshot()");
  return database.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
};

describe("the first start", () => {
  it("keeps the shipped data, as it is written, as version 1", async () => {
    const data = await shipped();
    const store = await open(await newDatabase(), data);
    expect(store.current().version).toBe(1);
    expect(JSON.stringify(store.current().data.productTypes)).toBe(JSON.stringify(data.productTypes));
    expect(store.current().data).toEqual(data);
  });

  it("happens once, however many processes start at the same time", async () => {
    const database = await newDatabase();
    await database.query("begin");
    await database.query("select from reference_version for update");
    const opening = Promise.all([1, 2, 3, 4].map(() => open(database)));
    await eventually("all four to have found nothing", async () => (await waitingForLocks(database)).length === 4);
    await database.query("rollback");
    for (const store of await opening) expect(store.current().data).toEqual(sample);
    expect(await database.query("select version::int from reference_version")).toEqual([{ version: 1 }]);
    expect(await database.query("select count(*)::int as n from reference_items")).toEqual([{ n: entriesOf(sample).length }]);
  });

  it("leaves data that is there already alone", async () => {
    const database = await newDatabase();
    await open(database);
    const later = await open(database, await shipped());
    expect(later.current().data).toEqual(sample);
  });

  it("refuses shipped data that contradicts itself, and keeps none of it", async () => {
    const database = await newDatabase();
    await expect(open(database, { ...sample, templates: [] })).rejects.toThrow('productTypes 1 template "1" is not registered');
    expect(await database.query("select from reference_items")).toEqual([]);
  });
});

describe("a change for now", () => {
  it("is in effect here when it resolves, and in another process after its refresh", async () => {
    const database = await newDatabase();
    const [one, other] = [await open(database), await open(database)];
    const seen: number[] = [];
    other.onChange((snapshot) => seen.push(snapshot.version));
    const before = other.current();

    expect(await one.applyChangeSet(changeSet([brand(7, "Brumacor")]))).toEqual([
      { list: "brands", code: "7", item: { name: "Brumacor", externalCode: "BRUMACOR" }, changeId: 1, version: 2 },
    ]);
    expect(brandNames(one)).toEqual(["Aurivento", "Brumacor"]);

    expect(other.current()).toBe(before);
    expect(await other.refresh()).toBe(true);
    expect(brandNames(other)).toEqual(["Aurivento", "Brumacor"]);
    expect(before.brands.names).toEqual(["Aurivento"]);
    expect(seen).toEqual([2]);
    expect(await other.refresh()).toBe(false);
    expect(seen).toEqual([2]);
  });

  it("gives every process the same versions when all change at once", async () => {
    const database = await newDatabase();
    const stores = await Promise.all([1, 2, 3].map(() => open(database)));
    await Promise.all(
      stores.flatMap((store, s) => [1, 2, 3, 4].map((n) => store.applyChangeSet(changeSet([brand(100 * s + n + 10, `Marca ${s} ${n}`)])))),
    );
    for (const store of stores) {
      await store.refresh();
      expect(store.current().version).toBe(13);
      expect(brandNames(store)).toHaveLength(13);
    }
    const versions = await database.query<{ version: number }>("select version::int from reference_changes order by version");
    expect(versions.map((row) => row.version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it("is no change, and no version, when all is so already", async () => {
    const store = await open(await newDatabase());
    expect(await store.applyChangeSet(changeSet([brand(1, "Aurivento")]))).toEqual([]);
    expect(store.current().version).toBe(1);
  });

  it("changes nothing while it is rehearsed", async () => {
    const store = await open(await newDatabase());
    expect(await store.applyChangeSet({ ...changeSet([brand(7, "Brumacor")]), dryRun: true })).toEqual([]);
    expect(store.current().version).toBe(1);
    expect(await store.refresh()).toBe(false);
  });

  it("is refused whole when the data would contradict itself", async () => {
    const database = await newDatabase();
    const store = await open(database);
    expect(await codes(store.applyChangeSet(changeSet([brand(7, "Brumacor"), removed("templates", 1)])))).toEqual([
      "reference_inconsistent",
    ]);
    expect(await codes(store.applyChangeSet(changeSet([removed("brands", 99)])))).toEqual(["reference_item_unknown"]);
    expect(await database.query("select from reference_changes")).toEqual([]);
    expect(store.current().data).toEqual(sample);
  });

  it("counts with others of the same instant as one", async () => {
    const store = await open(await newDatabase());
    const [shirt, whey] = entriesOf(sample).filter((entry) => entry.list === "productTypes");
    const outcome = await store.applyChangeSet(
      changeSet([removed("templates", 2), { ...whey!, item: { ...(whey!.item as object), template: 1 } }]),
    );
    expect(outcome).toMatchObject([{ version: 2 }, { version: 3 }]);
    expect(store.current().data.templates.map((template) => template.code)).toEqual([1]);
    expect(shirt!.code).toBe("1");
  });
});

describe("a scheduled change", () => {
  it("takes effect at its time and in the order of effect", async () => {
    const clock = movableClock(NOON);
    const store = await open(await newDatabase(), sample, clock);
    await store.applyChangeSet(changeSet([brand(1, "Depois")], NOON + 2 * HOUR_MS));
    await store.applyChangeSet(changeSet([brand(1, "Antes")], NOON + HOUR_MS));
    expect(await store.applyDue()).toBe(false);
    expect(brandNames(store)).toEqual(["Aurivento"]);

    clock.move(HOUR_MS);
    expect(await store.applyDue()).toBe(true);
    expect(brandNames(store)).toEqual(["Antes"]);
    expect(store.current().version).toBe(2);

    clock.move(HOUR_MS);
    expect(await store.applyDue()).toBe(true);
    expect(brandNames(store)).toEqual(["Depois"]);
    expect(await store.applyDue()).toBe(false);
  });

  it("is caught up with in one step: the last change of an entry counts, each has its version", async () => {
    const clock = movableClock(NOON);
    const database = await newDatabase();
    const store = await open(database, sample, clock);
    await store.applyChangeSet(changeSet([brand(7, "Sete")], NOON + HOUR_MS));
    await store.applyChangeSet(changeSet([removed("brands", 7)], NOON + 2 * HOUR_MS));
    await store.applyChangeSet(changeSet([brand(1, "Final")], NOON + 3 * HOUR_MS));
    clock.move(4 * HOUR_MS);
    expect(await store.applyDue()).toBe(true);
    expect(store.current().version).toBe(4);
    expect(brandNames(store)).toEqual(["Final"]);
    expect(await database.query("select code, version::int from reference_changes order by version")).toEqual([
      { code: "7", version: 2 },
      { code: "7", version: 3 },
      { code: "1", version: 4 },
    ]);
  });

  it("is applied once by two processes that find it due together", async () => {
    const clock = movableClock(NOON);
    const database = await newDatabase();
    const [one, other] = [await open(database, sample, clock), await open(database, sample, clock)];
    await one.applyChangeSet(changeSet([brand(7, "Brumacor")], NOON + HOUR_MS));
    clock.move(HOUR_MS);
    const applied = await Promise.all([one.applyDue(), other.applyDue()]);
    expect(applied.filter(Boolean).length).toBe(1);
    await other.refresh();
    await one.refresh();
    expect([one.current().version, other.current().version]).toEqual([2, 2]);
  });

  it("stays possible: a change before it that would break it is refused, and so is its own when it breaks a later one", async () => {
    const store = await open(await newDatabase());
    const size = { list: "sizes" as const, code: "9", item: { name: "GG", externalCode: "GG" } };
    const chart = { list: "sizeCharts" as const, code: "1", item: { name: "Adulto", sizes: ["P", "M", "G", "GG"] } };
    expect(await codes(store.applyChangeSet(changeSet([chart], NOON + 2 * HOUR_MS)))).toEqual(["reference_inconsistent"]);
    await store.applyChangeSet(changeSet([size], NOON + HOUR_MS));
    await store.applyChangeSet(changeSet([chart], NOON + 2 * HOUR_MS));
    expect(await codes(store.applyChangeSet(changeSet([removed("sizes", 9)], NOON + HOUR_MS)))).toEqual(["reference_inconsistent_later"]);
    expect(await codes(store.withdraw(1))).toEqual(["reference_inconsistent_later"]);
    expect(await codes(store.withdraw(2))).toEqual([]);
    expect(await codes(store.withdraw(1))).toEqual([]);
    expect(await codes(store.withdraw(1))).toEqual(["reference_change_unknown"]);
  });

  it("is judged against what another process is about to change", async () => {
    const database = await newDatabase();
    const [one, other] = [await open(database), await open(database)];
    for (let round = 1; round <= 10; round += 1) {
      const size = { list: "sizes" as const, code: String(10 + round), item: { name: `T${round}`, externalCode: `T${round}` } };
      const chart = { list: "sizeCharts" as const, code: String(10 + round), item: { name: `Grade ${round}`, sizes: [`T${round}`] } };
      await one.applyChangeSet(changeSet([size]));
      const outcomes = await Promise.all([
        codes(one.applyChangeSet(changeSet([chart], NOON + HOUR_MS))),
        codes(other.applyChangeSet(changeSet([{ ...size, item: undefined }]))),
      ]);
      expect(outcomes.flat()).toHaveLength(1);
    }
  });

  it("can no longer be withdrawn once it is in effect", async () => {
    const store = await open(await newDatabase());
    await store.applyChangeSet(changeSet([brand(7, "Brumacor")]));
    expect(await codes(store.withdraw(1))).toEqual(["reference_change_in_effect"]);
  });

  it("waits with at most 1,000 others, on at most 50 dates", async () => {
    const [store, dated] = [await open(await newDatabase()), await open(await newDatabase())];
    const many = (count: number) => Array.from({ length: count }, (_, n) => brand(1_000 + n, `Marca ${n}`));
    await store.applyChangeSet(changeSet(many(1_000), NOON + HOUR_MS));
    expect(await codes(store.applyChangeSet(changeSet([brand(7, "Brumacor")], NOON + HOUR_MS)))).toEqual(["reference_too_many_waiting"]);
    expect(await store.applyChangeSet(changeSet([brand(7, "Brumacor")]))).toMatchObject([{ version: 2 }]);

    for (const [n, change] of many(50).entries()) await dated.applyChangeSet(changeSet([change], NOON + (n + 1) * HOUR_MS));
    expect(await codes(dated.applyChangeSet(changeSet([brand(7, "Brumacor")], NOON + 1)))).toEqual(["reference_too_many_waiting"]);
    expect(await dated.applyChangeSet(changeSet([brand(7, "Brumacor")], NOON + HOUR_MS))).toMatchObject([{ changeId: 51 }]);
  });
});

describe("an interrupted application", () => {
  it("leaves nothing half done when its server process dies in the middle, and is repeated", async () => {
    const clock = movableClock(NOON);
    const database = await newDatabase();
    const store = await open(database, sample, clock);
    await store.applyChangeSet(changeSet([brand(7, "Brumacor"), removed("colors", 2), brand(1, "Aurora")], NOON + HOUR_MS));
    clock.move(HOUR_MS);

    // Somebody holds one of the rows, so the statement stops half way through its work; then its server process is ended.
    await database.query("begin");
    await database.query("select from reference_items where list = 'colors' and code = '2' for update");
    const applying = store.applyDue().then(
      () => "applied",
      () => "failed",
    );
    const pid = await eventually("the application to wait for the row", async () => (await waitingForLocks(database))[0]?.pid);
    await database.query("select pg_terminate_backend($1)", [pid]);
    expect(await applying).toBe("failed");
    await database.query("rollback");
    await sleep(50);

    expect(await database.query("select version::int from reference_version")).toEqual([{ version: 1 }]);
    expect(await database.query("select from reference_changes where version is not null")).toEqual([]);
    const [untouched] = [await open(database)];
    expect(untouched.current().data).toEqual(sample);

    expect(await store.applyDue()).toBe(true);
    expect(store.current().version).toBe(4);
    expect(brandNames(store)).toEqual(["Aurora", "Brumacor"]);
    expect(store.current().colors.names).toEqual(["Preto"]);
  });
});
