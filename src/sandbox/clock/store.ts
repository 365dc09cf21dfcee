import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import * as queries from "./queries.ts";

/** The sandbox's clock. It shows real time, runs ahead of it, or is stopped. All processes of the environment share it. */
export interface SharedClock extends Clock {
  /** The real clock on which this clock is based. */
  readonly real: Clock;
  isFrozen(): boolean;
  /** Reads changes made by other processes. */
  refresh(): Promise<void>;
  /** Runs `work` while no other call, in any process, can change the clock. Returns undefined when another change takes too long. */
  change<T>(work: (control: ClockControl) => Promise<T>): Promise<T | undefined>;
}

/** The functions that change the clock. Only one caller in the environment has them at a time. */
export interface ClockControl {
  /** Sets the clock to this instant, epoch ms. In this process the clock stays there until the next step or the end of the change. */
  stepTo(at: number): Promise<void>;
  /** Stops the clock (true), or lets it run again from the time that it shows (false). */
  freeze(frozen: boolean): Promise<void>;
  /** Sets the clock to real time and lets it run. */
  reset(): Promise<void>;
}

const CLAIM_TIMEOUT_MS = 2_000;
const CLAIM_RETRY_MS = 25;

/** Opens the clock of an environment, based on `real`. */
export async function openSharedClock(db: Database, real: Clock): Promise<SharedClock> {
  let row: queries.ClockRow = { ahead_ms: 0, frozen_at: null, version: 0 };
  let steppedTo: number | undefined;
  const now = () => steppedTo ?? row.frozen_at ?? real.now() + row.ahead_ms;

  async function refresh(): Promise<void> {
    const [read] = await db.run([], queries.getClock, []);
    // If this process has changed the clock since the read began, the row just read is out of date.
    if (read!.version > row.version) row = read!;
  }

  /**
   * Control of the clock for one claim. Once another process has changed the clock, every later change with this claim fails. This holds
   * even if `refresh` has read the other process's change.
   */
  function controlUnder(claimed: queries.ClockRow): ClockControl & { readonly version: () => number } {
    let { version } = claimed;
    async function set(aheadMs: number, frozenAt: number | null): Promise<void> {
      const [written] = await db.run([], queries.setClock, [version, aheadMs, frozenAt]);
      if (written === undefined) throw new Error("another process took the clock over");
      version = written.version;
      row = { ahead_ms: aheadMs, frozen_at: frozenAt, version };
    }
    return {
      version: () => version,
      async stepTo(at) {
        steppedTo = at;
        await (row.frozen_at === null ? set(at - real.now(), null) : set(row.ahead_ms, at));
      },
      freeze: (frozen) => (frozen ? set(row.ahead_ms, now()) : set(now() - real.now(), null)),
      reset: () => set(0, null),
    };
  }

  await refresh();
  return {
    now,
    real,
    isFrozen: () => row.frozen_at !== null,
    refresh,
    async change(work) {
      const claimed = await claimWithin(db, CLAIM_TIMEOUT_MS);
      if (claimed === undefined) return undefined;
      row = claimed;
      const control = controlUnder(claimed);
      try {
        return await work(control);
      } finally {
        steppedTo = undefined;
        await db.run([], queries.releaseClock, [control.version()]);
      }
    },
  };
}

/** Claims the clock. Waits while another process holds the clock; returns undefined when the wait is too long. */
async function claimWithin(db: Database, timeoutMs: number): Promise<queries.ClockRow | undefined> {
  for (const untilMs = performance.now() + timeoutMs; performance.now() < untilMs; await delay(CLAIM_RETRY_MS)) {
    const [claimed] = await db.run([], queries.claimClock, []);
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}
