import { NoAnswer, type Reply } from "../../client/http-client.ts";
import { createHistogram, type Histogram } from "./histogram.ts";

/** Figures for the calls of one operation. */
export interface OperationMeter {
  /** Times from when a call was due until its complete answer. Only successful calls are counted, because refusals are quick. */
  readonly latency: Histogram;
  /** Number of answers by status; `none` = no answer. */
  readonly statuses: Map<number | "none", number>;
}

/** Measures calls in a fixed amount of memory. */
export interface Meter {
  readonly operations: ReadonlyMap<string, OperationMeter>;
  /** Latencies of the successful calls of all operations. */
  readonly all: Histogram;
  /** Delay between the due time and the start of calls: the part of the latency that the generator caused. */
  readonly startDelay: Histogram;
  /** Makes a call that is due at `dueMs` on the meter's clock. Returns the reply; undefined if there was no answer. */
  measure<Body>(operation: string, dueMs: number, send: () => Promise<Reply<Body>>): Promise<Reply<Body> | undefined>;
}

/** Creates a meter. `now` is a monotonic clock, in milliseconds. */
export function createMeter(now: () => number): Meter {
  const operations = new Map<string, OperationMeter>();
  const all = createHistogram();
  const startDelay = createHistogram();
  const meterOf = (operation: string) => {
    const meter = operations.get(operation) ?? { latency: createHistogram(), statuses: new Map() };
    operations.set(operation, meter);
    return meter;
  };
  return {
    operations,
    all,
    startDelay,
    async measure(operation, dueMs, send) {
      const { latency, statuses } = meterOf(operation);
      const startedMs = now();
      startDelay.add(Math.max(0, startedMs - dueMs));
      const reply = await replyOrUndefined(send);
      const status = reply?.status ?? "none";
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (typeof status === "number" && status < 400) {
        // A timer may fire slightly early. Then the latency is counted from the actual start.
        const latencyMs = now() - Math.min(dueMs, startedMs);
        latency.add(latencyMs);
        all.add(latencyMs);
      }
      return reply;
    },
  };
}

async function replyOrUndefined<Body>(send: () => Promise<Reply<Body>>): Promise<Reply<Body> | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}
