import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import * as queries from "./queries.ts";

/** The sandbox's clock. It runs with real time, ahead of it, or stands still, and is the same for every process of the environment. */
export interface SharedClock extends Clock {
  /** The real clock under it. */
  readonly real: Clock;
  isFrozen(): boolean;
  /** Reads what another process set. */
  refresh(): Promise<void>;
  /** Changes the clock, one change at a time in the whole environment; undefined when another change takes too long. */
  change<T>(work: (control: ClockControl) => Promise<T>): Promise<T | undefined>;
}

/** The exclusive control of the clock during a change. */
export interface ClockControl {
  /** Sets the clock to this instant, epoch ms. In this process it stays there until the next step or the end of the change. */
  stepTo(at: number): Promise<void>;
  /** Stops the clock, or lets it run again from the time it shows. */
  freeze(frozen: boolean): Promise<void>;
  /** Returns to real time. */
  reset(): Promise<void>;
}

const CLAIM_TIMEOUT_MS = 2_000;
const CLAIM_RETRY_MS = 25;

/** Opens the clock of an environment over `real`. */
export async function openSharedClock(db: Database, real: Clock): Promise<SharedClock> {
  let row: queries.ClockRow = { ahead_ms: 0, frozen_at: null, version: 0 };
  let steppedTo: number | undefined;
  const now = () => steppedTo ?? row.frozen_at ?? real.now() + row.ahead_ms;

  async function refresh(): Promise<void> {
    const [read] = await db.run([], queries.getClock, []);
    // What was read may be older than what this process has set since.
    if (read!.version > row.version) row = read!;
  }

  /** Control under one claim. A change by another process makes every later one fail, even if `refresh` has read it. */
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

/** Claims the clock, waiting while another process holds it; undefined when that takes too long. */
async function claimWithin(db: Database, timeoutMs: number): Promise<queries.ClockRow | undefined> {
  for (const untilMs = performance.now() + timeoutMs; performance.now() < untilMs; await delay(CLAIM_RETRY_MS)) {
    const [claimed] = await db.run([], queries.claimClock, []);
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}
