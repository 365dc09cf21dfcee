import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Arrival } from "./workload.ts";

/** The arrivals to start, the clock, and the end of the load. */
export interface OpenLoopOptions {
  readonly schedule: Iterator<Arrival, undefined>;
  readonly perform: (arrival: Arrival) => Promise<void>;
  /** Milliseconds since the load began. */
  readonly now: () => number;
  /** End of the load. All arrivals are due before it. */
  readonly endMs: number;
  /** Ends the loop early when aborted. */
  readonly signal: AbortSignal;
}

/** Result of the loop. */
export interface OpenLoopResult {
  /** Number of arrivals that never started, because too many others were in progress for too long. */
  readonly unsent: number;
}

/** Maximum number of arrivals in progress; a marketplace would refuse more. Latency counts from the due time, even if this limit delays the start. */
const MAX_IN_PROGRESS = 512;
/** Time after the end of the load during which delayed arrivals may still start. After that, arrivals are dropped. */
const GRACE_MS = 10_000;
/** Number of arrivals to start before the event loop gets a turn to receive answers. */
const STARTS_PER_TURN = 16;

/**
 * Starts every arrival when it is due, without waiting for earlier ones to end, unless `MAX_IN_PROGRESS` are in progress. Memory does not
 * grow: the schedule is read lazily and ended arrivals are not kept. Resolves when no arrival is in progress; rejects with the first error
 * of `perform`.
 */
export async function runOpenLoop({ schedule, perform, now, endMs, signal }: OpenLoopOptions): Promise<OpenLoopResult> {
  const running = trackRunning(perform);
  let unsent = 0;
  let started = 0;
  for (let next = schedule.next(); next.value !== undefined && !signal.aborted && running.error === undefined;) {
    const waitMs = next.value.dueMs - now();
    const isOver = now() > endMs + GRACE_MS;
    if (waitMs >= 1) await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    else if (running.count >= MAX_IN_PROGRESS && !isOver) await running.nextEnd();
    else {
      if (isOver) unsent += 1;
      else running.start(next.value);
      next = schedule.next();
      started += 1;
      if (started % STARTS_PER_TURN === 0) await setImmediate();
    }
  }
  while (running.count > 0) await running.nextEnd();
  if (running.error) throw running.error;
  return { unsent };
}

/** Counts the arrivals in progress and keeps the first error. */
function trackRunning(perform: OpenLoopOptions["perform"]) {
  let count = 0;
  let error: Error | undefined;
  let ended = Promise.withResolvers<void>();
  return {
    get count() {
      return count;
    },
    get error() {
      return error;
    },
    /** Resolves as soon as any arrival in progress ends. */
    nextEnd: () => ended.promise,
    start(arrival: Arrival) {
      count += 1;
      void perform(arrival)
        .catch((thrown: unknown) => (error ??= thrown instanceof Error ? thrown : new Error(String(thrown))))
        .finally(() => {
          count -= 1;
          ended.resolve();
          ended = Promise.withResolvers();
        });
    },
  };
}
