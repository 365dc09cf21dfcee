import { DAY_MS } from "../../basics/clock.ts";
import type { AdminConnection } from "../database.ts";
import * as queries from "./queries.ts";
import { lockMigrations, tryLockAgainstBackups } from "../migrations/queries.ts";

/** A table with one partition per day (UTC, real time). */
export interface DailyTable {
  readonly name: string;
  /** Unit of its partition key, counted since 1970. */
  readonly counts: "days" | "milliseconds";
  /** Whole days before today that are kept. */
  readonly keptDays: number;
  /** Unlogged partitions cost half as much to write, but a crash of the database empties them. */
  readonly unlogged: boolean;
}

/** Partitions are created this many days ahead, so the tables last that long without us. */
const AHEAD_DAYS = 7;

/** The day of an instant: whole days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Creates and drops the daily partitions of some tables. */
export interface Partitions {
  /**
   * Creates missing partitions from yesterday to a week ahead, then drops expired ones; `nowMs` is real time. Several processes may call
   * this at once: the second waits and finds nothing to do.
   */
  maintain(nowMs: number): Promise<void>;
  /** The last day that has a partition, as days since 1970; undefined before the first `maintain`. */
  furthestDay(): number | undefined;
}

/** Maintains partitions over connections that `open` makes; their role must own the tables. */
export function createPartitions(open: () => Promise<AdminConnection>, tables: readonly DailyTable[]): Partitions {
  const names = tables.map(({ name }) => name);
  const steps = tables.map(({ counts }) => (counts === "days" ? 1 : DAY_MS));
  const unlogged = tables.map((table) => table.unlogged);
  let furthestDay: number | undefined;

  async function createMissing(administration: AdminConnection, today: number): Promise<void> {
    await administration.transaction(async ({ run, script }) => {
      await run(lockMigrations);
      // Yesterday too: clocks differ, and in the first minute of a day some rows still go to the day before.
      const missing = await run(queries.missingPartitions, [names, steps, unlogged, today - 1, today + AHEAD_DAYS]);
      for (const { ddl } of missing) await script(ddl);
    });
    furthestDay = today + AHEAD_DAYS;
  }

  async function dropExpired(administration: AdminConnection, today: number): Promise<void> {
    await administration.transaction(async ({ run, script }) => {
      await run(lockMigrations);
      await run(queries.limitPartitionLockWait);
      // Waiting for a table that a backup reads would block all other calls. The next round will drop them.
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
