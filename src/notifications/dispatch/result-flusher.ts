import { PROBE_MS } from "./endpoint-health.ts";
import { MAX_STORED_RETRIES, type EndpointState, type RunnerContext } from "./endpoint-state.ts";
import type { WorkSource } from "./work-source.ts";

/** Writes the results of one endpoint at intervals. Each write also renews its lease. */
export interface ResultFlusher {
  /** Starts a write when there are many results, or when the last write was long enough ago. */
  flushWhenDue(): void;
  /** Writes what is left and ends the lease. */
  release(): Promise<void>;
  /** The write in progress; undefined when there is none. */
  flushing(): Promise<void> | undefined;
  /** Throws the error of a write that failed, even if nothing awaited that write. */
  throwIfFailed(): void;
}

/** Time for which results are collected before they are written. Idle runners look for work at the same interval. */
export const FLUSH_INTERVAL_MS = 50;
const FLUSH_AT_RESULTS = 64;
/** Longest time between two writes, so that the lease is renewed. */
const RENEW_MS = 10_000;

/** Whether there are so many results that they should be written before new ones are added. */
export const shouldFlush = ({ deliveries }: Pick<EndpointState, "deliveries">): boolean => deliveries.pendingCount() >= FLUSH_AT_RESULTS;

/** Creates a flusher for one endpoint; `onFlushed` is called after each write, except that of `release`. */
export function createResultFlusher(
  { clock, resultWriter }: RunnerContext,
  state: EndpointState,
  source: WorkSource,
  onFlushed: () => void,
): ResultFlusher {
  const { lease, deliveries } = state;
  const { endpoint } = lease;
  let flushing: Promise<void> | undefined;
  let failure: Error | undefined;
  let flushedAt = performance.now();

  async function flush(released: boolean): Promise<void> {
    const position = positionOf(source, endpoint.replay_until);
    const at = clock.now();
    flushedAt = performance.now();
    // With so many stored retries, the next lease could not start any new event, so new events are postponed.
    if (released && deliveries.storedCount() >= MAX_STORED_RETRIES) state.health = { ...state.health, probeAt: clock.now() + PROBE_MS };
    const writes = deliveries.takePendingWrites();
    const { health, disabled } = state;
    const { seller_id: sellerId, endpoint_id: endpointId, fence, version, kinds } = endpoint;
    const results = { sellerId, endpointId, fence, version, kinds, at, released, ...position, health, disabled, ...writes };
    const written = await resultWriter.submit(results).catch((error: unknown) => {
      // These results are lost. The next lease starts from what is stored.
      state.isLeaseLost = true;
      throw error;
    });
    deliveries.confirmWritten();
    if (writes.freed.length > 0 || writes.hasRecovered) source.retriesFreed();
    if (written === undefined) state.isLeaseLost = true;
    else if (written.version !== version) state.isStopping = true;
  }

  return {
    flushWhenDue() {
      const elapsed = performance.now() - flushedAt;
      const hasWaited = deliveries.pendingCount() > 0 && elapsed >= FLUSH_INTERVAL_MS;
      if (flushing !== undefined || !(shouldFlush(state) || hasWaited || elapsed >= RENEW_MS)) return;
      flushing = flush(false).finally(() => {
        flushing = undefined;
        onFlushed();
      });
      flushing.catch((error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
      });
    },
    release: () => flush(true),
    flushing: () => flushing,
    throwIfFailed() {
      if (failure !== undefined) throw failure;
    },
  };
}

function positionOf(source: WorkSource, replayUntil: number | null) {
  const { seq: cursor, lastKindSeq } = source.newEvents.progress();
  const replaySeq = source.replaySeq();
  return { cursor, lastKindSeq, replaySeq, replayUntil: replaySeq === null ? null : replayUntil };
}
