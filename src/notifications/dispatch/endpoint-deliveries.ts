import type { AttemptLogRow, Delivery, PendingWrites, StoredRetry } from "./delivery-records.ts";
import { createRetryIndex, type StoredKey } from "./retries-by-resource.ts";

/** The deliveries of one endpoint: in flight, stored to be retried, and with results still to be written. */
export interface DeliveryState {
  startAttempt(delivery: Delivery): void;
  endAttempt(delivery: Delivery): void;
  /** Reports that a delivery needs no further attempt. The next stored delivery of its resource is then due. */
  complete(delivery: Delivery): void;
  /** Stores a delivery that is dead or to be retried. A delivery to be retried blocks its resource until it is complete or dead. */
  store(retry: StoredRetry): void;
  logAttempt(attempt: AttemptLogRow): void;
  /** Reports that the endpoint answers again. */
  markRecovered(): void;
  /** Adds retries that were found in the database. */
  addStored(retries: readonly StoredKey[]): void;
  isStored(delivery: Delivery): boolean;
  isInFlight(resource: string): boolean;
  isBlocked(resource: string): boolean;
  /** Whether a delivery is in flight, or its result is not written yet. */
  isPending(deliveryId: string): boolean;
  inFlightCount(): number;
  storedCount(): number;
  /** Number of results to write. */
  pendingCount(): number;
  /** Removes the results to write and returns them. */
  takePendingWrites(): PendingWrites;
  /** Reports that the results of `takePendingWrites` have been written. */
  confirmWritten(): void;
}

/** Creates the state of an endpoint with these stored retries: delivery ids by resource. */
export function createDeliveryState(stored: ReadonlyMap<string, ReadonlySet<string>>): DeliveryState {
  const storedRetries = createRetryIndex(stored);
  const inFlight = new Map<string, string>();
  let attempts: AttemptLogRow[] = [];
  let retries = new Map<string, StoredRetry>();
  let completed = new Set<string>();
  let freed = new Set<string>();
  let hasRecovered = false;
  let beingWritten: ReadonlySet<string> = new Set();

  const removeStored = (key: StoredKey) => {
    if (storedRetries.remove(key)) freed.add(key.resource);
  };

  return {
    startAttempt: ({ resource, deliveryId }) => void inFlight.set(resource, deliveryId),
    endAttempt: ({ resource }) => void inFlight.delete(resource),
    complete(delivery) {
      retries.delete(delivery.deliveryId);
      // A first attempt has no stored retry to remove. A redelivery may have a dead one.
      if (delivery.origin !== "event" || delivery.attempts > 0 || storedRetries.has(delivery)) completed.add(delivery.deliveryId);
      removeStored(delivery);
    },
    store(retry) {
      completed.delete(retry.deliveryId);
      retries.set(retry.deliveryId, retry);
      if (retry.deadAt === null) storedRetries.add(retry);
      else removeStored(retry);
    },
    logAttempt: (attempt) => void attempts.push(attempt),
    markRecovered() {
      hasRecovered = true;
    },
    addStored: (keys) => keys.forEach(storedRetries.add),
    isStored: storedRetries.has,
    isInFlight: (resource) => inFlight.has(resource),
    isBlocked: storedRetries.hasResource,
    isPending: (id) => retries.has(id) || completed.has(id) || beingWritten.has(id) || [...inFlight.values()].includes(id),
    inFlightCount: () => inFlight.size,
    storedCount: storedRetries.count,
    pendingCount: () => attempts.length + retries.size,
    takePendingWrites() {
      const taken = { attempts, retries: [...retries.values()], completed: [...completed], freed: [...freed], hasRecovered };
      beingWritten = new Set([...retries.keys(), ...completed]);
      [attempts, retries, completed, freed, hasRecovered] = [[], new Map(), new Set(), new Set(), false];
      return taken;
    },
    confirmWritten() {
      beingWritten = new Set();
    },
  };
}
