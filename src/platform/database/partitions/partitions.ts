import { DAY_MS } from "../../basics/clock.ts";
import type { Administration } from "../database.ts";
import * as queries from "./queries.ts";
import { lockMigrations, nobodyBacksUp } from "../migrations/queries.ts";

/** A table of which every day (UTC, real time) has a partition of its own. */
export interface DailyTable {
  readonly name: string;
  /** What its partition key counts since 1970. */
  readonly counts: "days" | "milliseconds";
  /** Whole days before today that are kept. */
  readonly keptDays: number;
  /** A crash of the database empties its partitions; they cost half as much to write. */
  readonly unlogged: boolean;
}

/** Days ahead that are made: so long the tables go on without us. */
const AHEAD_DAYS = 7;

/** The day of an instant: whole days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The days in partitions of these tables, one connection per round. */
export interface Partitions {
  /**
   * Makes what is missing from yesterday to a week ahead, then drops what is past; `nowMs` is real time. Several processes may do so
   * at once: the second waits and finds nothing to do.
   */
  keep(nowMs: number): Promise<void>;
  /** The last day there is a partition for; undefined before the first round. */
  furthestDay(): number | undefined;
}

/** Keeps partitions of the tables over connections that `open` makes; they must be the tables' owner's. */
export function createPartitions(open: () => Promise<Administration>, tables: readonly DailyTable[]): Partitions {
  const names = tables.map(({ name }) => name);
  const steps = tables.map(({ counts }) => (counts === "days" ? 1 : DAY_MS));
  const unlogged = tables.map((table) => table.unlogged);
  let furthest: number | undefined;

  async function makeMissing(administration: Administration, today: number): Promise<void> {
    await administration.transaction(async ({ run, script }) => {
      await run(lockMigrations);
      // Clocks differ, and the first minute of a day still writes to the one before.
      const missing = await run(queries.missingPartitions, [names, steps, unlogged, today - 1, today + AHEAD_DAYS]);
      for (const { ddl } of missing) await script(ddl);
    });
    furthest = today + AHEAD_DAYS;
  }

  async function dropPast(administration: Administration, today: number): Promise<void> {
    await administration.transaction(async ({ run, script }) => {
      await run(lockMigrations);
      await run(queries.waitBriefly);
      // Whoever waits for a table that a backup reads has everybody wait behind him. There is a next round.
      const [backups] = await run(nobodyBacksUp);
      if (!backups!.free) return;
      const past = await run(queries.pastPartitions, [names, tables.map(({ keptDays }) => today - keptDays)]);
      for (const { ddl } of past) await script(ddl);
    });
  }

  return {
    async keep(nowMs) {
      const administration = await open();
      try {
        await makeMissing(administration, dayOf(nowMs));
        await dropPast(administration, dayOf(nowMs));
      } finally {
        await administration.close();
      }
    },
    furthestDay: () => furthest,
  };
}
