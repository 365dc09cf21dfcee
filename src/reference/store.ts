import { batcher } from "../platform/database/batching/batcher.ts";
import type { Clock } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { Refusal } from "../platform/contract/errors.ts";
import type { Log } from "../platform/observability/log.ts";
import { amend, withdraw, type Amended, type Amendment, type RecordedChange } from "./amend.ts";
import { buildSnapshot } from "./build.ts";
import { integrityFaults } from "./integrity.ts";
import { dataOf, entriesOf } from "./lists.ts";
import * as queries from "./queries.ts";
import type { ReferenceData, ReferenceSnapshot } from "./snapshot.ts";

/** What the store of one process needs. */
export interface ReferenceStoreSettings {
  readonly db: Database;
  readonly clock: Clock;
  /** What a database without reference data begins with (data/reference). */
  readonly shipped: ReferenceData;
  readonly log: Log;
}

/** The marketplace's reference data as this process sees it, and the way to change it. */
export interface ReferenceStore {
  /** The version in effect as last seen; one object, swapped whole, so whoever holds it sees one version. */
  current(): ReferenceSnapshot;
  /**
   * The version in effect now, whichever process made it: what an operator was told is done is in it (decisions 1.11). Calls
   * of one moment share one small read.
   */
  latest(): Promise<ReferenceSnapshot>;
  /** Looks for a newer version, one small read, and takes it. Answers whether there was one. */
  refresh(): Promise<boolean>;
  /** Makes scheduled changes whose time has come take effect. Answers whether there were any. */
  applyDue(): Promise<boolean>;
  /** When the earliest scheduled change takes effect, epoch ms; undefined when none waits. */
  nextDueAt(): Promise<number | undefined>;
  /** Records changes; those for now are in effect, here, when it resolves. */
  amend(amendment: Amendment): Promise<Amended | Refusal>;
  /** Takes a scheduled change back. */
  withdraw(changeId: number): Promise<RecordedChange | Refusal>;
  /** Called after each swap with the new version. */
  onChange(listener: (snapshot: ReferenceSnapshot) => void): void;
}

/**
 * Opens the reference data of a database; an empty one gets the shipped data as version 1, whichever process comes first.
 * Rejects when the shipped data contradicts itself.
 */
export async function openReferenceStore({ db, clock, shipped, log }: ReferenceStoreSettings): Promise<ReferenceStore> {
  await ship(db, shipped);
  const listeners: ((snapshot: ReferenceSnapshot) => void)[] = [];
  let current = await load(db);

  const refresh = async () => {
    const [newest] = await db.run([], queries.getVersion, []);
    if (newest!.version <= current.version) return false;
    const next = await load(db);
    // Two calls may have loaded at once; the later version stays.
    if (next.version <= current.version) return false;
    current = next;
    log.info({ version: next.version }, "reference data changed");
    for (const listener of listeners) listener(next);
    return true;
  };

  const looks = batcher<undefined, ReferenceSnapshot>({
    name: "looks for newer reference data",
    async run(calls) {
      await refresh();
      return calls.map(() => current);
    },
  });

  return {
    current: () => current,
    latest: () => looks.submit(undefined),
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
    async amend(amendment) {
      const outcome = await db.transaction([], (transaction) => amend(transaction, amendment));
      if (!(outcome instanceof Refusal)) await refresh();
      return outcome;
    },
    withdraw: (changeId) => db.transaction([], (transaction) => withdraw(transaction, changeId)),
    onChange(listener) {
      listeners.push(listener);
    },
  };
}

async function ship(db: Database, shipped: ReferenceData): Promise<void> {
  const [found] = await db.run([], queries.getVersion, []);
  if (found!.version > 0) return;
  const faults = integrityFaults(shipped);
  if (faults.length > 0) {
    throw new Error(
      `the shipped reference data contradicts itself: ${faults.map(({ list, code, problem }) => `${list} ${code} ${problem.en}`).join("; ")}`,
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
  return buildSnapshot(dataOf(rows), rows[0]!.version);
}
