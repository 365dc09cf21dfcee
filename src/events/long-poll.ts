import type { Refusal } from "../platform/contract/index.ts";
import type { Log } from "../platform/observability/index.ts";
import type { NewEventsSignal } from "../platform/jobs/index.ts";
import type { CallerKey } from "../people/index.ts";
import { eventErrors } from "./errors.ts";
import { createWaitSignal, type WaitResult } from "./wait-signal.ts";
import { createWaitingCalls, type WaitingCall, type WaitingCalls, type WaitRequest } from "./waiting-calls.ts";

/** The wait of one call. */
export interface WaitHandle {
  /** Resolves with true when there may be new events. Any other result ends the wait. */
  next(): Promise<WaitResult>;
  /** Ends the wait and frees its place. A second call does nothing. */
  leave(): void;
}

/** The calls of this process that wait for events. */
export interface LongPollRegistry {
  /** Starts a wait. It notices every event that is appended from now on. Refuses when too many calls already wait. */
  register(request: WaitRequest): WaitHandle | Refusal;
  waiting(): number;
  /** Ends all waits. A wait that starts later ends at once. */
  end(): void;
}

export interface LongPollSettings {
  /** The signal that this process has appended events. */
  readonly newEvents: NewEventsSignal;
  /** Counts the events of each seller. The number is also the seq of the seller's last event. */
  readonly count: (sellerIds: readonly number[]) => Promise<readonly { readonly seller_id: number; readonly events: number }[]>;
  /** Returns those of the given calls whose callers are no longer accepted, each with its refusal. */
  readonly refusedCallers: <Key extends CallerKey>(calls: readonly Key[]) => Promise<ReadonlyMap<Key, Refusal>>;
  readonly log: Log;
  readonly longPollWaiters: number;
  readonly longPollWaitersPerApplication: number;
}

const POLL_MS = 100;
/** Number of sellers above which polls are less frequent. Only sellers with waiting calls count. */
const MANY_SELLERS = 500;
const MANY_SELLERS_POLL_MS = 250;
const RETRY_AFTER_SECONDS = 1;
/**
 * Time between two checks of the waiting calls' credentials. A revocation must take effect within 5 s (decisions 6), and authentication may
 * accept a cached credential for 3 s of that.
 */
const CREDENTIALS_CHECK_MS = 1_000;

/**
 * Registers waiting calls. While calls wait, one poll serves all of them. An event appended by this process wakes the calls of its seller
 * at once. The poll finds all other events: those appended by other processes, and those whose wake-up was lost.
 */
export function createLongPollRegistry(settings: LongPollSettings): LongPollRegistry {
  const { longPollWaiters, longPollWaitersPerApplication: perApplication } = settings;
  const calls = createWaitingCalls();
  const poller = createPoller(calls, settings);
  let hasEnded = false;

  return {
    register(request) {
      if (calls.countLike(request) >= perApplication)
        return eventErrors.refuse("too_many_waiting", { allowed: perApplication, retryAfterSeconds: RETRY_AFTER_SECONDS });
      if (calls.count() >= longPollWaiters) return eventErrors.refuse("waiting_full", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      const signal = createWaitSignal();
      const call: WaitingCall = { ...request, signal };
      const timeout = setTimeout(signal.end, request.waitMs, false);
      calls.add(call);
      poller.update();
      if (hasEnded) signal.end(false);
      return {
        next: signal.wait,
        leave() {
          clearTimeout(timeout);
          signal.end(false);
          calls.remove(call);
          poller.update();
        },
      };
    },
    waiting: calls.count,
    end() {
      hasEnded = true;
      for (const { signal } of calls.all()) signal.end(false);
    },
  };
}

type PollerSettings = Pick<LongPollSettings, "newEvents" | "count" | "refusedCallers" | "log">;

/** Polls while calls wait. `update` must be called each time after a call was added or removed. */
function createPoller(calls: WaitingCalls, settings: PollerSettings): { update(): void } {
  const { newEvents, log } = settings;
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  let stopListening: (() => void) | undefined;
  let credentialsCheckedAt = Number.NEGATIVE_INFINITY;

  const notify = (sellerIds: readonly number[]) => {
    for (const sellerId of sellerIds) for (const { signal } of calls.ofSeller(sellerId)) signal.notify();
  };

  async function poll(): Promise<void> {
    timer = undefined;
    isPolling = true;
    try {
      if (performance.now() - credentialsCheckedAt >= CREDENTIALS_CHECK_MS) {
        credentialsCheckedAt = performance.now();
        await endRefusedWaits(calls, settings);
      }
      await notifyOfNewEvents(calls, settings);
    } catch (error) {
      log.warn({ error }, "could not look for events that calls wait for");
    }
    isPolling = false;
    update();
  }

  function update(): void {
    const sellers = calls.sellerCount();
    if (sellers === 0) {
      clearTimeout(timer);
      timer = undefined;
      stopListening?.();
      stopListening = undefined;
      return;
    }
    stopListening ??= newEvents.subscribe(notify);
    if (!isPolling) timer ??= setTimeout(() => void poll(), sellers > MANY_SELLERS ? MANY_SELLERS_POLL_MS : POLL_MS);
  }

  return { update };
}

async function endRefusedWaits(calls: WaitingCalls, { refusedCallers }: PollerSettings): Promise<void> {
  for (const [{ signal }, refusal] of await refusedCallers([...calls.all()])) signal.end(refusal);
}

async function notifyOfNewEvents(calls: WaitingCalls, { count }: PollerSettings): Promise<void> {
  for (const { seller_id, events } of await count(calls.sellerIds())) {
    for (const { after, signal } of calls.ofSeller(seller_id)) if (events > after) signal.notify();
  }
}
