import type { Log } from "../../platform/observability/index.ts";
import type { LeasedEndpoint, RunnerContext } from "./endpoint-state.ts";
import { endpointKey } from "./leasing.ts";
import { runEndpoint, type EndpointRunner } from "./endpoint-runner.ts";

/** The runners of one process. */
export interface RunnerPool {
  /** Number of runners that can still be started. */
  room(): number;
  start(lease: LeasedEndpoint): void;
  /** Number of consecutive failures of an endpoint, by its key, when its last runner ended. */
  failuresOf(key: string): number;
  /** Reports that events of the seller may have been appended. */
  eventsAppended(sellerId: number): void;
  /** Reports that this process changed the endpoint. */
  endpointChanged(key: string): void;
  /** Resolves when no runner is left. */
  whenIdle(): Promise<void>;
  /** Stops all runners. Runners that do not end soon are abandoned; `abort` must end their requests. */
  close(abort: () => Promise<void>): Promise<void>;
}

const MAX_RUNNERS = 1_000;
const STOP_MS = 2_000;
/** Maximum number of failure counts. When it is reached, all counts are forgotten and start again from zero. */
const MAX_FAILURE_COUNTS = 10_000;

/** Creates an empty pool; `onEnded` is called after each runner. */
export function createRunnerPool(
  context: RunnerContext,
  { log, onEnded }: { readonly log: Log; readonly onEnded: () => void },
): RunnerPool {
  const runners = new Map<string, EndpointRunner>();
  const runnersOfSeller = new Map<number, Set<EndpointRunner>>();
  const failures = createFailureCounts();

  function add(key: string, sellerId: number, runner: EndpointRunner): void {
    runners.set(key, runner);
    runnersOfSeller.set(sellerId, (runnersOfSeller.get(sellerId) ?? new Set()).add(runner));
  }

  function remove(key: string, sellerId: number, runner: EndpointRunner): void {
    runners.delete(key);
    const others = runnersOfSeller.get(sellerId);
    others?.delete(runner);
    if (others?.size === 0) runnersOfSeller.delete(sellerId);
  }

  const allEnded = () => Promise.allSettled([...runners.values()].map((runner) => runner.ended));

  return {
    room: () => MAX_RUNNERS - runners.size,
    start(lease) {
      const { seller_id: sellerId } = lease.endpoint;
      const key = endpointKey(lease.endpoint);
      const runner = runEndpoint(context, lease);
      add(key, sellerId, runner);
      void runner.ended
        .then((count) => failures.set(key, count))
        .catch((error: unknown) => log.error({ worker: "dispatcher", sellerId, error }, "notifications stopped and will be taken up again"))
        .finally(() => {
          remove(key, sellerId, runner);
          onEnded();
        });
    },
    failuresOf: failures.get,
    eventsAppended(sellerId) {
      runnersOfSeller.get(sellerId)?.forEach((runner) => runner.eventsAppended());
    },
    endpointChanged(key) {
      runners.get(key)?.endpointChanged();
    },
    async whenIdle() {
      while (runners.size > 0) await allEnded();
    },
    async close(abort) {
      for (const runner of runners.values()) runner.stop();
      const ended = allEnded();
      await waitAtMost(STOP_MS, ended);
      for (const runner of runners.values()) runner.abandon();
      await abort();
      await ended;
    },
  };
}

/** Creates counts of consecutive failures by endpoint. */
function createFailureCounts() {
  const counts = new Map<string, number>();
  return {
    get: (key: string): number => counts.get(key) ?? 0,
    set(key: string, count: number): void {
      if (counts.size >= MAX_FAILURE_COUNTS) counts.clear();
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
