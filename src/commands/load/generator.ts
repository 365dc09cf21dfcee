import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Arrival } from "./mix.ts";

/** How arrivals are carried out. */
export interface GeneratorPlan {
  readonly schedule: Iterator<Arrival, undefined>;
  readonly carryOut: (arrival: Arrival) => Promise<void>;
  /** Milliseconds since the load began. */
  readonly now: () => number;
  /** When the last arrival may be due. */
  readonly endMs: number;
  /** Ends it early. */
  readonly signal: AbortSignal;
}

/** What became of the schedule. */
export interface Generated {
  /** Arrivals that were due and never began, because too much was in progress for too long. */
  readonly unsent: number;
}

/** More would be refused by a marketplace in any case, and what waits here still counts from when it was due. */
const MOST_IN_PROGRESS = 512;
/** So long after the end, what has not begun is given up. */
const GRACE_MS = 10_000;
/** Beginnings between two looks at what was answered. */
const AT_ONCE = 16;

/**
 * An open loop: every arrival begins when it is due, whether what began before is over or not. Nothing is kept of what is over, and what
 * is due later is not yet there, so memory does not grow. Resolves when nothing is in progress any more; rejects with the first thing
 * that is a fault of the generator.
 */
export async function generate({ schedule, carryOut, now, endMs, signal }: GeneratorPlan): Promise<Generated> {
  const state: { inProgress: number; unsent: number; fault: Error | undefined } = { inProgress: 0, unsent: 0, fault: undefined };
  let freed = Promise.withResolvers<void>();
  const begin = (arrival: Arrival) => {
    state.inProgress += 1;
    void carryOut(arrival)
      .catch((error: unknown) => (state.fault ??= error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        state.inProgress -= 1;
        freed.resolve();
        freed = Promise.withResolvers();
      });
  };
  let begun = 0;
  for (let next = schedule.next(); next.value !== undefined && !signal.aborted && state.fault === undefined;) {
    const waitMs = next.value.dueMs - now();
    if (waitMs >= 1) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    else if (state.inProgress >= MOST_IN_PROGRESS && now() <= endMs + GRACE_MS) await freed.promise;
    else {
      if (now() > endMs + GRACE_MS) state.unsent += 1;
      else begin(next.value);
      next = schedule.next();
      begun += 1;
      if (begun % AT_ONCE === 0) await setImmediate();
    }
  }
  while (state.inProgress > 0) await freed.promise;
  if (state.fault) throw state.fault;
  return { unsent: state.unsent };
}
