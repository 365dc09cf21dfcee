import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import * as queries from "./queries.ts";

/** The sandbox's clock: real time, ahead of it or standing still, the same for every process of the environment. */
export interface SharedClock extends Clock {
  /** What it is ahead of. */
  readonly real: Clock;
  isFrozen(): boolean;
  /** Takes over what another process set. */
  refresh(): Promise<void>;
  /** Changes it, one at a time in the whole environment; undefined when another one is at it for too long. */
  change<T>(work: (hand: Hand) => Promise<T>): Promise<T | undefined>;
}

/** Whoever may set the clock, while they may. */
export interface Hand {
  /** To this instant, epoch ms, where it stands for this process until the next step or the end of the change. */
  stepTo(at: number): Promise<void>;
  /** Stands still from now on, or runs on from where it stands. */
  freeze(frozen: boolean): Promise<void>;
  /** Runs with real time. */
  reset(): Promise<void>;
}

const PATIENCE_MS = 2_000;
const ASK_AGAIN_MS = 25;

/** Opens the clock of an environment over `real`. */
export async function openSharedClock(db: Database, real: Clock): Promise<SharedClock> {
  let row: queries.ClockRow = { ahead_ms: 0, frozen_at: null, version: 0 };
  let held: number | undefined;
  const now = () => held ?? row.frozen_at ?? real.now() + row.ahead_ms;

  async function refresh(): Promise<void> {
    const [read] = await db.run([], queries.getClock, []);
    // What was read may be older than what this process set meanwhile.
    if (read!.version > row.version) row = read!;
  }

  /** Sets it for as long as nobody else did; what `refresh` sees of others does not count. */
  function handOf(claimed: queries.ClockRow): Hand & { readonly version: () => number } {
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
        held = at;
        await (row.frozen_at === null ? set(at - real.now(), null) : set(row.ahead_ms, at));
      },
      freeze: (frozen) => (frozen ? set(row.ahead_ms, now()) : set(now() - real.now(), null)),
      reset: () => set(0, null),
    };
  }

  async function claim(): Promise<queries.ClockRow | undefined> {
    for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await delay(ASK_AGAIN_MS)) {
      const [claimed] = await db.run([], queries.claimClock, []);
      if (claimed === undefined) continue;
      row = claimed;
      return claimed;
    }
    return undefined;
  }

  await refresh();
  return {
    now,
    real,
    isFrozen: () => row.frozen_at !== null,
    refresh,
    async change(work) {
      const claimed = await claim();
      if (claimed === undefined) return undefined;
      const hand = handOf(claimed);
      try {
        return await work(hand);
      } finally {
        held = undefined;
        await db.run([], queries.releaseClock, [hand.version()]);
      }
    },
  };
}
