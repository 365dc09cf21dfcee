import type { Clock } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { KeyRing } from "../../platform/crypto/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { createWakeUpSignal, type Job, newEventsSignalOf } from "../../platform/jobs/index.ts";
import { createEventReader } from "./event-reader.ts";
import type { DeliveryFaults } from "./delivery-fault.ts";
import { endpointKey, leaseEndpoints } from "./leasing.ts";
import * as queries from "./queries.ts";
import { createResultWriter } from "./persist-results.ts";
import { createRunnerPool } from "./runner-pool.ts";
import { createSemaphore } from "./semaphore.ts";

export interface DispatcherContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: KeyRing;
  readonly outbound: Outbound;
  /** Whether notifications to a URL are refused. Only the text of the URL is checked. */
  readonly isRefused: (url: string) => boolean;
  readonly retrySeconds: readonly number[];
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  readonly disableDays: number;
  /** Injected faults; production has none. */
  readonly faults?: DeliveryFaults | undefined;
}

/** Delivers events to endpoints. */
export interface Dispatcher {
  /** Each round leases the endpoints that have work, and starts a runner for each. */
  readonly job: Job;
  /** Reports that this process changed an endpoint. */
  changed(sellerId: number, endpointId: string): void;
  /** Waits briefly for requests in flight. Requests that do not end in time are sent again under the next lease. */
  close(): Promise<void>;
  /** Number of requests in flight, not counting slow ones. */
  underWay(): number;
}

const POLL_MS = 250;
/** Wake-ups within this time are combined. */
const WAKE_DELAY_MS = 10;
const MAX_ACTIVE_SELLERS = 100_000;

/**
 * Creates the dispatcher (decisions 7). It finds endpoints with work, leases them and starts a runner for each. Leases are fenced, so only one
 * process writes for an endpoint. All work is stored in the database, so nothing is lost when a process ends.
 */
export function createDispatcher(context: DispatcherContext): Dispatcher {
  const { db, clock, log, keys } = context;
  const semaphore = createSemaphore(context.concurrency);
  const wakeUp = createWakeUpSignal();
  const nextRound = createDelayedCall(() => wakeUp.send(), WAKE_DELAY_MS);
  const pool = createRunnerPool(
    { ...context, semaphore, reader: createEventReader(db), resultWriter: createResultWriter(db) },
    // A new round follows each runner, because events that arrived while the runner was ending may have reached no runner.
    { log, onEnded: nextRound.schedule },
  );
  /** Sellers that have had deliveries. Their next event starts a round immediately. */
  const activeSellers = new Set<number>();
  let stopListening: (() => void) | undefined;

  const onEvents = (sellerIds: readonly number[]) => {
    for (const sellerId of sellerIds) {
      pool.eventsAppended(sellerId);
      if (activeSellers.has(sellerId)) nextRound.schedule();
    }
  };

  async function startRunners(): Promise<number> {
    stopListening ??= newEventsSignalOf(db).subscribe(onEvents);
    if (pool.room() <= 0) return 0;
    const ready = await db.wide.run("every seller", queries.readyEndpoints, [clock.now(), pool.room()]);
    if (ready.length === 0) return 0;
    for (const lease of await leaseEndpoints({ db, keys, failuresOf: pool.failuresOf }, ready)) {
      pool.start(lease);
      if (activeSellers.size >= MAX_ACTIVE_SELLERS) activeSellers.clear();
      activeSellers.add(lease.endpoint.seller_id);
    }
    return 0;
  }

  return {
    job: { name: "dispatcher", role: "dispatcher", pollMs: POLL_MS, run: startRunners, settle: pool.whenIdle, wakeUp },
    changed: (sellerId, endpointId) => pool.endpointChanged(endpointKey({ seller_id: sellerId, endpoint_id: endpointId })),
    async close() {
      stopListening?.();
      nextRound.cancel();
      await pool.close(context.outbound.close);
    },
    underWay: semaphore.taken,
  };
}

/** `schedule` calls `action` after `delayMs`. Until then, further calls of `schedule` change nothing. */
function createDelayedCall(action: () => void, delayMs: number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    schedule() {
      timer ??= setTimeout(() => {
        timer = undefined;
        action();
      }, delayMs);
    },
    cancel: () => clearTimeout(timer),
  };
}
