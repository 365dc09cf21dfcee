import { createDeliveryStarter } from "./delivery-starter.ts";
import { isPaused } from "./endpoint-health.ts";
import { createEndpointState, type EndpointState, type LeasedEndpoint, type RunnerContext } from "./endpoint-state.ts";
import { createResultFlusher, FLUSH_INTERVAL_MS } from "./result-flusher.ts";
import { createThrottledSender, SLOW_MS, type ThrottledSender } from "./throttled-sender.ts";
import { createWorkSource, type WorkSource } from "./work-source.ts";

/** The work for one endpoint while its lease is held. */
export interface EndpointRunner {
  /** Reports that events may have been appended. */
  eventsAppended(): void;
  /** Reports that the endpoint was changed. Nothing more then starts with its old settings. */
  endpointChanged(): void;
  /** Starts nothing new. Requests in flight are completed, and their results are written. */
  stop(): void;
  /** Gives up: no more results are written. */
  abandon(): void;
  /** Resolves when there is nothing left to do or the lease was lost. The value is the number of consecutive failures. */
  readonly ended: Promise<number>;
}

/**
 * Does the work for one endpoint until nothing more can be done now: reads events and retries, starts deliveries, writes results and waits for
 * changes.
 */
export function runEndpoint(context: RunnerContext, lease: LeasedEndpoint): EndpointRunner {
  const state = createEndpointState(lease);
  const sleeper = createSleeper();
  const sender = createThrottledSender(context, state, sleeper.wake);
  const source = createWorkSource(context, state);
  const flusher = createResultFlusher(context, state, source, sleeper.wake);
  const startDeliveries = createDeliveryStarter({ ...context, state, source, sender, onFree: sleeper.wake });
  const isIdle = () => hasNothingToDo(context, { state, source, sender });

  async function work(): Promise<number> {
    for (;;) {
      await source.read(() => flusher.flushing() !== undefined);
      await source.checkForChanges();
      startDeliveries();
      flusher.flushWhenDue();
      if (isIdle()) await flusher.flushing();
      if (isIdle()) break;
      await sleeper.sleep(state.isLeaseLost ? SLOW_MS : FLUSH_INTERVAL_MS);
    }
    flusher.throwIfFailed();
    if (!state.isLeaseLost) await flusher.release();
    return state.health.failures;
  }

  return {
    eventsAppended() {
      source.eventsAppended();
      sleeper.wake();
    },
    endpointChanged() {
      source.endpointChanged();
      sleeper.wake();
    },
    stop() {
      state.isStopping = true;
      sleeper.wake();
    },
    abandon() {
      state.isLeaseLost = true;
      sleeper.wake();
    },
    ended: work(),
  };
}

interface RunnerParts {
  readonly state: EndpointState;
  readonly source: WorkSource;
  readonly sender: ThrottledSender;
}

function hasNothingToDo({ clock }: RunnerContext, { state, source, sender }: RunnerParts): boolean {
  if (state.deliveries.inFlightCount() > 0) return false;
  if (state.isStopping || state.isLeaseLost || isPaused(state.health, clock.now())) return true;
  return !source.hasMore() && !sender.awaitsGap();
}

/** Sleeps for a time, or until it is woken. A wake-up while awake does nothing. */
function createSleeper() {
  let wakeSleeper: () => void = () => undefined;
  return {
    wake: () => wakeSleeper(),
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wakeSleeper = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
