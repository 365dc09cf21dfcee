import { Silence, type Reply } from "../http-client.ts";
import { createHistogram, type Histogram } from "./histogram.ts";

/** What is known of one operation's calls. */
export interface OperationMeter {
  /** From when a call was due until its answer was whole; successes alone, for refusals are quick. */
  readonly latency: Histogram;
  /** How many answers came with which status; `none` when no answer came. */
  readonly statuses: Map<number | "none", number>;
}

/** Measures calls, in memory that does not grow with their number. */
export interface Meter {
  readonly operations: ReadonlyMap<string, OperationMeter>;
  /** Successes of every operation. */
  readonly all: Histogram;
  /** How much later than due calls began: the generator's own share of what was measured. */
  readonly late: Histogram;
  /** Makes a call that is due at a moment of `now`; answers its reply, undefined when there was none. */
  measure<Body>(operation: string, dueMs: number, send: () => Promise<Reply<Body>>): Promise<Reply<Body> | undefined>;
}

/** A meter; `now` answers milliseconds since anything. */
export function createMeter(now: () => number): Meter {
  const operations = new Map<string, OperationMeter>();
  const all = createHistogram();
  const late = createHistogram();
  const meterOf = (operation: string) => {
    const meter = operations.get(operation) ?? { latency: createHistogram(), statuses: new Map() };
    operations.set(operation, meter);
    return meter;
  };
  return {
    operations,
    all,
    late,
    async measure(operation, dueMs, send) {
      const { latency, statuses } = meterOf(operation);
      const startedMs = now();
      late.add(Math.max(0, startedMs - dueMs));
      const reply = await answerOf(send);
      const status = reply?.status ?? "none";
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (typeof status === "number" && status < 400) {
        // A timer may ring a little early; a call is never quicker than it took.
        const tookMs = now() - Math.min(dueMs, startedMs);
        latency.add(tookMs);
        all.add(tookMs);
      }
      return reply;
    },
  };
}

async function answerOf<Body>(send: () => Promise<Reply<Body>>): Promise<Reply<Body> | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Silence) return undefined;
    throw error;
  }
}
