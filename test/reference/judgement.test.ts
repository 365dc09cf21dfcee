import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, statement, type Database } from "../../src/platform/database/database.ts";
import { Refusal } from "../../src/platform/contract/errors.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import type { ChangeSet } from "../../src/reference/change-set.ts";
import { openReferenceStore, type ReferenceStore } from "../../src/reference/index.ts";
import { listWaiting, loadReference } from "../../src/reference/queries.ts";
import type { ReferenceChange } from "../../src/reference/lists.ts";
import { budget, SEED } from "../budget.ts";
import { figures } from "../figures.ts";
import { movableClock } from "../movable-clock.ts";
import { APPLICATION_ROLE, NOON, testDatabase, type TestDatabase } from "../harness.ts";
import { sample } from "./sample.ts";
import { stateAt, wholeFaults, type Whole } from "./whole-judgement.ts";

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  // One connection, so that what it has read can be counted.
  db = openDatabase({
    socket: database.socket,
    role: APPLICATION_ROLE,
    connections: 1,
    wideConnections: 1,
    statementTimeoutMs: 20_000,
    wideStatementTimeoutMs: 20_000,
    acquireTimeoutMs: 5_000,
    onBackgroundError: () => undefined,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** A store on nothing but some data, as on the day of the first start. */
async function beginWith(data = sample, on = db): Promise<ReferenceStore> {
  await database.query("truncate reference_changes, reference_items; update reference_version set version = 0");
  return openReferenceStore({ db: on, clock: movableClock(NOON), shipped: data, log: createLog("silent") });
}

const changeSet = (changes: readonly ReferenceChange[], effectiveAt: number, at = NOON): ChangeSet => ({
  changes,
  effectiveAt,
  at,
  actor: "operator:test",
  dryRun: false,
});

/** What a refusal of the store says of the data, in the words of wholeFaults. */
const faultsOf = (refusal: Refusal) =>
  refusal.failures
    .map(({ received, params }) => {
      const { date, problem } = params as { readonly date?: string; readonly problem: { readonly en: string } };
      return `${date === undefined ? "" : `${date} `}${String(received)} ${problem.en}`;
    })
    .toSorted();

async function readWhole(): Promise<Whole> {
  const waiting = await db.run([], listWaiting, []);
  return {
    entries: await db.run([], loadReference, []),
    waiting: waiting.map(({ list, code, item, change_id: changeId, effective_at: effectiveAt }) => ({
      list,
      code,
      item: item ?? undefined,
      changeId,
      effectiveAt,
    })),
  };
}

/** Few codes and few names, so that changes come into each other's way. */
const few = <Value>(...values: Value[]) => fc.constantFrom(...values);
const some = <Value>(...values: Value[]) => fc.subarray(values, { minLength: 1 });
const code = few("1", "2", "3");
const put = (
  list: ReferenceChange["list"],
  item: fc.Arbitrary<unknown>,
  codes: fc.Arbitrary<string> = code,
): fc.Arbitrary<ReferenceChange> => fc.record({ list: fc.constant(list), code: codes, item: fc.option(item, { nil: undefined, freq: 4 }) });
const rule = (name: string, item: fc.Arbitrary<unknown>): fc.Arbitrary<ReferenceChange> =>
  fc.record({ list: few("rules"), code: few(name), item });
const named = (...names: string[]) => fc.record({ name: few(...names), externalCode: few(...names) });
const changeDrawn: fc.Arbitrary<ReferenceChange> = fc.oneof(
  put("brands", named("Aurivento", "Brumacor", "Serranova")),
  put("sizes", named("P", "M", "G", "GG", "5"), few("1", "2", "3", "4", "5")),
  put("sizeCharts", fc.record({ name: few("Adulto", "Potes", "Larga"), sizes: some("P", "M", "G", "GG", "5", "900 g") })),
  put("departments", fc.record({ name: few("Casual", "Suplementos", "Praia"), stores: some("VE", "VM") })),
  put("templates", fc.constantFrom(...sample.templates.map(({ code: _code, ...template }) => template))),
  put(
    "productTypes",
    fc.record({
      name: few("Camiseta", "Whey Protein", "Regata"),
      departments: some(1, 2, 3),
      kind: few("CLOTHES", "SHOES", "SINGLE"),
      sizeChart: few(1, 2, 3),
      weightMaxKg: fc.constant(1.5),
      distinguishedBy: fc.constant("color"),
      template: few(1, 2, 3),
    }),
  ),
  rule(
    "familyMinimum",
    fc.record({ CLOTHES: few(1, 2, 3), SHOES: few(1, 2), ACCESSORY: fc.constant(1), SINGLE: few(1, 2), FOOD: few(1, 2) }),
  ),
  rule("largestFamily", few(1, 2, 500)),
  rule(
    "commissionPercent",
    fc.record({ standard: fc.constant(16), departments: some(1, 2, 3).map((codes) => codes.map((one) => ({ code: one, percent: 12 }))) }),
  ),
  rule(
    "reviewDeadlines",
    fc.record({ hours: few(1, 24), byDepartment: some(1, 2, 3).map((codes) => codes.map((one) => ({ code: one, hours: 2 }))) }),
  ),
);
/** Changes asked for together, or the withdrawal of one that waits. */
const stepDrawn = fc.record({
  changes: fc.uniqueArray(changeDrawn, { minLength: 1, maxLength: 3, selector: ({ list, code: of }) => `${list} ${of}` }),
  hour: few(0, 1, 2, 3, 4),
  passed: few(0, 0, 0, 1),
  withdraws: fc.option(fc.nat({ max: 20 }), { nil: undefined, freq: 5 }),
});

const RUNS = budget(3, 500);
const STEPS = 20;

describe(`changes of reference data, seed ${SEED}`, () => {
  it(
    "are judged by what they have to do with as they would be by all there is, at every date",
    async () => {
      const seen = { taken: 0, refused: 0, "refused for a later date": 0, withdrawn: 0, "withdrawal refused": 0 };
      await fc.assert(
        fc.asyncProperty(fc.array(stepDrawn, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
          const store = await beginWith();
          let at = NOON;
          for (const { changes, hour, passed, withdraws } of steps) {
            // What became due meanwhile is not in effect before somebody makes it so: here, the next change.
            at += passed * (HOUR_MS / 4);
            const whole = await readWhole();
            const withdrawn = withdraws === undefined ? undefined : whole.waiting[withdraws];
            if (withdrawn) {
              const others = { ...whole, waiting: whole.waiting.filter((one) => one !== withdrawn) };
              const outcome = await store.withdraw(withdrawn.changeId);
              const faults = wholeFaults(others, [], withdrawn.effectiveAt);
              expect(outcome instanceof Refusal ? faultsOf(outcome) : []).toEqual(faults);
              seen[faults.length > 0 ? "withdrawal refused" : "withdrawn"] += 1;
              continue;
            }
            const effectiveAt = Math.max(NOON + hour * HOUR_MS, at);
            const there = stateAt(whole, effectiveAt);
            if (changes.some((change) => change.item === undefined && there(change) === undefined)) continue;
            const outcome = await store.applyChangeSet(changeSet(changes, effectiveAt, at));
            const faults = wholeFaults(whole, changes, effectiveAt);
            expect(outcome instanceof Refusal ? faultsOf(outcome) : []).toEqual(faults);
            seen[faults.length === 0 ? "taken" : faults[0]!.startsWith("2026") ? "refused for a later date" : "refused"] += 1;
          }
        }),
        { numRuns: RUNS, seed: SEED },
      );
      figures({ seed: SEED, sequences: RUNS, ...seen });
      expect(
        seen.taken > 0 && seen.refused > 0 && (RUNS < 100 || Object.values(seen).every((times) => times > 0)),
        JSON.stringify(seen),
      ).toBe(true);
    },
    budget(60_000, 3_600_000),
  );
});

/** A database that tells what is asked of it: how many statements, how many rows came back. */
function counted(of: Database) {
  const asked = { statements: 0, rows: 0 };
  const counting = async <Row>(rows: Promise<Row[]>) => {
    asked.statements += 1;
    asked.rows += (await rows).length;
    return rows;
  };
  const counter: Database = {
    ...of,
    run: (scope, query, values) => counting(of.run(scope, query, values)),
    transaction: (scope, work) =>
      of.transaction(scope, (transaction) =>
        work({
          run: (query, values) => counting(transaction.run(query, values)),
          runAndCommit: (query, values) => counting(transaction.runAndCommit(query, values)),
        }),
      ),
  };
  return { counter, asked };
}

const PLANTED = "whoever reads all that waits";
const OF_RELATIVES = "an item whose rule is announced again and again";
/** Rows that are looked at because what the database knows of its tables is never quite of now. */
const LOOKED_ASIDE = 30;

const forceFlush = statement<object>("test.force_flush", "select pg_stat_force_next_flush()");

/** How many rows of the reference data the database has looked at, in tables and by indexes. */
async function rowsLookedAt(): Promise<number> {
  await db.run([], forceFlush, []);
  await database.query("select pg_stat_clear_snapshot()");
  const [row] = await database.query<{ n: number }>(
    `select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables where relname in ('reference_items', 'reference_changes'))::int as n`,
  );
  return row!.n;
}

/** Dates, a day apart, beginning tomorrow. */
const days = (count: number) => Array.from({ length: count }, (_, nth) => NOON + (nth + 1) * 24 * HOUR_MS);
const rulePut = (name: keyof typeof sample.rules, item: unknown): ReferenceChange => ({ list: "rules", code: name, item });
const minimumOf = (clothes: number) => rulePut("familyMinimum", { ...sample.rules.familyMinimum, CLOTHES: clothes });
const brand = (nth: number, name = `Marca ${nth}`): ReferenceChange => ({
  list: "brands",
  code: String(nth),
  item: { name, externalCode: name },
});

interface Cost {
  readonly statements: number;
  readonly rows: number;
  readonly looked: number;
}

describe("what the judgement of a change costs", () => {
  const chart = { list: "sizeCharts", code: "1", item: { name: "Adulto", sizes: ["P", "M"] } } as const;
  /** Each would take effect in an hour, before all that is announced. */
  const ASKED: Readonly<Record<string, readonly ReferenceChange[]>> = {
    "a rule that is announced again and again": [minimumOf(2)],
    "a rule that goes with nothing": [rulePut("familySettleSeconds", 77)],
    "rules together": [minimumOf(2), rulePut("familySettleSeconds", 77), rulePut("driveHosts", ["drive.example"])],
    "an item that is announced again and again": [brand(999, "Marca de agora")],
    "a new item": [brand(998)],
    "a removal": [{ list: "brands", code: "1", item: undefined }],
    // Goes with the minimum that is announced again and again, and is judged on each of its dates.
    [OF_RELATIVES]: [chart],
  };

  /** What changes ask of the database when so many are announced on each of so many dates. */
  async function costs(dates: number, onEach: number): Promise<Readonly<Record<string, Cost>>> {
    const { counter, asked } = counted(db);
    const store = await beginWith(sample, counter);
    for (const [day, at] of days(dates).entries()) {
      const more = Array.from({ length: onEach }, (_, nth) => brand(500_000 + day * onEach + nth));
      await store.applyChangeSet(changeSet([minimumOf(1 + (day % 2)), brand(999, `Marca do dia ${day}`), ...more], at));
    }
    // As the database does by itself when so much has changed.
    await database.query("analyze reference_items, reference_changes");
    const found: Record<string, Cost> = {};
    const costOf = async (what: string, work: () => Promise<unknown>) => {
      const before = { ...asked, looked: await rowsLookedAt() };
      const outcome = await work();
      const { statements, rows } = { statements: asked.statements - before.statements, rows: asked.rows - before.rows };
      found[what] = { statements, rows, looked: (await rowsLookedAt()) - before.looked };
      expect([what, outcome instanceof Refusal]).toEqual([what, what === OF_RELATIVES]);
    };
    for (const [what, changes] of Object.entries(ASKED))
      await costOf(what, () => store.applyChangeSet({ ...changeSet(changes, NOON + HOUR_MS), dryRun: true }));
    await costOf(PLANTED, () => counter.run([], listWaiting, []));
    return found;
  }

  let scarce: Readonly<Record<string, Cost>>;
  let plenty: Readonly<Record<string, Cost>>;
  beforeAll(async () => {
    scarce = await costs(2, 1);
    plenty = await costs(40, 20);
  });
  const grows = (what: string) =>
    plenty[what]!.statements > scarce[what]!.statements ||
    plenty[what]!.rows > scarce[what]!.rows ||
    plenty[what]!.looked > scarce[what]!.looked + LOOKED_ASIDE;

  it("does not grow with what is announced, but for what the change has to do with", () => {
    figures(Object.fromEntries(Object.entries(plenty).map(([what, cost]) => [what, JSON.stringify(cost)])));
    expect(Object.keys(ASKED).filter(grows)).toEqual([OF_RELATIVES]);
    expect(plenty[OF_RELATIVES]!.rows - scarce[OF_RELATIVES]!.rows).toBe(40 - 2);
  });

  it("sees one that is (planted)", () => expect(grows(PLANTED)).toBe(true));
});
