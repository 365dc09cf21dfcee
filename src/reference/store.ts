import { createBatcher, type Database } from "../platform/database/index.ts";
import type { Clock } from "../platform/basics/index.ts";
import { Refusal } from "../platform/contract/index.ts";
import type { Log } from "../platform/observability/index.ts";
import { applyChangeSet, withdrawScheduledChange, type RecordedChanges, type ChangeSet, type RecordedChange } from "./change-set.ts";
import { buildSnapshot } from "./build-snapshot.ts";
import { integrityProblems } from "./integrity.ts";
import { referenceDataOf, entriesOf, type ReferenceChange } from "./lists.ts";
import { narrows } from "./narrowing.ts";
import { changesWithEntries } from "./point-in-time.ts";
import * as queries from "./queries.ts";
import type { ReferenceData, ReferenceSnapshot } from "./snapshot.ts";

/** The dependencies of the reference store. */
export interface ReferenceStoreSettings {
  readonly db: Database;
  readonly clock: Clock;
  /** The initial data of a database that has none (data/reference). */
  readonly shipped: ReferenceData;
  readonly log: Log;
}

/** The marketplace's reference data in this process: reads the version in effect and applies changes. */
export interface ReferenceStore {
  /** The version that this process loaded last. It is immutable, so later changes do not affect it. */
  current(): ReferenceSnapshot;
  /**
   * The version in effect now, regardless of which process made it. It includes every change that was confirmed to an operator (decisions
   * 1.11). Concurrent calls share one small read.
   */
  latest(): Promise<ReferenceSnapshot>;
  /** Loads a newer version if there is one. Otherwise it costs one small read. Resolves to true when a newer version was loaded. */
  refresh(): Promise<boolean>;
  /** Applies scheduled changes that are due. Resolves to true when there were any. */
  applyDue(): Promise<boolean>;
  /** Time at which the earliest scheduled change takes effect, epoch ms; undefined when none is scheduled. */
  nextDueAt(): Promise<number | undefined>;
  /** Records changes. When it resolves, the changes that are already due are in effect in this process. */
  applyChangeSet(changeSet: ChangeSet): Promise<RecordedChanges | Refusal>;
  /** Whether one of the changes would remove or narrow something at an instant, epoch ms. */
  anyNarrows(changes: readonly ReferenceChange[], at: number): Promise<boolean>;
  /** Withdraws a scheduled change. */
  withdraw(changeId: number): Promise<RecordedChange | Refusal>;
  /** The listener is called with each newer version that this process loads. */
  onChange(listener: (snapshot: ReferenceSnapshot) => void): void;
}

/**
 * Opens the reference data of a database. If the database has none, first stores the shipped data as version 1; rejects when the shipped
 * data is inconsistent.
 */
export async function openReferenceStore({ db, clock, shipped, log }: ReferenceStoreSettings): Promise<ReferenceStore> {
  await storeShippedData(db, shipped);
  const listeners: ((snapshot: ReferenceSnapshot) => void)[] = [];
  let current = await load(db);

  const refresh = async () => {
    const [newest] = await db.run([], queries.getVersion, []);
    if (newest!.version <= current.version) return false;
    const next = await load(db);
    // Two calls may load at the same time; the later version wins.
    if (next.version <= current.version) return false;
    current = next;
    log.info({ version: next.version }, "reference data changed");
    for (const listener of listeners) listener(next);
    return true;
  };

  const latestCalls = createBatcher<undefined, ReferenceSnapshot>({
    name: "looks for newer reference data",
    async run(calls) {
      await refresh();
      return calls.map(() => current);
    },
  });

  return {
    current: () => current,
    latest: () => latestCalls.submit(undefined),
    refresh,
    async applyDue() {
      const at = clock.now();
      const [waiting] = await db.run([], queries.anyDue, [at]);
      if (!waiting!.due) return false;
      const applied = await db.transaction([], async (transaction) => {
        await transaction.run(queries.lockVersion, []);
        return transaction.run(queries.applyDue, [at]);
      });
      await refresh();
      return applied.length > 0;
    },
    nextDueAt: async () => (await db.run([], queries.nextChangeAt, []))[0]!.effective_at ?? undefined,
    async applyChangeSet(changeSet) {
      const outcome = await db.transaction([], (transaction) => applyChangeSet(transaction, changeSet));
      if (!(outcome instanceof Refusal)) await refresh();
      return outcome;
    },
    anyNarrows: (changes, at) =>
      db.transaction([], async (transaction) => (await changesWithEntries(transaction, changes, { at })).some(narrows)),
    withdraw: (changeId) => db.transaction([], (transaction) => withdrawScheduledChange(transaction, changeId, clock.now())),
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

async function storeShippedData(db: Database, shipped: ReferenceData): Promise<void> {
  const [found] = await db.run([], queries.getVersion, []);
  if (found!.version > 0) return;
  const problems = integrityProblems(shipped);
  if (problems.length > 0) {
    throw new Error(
      `the shipped reference data contradicts itself: ${problems.map(({ list, code, problem }) => `${list} ${code} ${problem.en}`).join("; ")}`,
    );
  }
  const entries = entriesOf(shipped);
  await db.run([], queries.insertShipped, [
    entries.map((entry) => entry.list),
    entries.map((entry) => entry.code),
    entries.map((entry) => JSON.stringify(entry.item)),
  ]);
}

async function load(db: Database): Promise<ReferenceSnapshot> {
  const rows = await db.run([], queries.loadReference, []);
  return buildSnapshot(referenceDataOf(rows), rows[0]!.version);
}
