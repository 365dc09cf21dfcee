import { DAY_MS } from "../../basics/clock.ts";
import type { AdminConnection } from "../database.ts";
import * as queries from "./queries.ts";
import { lockMigrations, tryLockAgainstBackups } from "../migrations/queries.ts";

/** A table with one partition per day (UTC, real time). */
export interface DailyTable {
  readonly name: string;
  /** Unit of the partition key, counted since 1970. */
  readonly counts: "days" | "milliseconds";
  /** Number of whole days before today that are kept. */
  readonly keptDays: number;
  /** Whether partitions are unlogged. These cost half as much to write, but a crash of the database empties them. */
  readonly unlogged: boolean;
}

/** Number of days ahead for which partitions are created. Without maintenance, the tables accept rows for that many days. */
const AHEAD_DAYS = 7;

/** The day of an instant: whole days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Creates and drops the daily partitions of some tables. */
export interface Partitions {
  /**
   * Creates missing partitions from yesterday to a week ahead, then drops expired ones; `nowMs` is real time. Several processes may call this at
   * once: the second process waits and then finds nothing to do.
   */
  maintain(nowMs: number): Promise<void>;
  /** The last day that has a partition, in days since 1970; undefined before the first `maintain`. */
  furthestDay(): number | undefined;
}

/** Creates an object that maintains the tables' partitions. `open` opens its connections; their role must own the tables. */
export function createPartitions(open: () => Promise<AdminConnection>, tables: readonly DailyTable[]): Partitions {
  const names = tables.map(({ name }) => name);
  const steps = tables.map(({ counts }) => (counts === "days" ? 1 : DAY_MS));
  const unlogged = tables.map((table) => table.unlogged);
  let furthestDay: number | undefined;

  async function createMissing(administration: AdminConnection, today: number): Promise<void> {
    await administration.transaction(async ({ run, script }) => {
      await run(lockMigrations);
      // Yesterday is included because the clocks of processes differ, and because answers of the first minute of a day are also stored under the
      // day before.
      const missing = await run(queries.missingPartitions, [names, steps, unlogged, today - 1, today + AHEAD_DAYS]);
      for (const { ddl } of missing) await script(ddl);
    });
    furthestDay = today + AHEAD_DAYS;
  }

  async function dropExpired(administration: AdminConnection, today: number): Promise<void> {
    await administration.transaction(async ({ run, script }) => {
      await run(lockMigrations);
      await run(queries.limitPartitionLockWait);
      // Nothing is dropped while a backup runs: waiting for a table that the backup reads would block all other calls. The next round drops the
      // expired partitions.
      const [lock] = await run(tryLockAgainstBackups);
      if (!lock!.free) return;
      const expired = await run(queries.expiredPartitions, [names, tables.map(({ keptDays }) => today - keptDays)]);
      for (const { ddl } of expired) await script(ddl);
    });
  }

  return {
    async maintain(nowMs) {
      const administration = await open();
      try {
        await createMissing(administration, dayOf(nowMs));
        await dropExpired(administration, dayOf(nowMs));
      } finally {
        await administration.close();
      }
    },
    furthestDay: () => furthestDay,
  };
}
