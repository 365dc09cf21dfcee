import { envelope } from "../../events/index.ts";
import { realNow } from "../../platform/basics/index.ts";
import { unsentRequestLog } from "./attempt.ts";
import type { Delivery } from "./delivery-records.ts";
import { allowsNewEvent, isPaused, PROBE_MS } from "./endpoint-health.ts";
import { MAX_STORED_RETRIES, type EndpointState, type RunnerContext } from "./endpoint-state.ts";
import type { EventQueue, ResourceAvailability } from "./event-queue.ts";
import { LOST_BY_FAULT, type InjectedFault } from "./delivery-fault.ts";
import type { QueuedEvent } from "./next-entry.ts";
import { shouldFlush } from "./result-flusher.ts";
import type { ThrottledSender } from "./throttled-sender.ts";
import type { WorkSource } from "./work-source.ts";

/** The dependencies of a delivery starter. */
export interface StarterContext extends Pick<RunnerContext, "clock" | "semaphore"> {
  readonly state: EndpointState;
  readonly source: WorkSource;
  readonly sender: ThrottledSender;
  /** Called when a place in the semaphore is free again. */
  readonly onFree: () => void;
}

type Origin = "event" | "redelivery";

/** Returns a function that starts, on each call, every delivery that may start now: due retries first, then new events, then a replay. */
export const createDeliveryStarter = (context: StarterContext) => (): void => {
  const { clock, semaphore, state, source, sender, onFree } = context;
  const at = clock.now();
  if (state.isStopping || state.isLeaseLost || isPaused(state.health, at)) return;
  while (sender.hasRoom()) {
    const release = semaphore.acquire(onFree);
    if (release === undefined) return;
    const hasStarted =
      startDue(context, release) || startQueued(context, source.newEvents, "event", at, release) || startReplayed(context, at, release);
    if (!hasStarted) return release();
  }
};

function startDue({ clock, source, sender }: StarterContext, release: () => void): boolean {
  const row = source.nextDue();
  if (row === undefined) return false;
  const { delivery_id: deliveryId, resource, seq, body, origin, attempts } = row;
  const delivery = { deliveryId, resource, seq, prevSeq: null, body, origin, attempts, firstAt: clock.now() };
  void sender.send({ delivery, release, onHandled: () => undefined });
  return true;
}

/**
 * Sends the first event of a queue that may be sent now. Logs the events before it that a fault drops, and stores those whose resource already
 * has a stored retry. Returns whether it sent an event.
 */
function startQueued(context: StarterContext, queue: EventQueue, origin: Origin, at: number, release: () => void): boolean {
  const { state, sender } = context;
  const { deliveries } = state;
  if (!allowsNewEvent(state.health, at) || deliveries.storedCount() >= MAX_STORED_RETRIES) return false;
  const isOpen = state.health.openSince !== null;
  const availabilityOf = (resource: string) => availability(state, resource);
  for (let next = queue.next(availabilityOf, !isOpen); next !== undefined; next = queue.next(availabilityOf, !isOpen)) {
    const { queued } = next;
    const { seq } = queued.event;
    const delivery = toDelivery(context, queued, origin);
    if (queued.fault?.isDropped) logDropped(state, delivery, queued.fault);
    else if (next.availability === "free") {
      // While the circuit is open, only one new event is sent per minute. This is that event.
      if (isOpen) state.health = { ...state.health, probeAt: at + PROBE_MS };
      void sender.send({ delivery, release, onHandled: () => queue.markHandled(seq), faultLabel: queued.fault?.label });
      return true;
    } else if (mustBeStored(queued, origin) || !deliveries.isStored(delivery)) deliveries.store({ ...delivery, dueAt: null, deadAt: null });
    queue.markHandled(seq);
    if (shouldFlush(state)) return false;
  }
  // No event can be sent now: the queue is empty, or each event waits for an earlier one or is delayed by a fault. While the circuit is
  // open, the next try follows a minute later.
  if (isOpen) state.health = { ...state.health, probeAt: at + PROBE_MS };
  return false;
}

/**
 * Whether an event of a blocked resource is stored without checking for a stored retry of the same event. On its first delivery, an event has no
 * retry yet. A duplicate or a replayed event may have one, which is kept.
 */
const mustBeStored = ({ isDuplicate }: QueuedEvent, origin: Origin): boolean => origin === "event" && !isDuplicate;

function startReplayed(context: StarterContext, at: number, release: () => void): boolean {
  const { state, source, sender } = context;
  const queue = source.replayed();
  if (queue === undefined || state.health.openSince !== null || !sender.hasRoomForReplay()) return false;
  return startQueued(context, queue, "redelivery", at, release);
}

const availability = ({ deliveries }: EndpointState, resource: string): ResourceAvailability =>
  deliveries.isBlocked(resource) ? "blocked" : deliveries.isInFlight(resource) ? "busy" : "free";

/** The delivery of an event. Its body is the same on every attempt. */
function toDelivery({ clock, state }: StarterContext, { event, prevSeq, isDuplicate }: QueuedEvent, origin: Origin): Delivery {
  const { resource, seq } = event;
  const { url } = state.lease.endpoint;
  const message = envelope(event, { prevSeq, url });
  const body = JSON.stringify(message);
  return { deliveryId: message.id, resource, seq, prevSeq, body, origin, attempts: Number(isDuplicate), firstAt: clock.now() };
}

/** Logs a delivery that a fault dropped. Only the log shows it. */
function logDropped({ deliveries }: EndpointState, { deliveryId, seq, body }: Delivery, { label }: InjectedFault): void {
  const request = unsentRequestLog(label, body);
  const result = { outcome: "dead", status: null, elapsedMs: 0, trouble: LOST_BY_FAULT, response: null } as const;
  deliveries.logAttempt({ ...result, at: realNow(), deliveryId, seq, attempt: 1, request });
}
