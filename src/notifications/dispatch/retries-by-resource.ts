/** A stored retry: its delivery and the resource that it blocks. */
export interface StoredKey {
  readonly resource: string;
  readonly deliveryId: string;
}

/** The stored retries of one endpoint that are still to be delivered, by resource. */
export interface RetryIndex {
  add(key: StoredKey): void;
  /** Removes a retry. Returns whether the retry was in the index and its resource has further retries. */
  remove(key: StoredKey): boolean;
  has(key: StoredKey): boolean;
  hasResource(resource: string): boolean;
  count(): number;
}

/** An index of the stored delivery ids, by resource. */
export function createRetryIndex(stored: ReadonlyMap<string, ReadonlySet<string>>): RetryIndex {
  const idsByResource = new Map([...stored].map(([resource, ids]) => [resource, new Set(ids)] as const));
  let count = [...idsByResource.values()].reduce((sum, ids) => sum + ids.size, 0);
  return {
    add({ resource, deliveryId }) {
      const ids = idsByResource.get(resource) ?? new Set();
      if (!ids.has(deliveryId)) count += 1;
      idsByResource.set(resource, ids.add(deliveryId));
    },
    remove({ resource, deliveryId }) {
      const ids = idsByResource.get(resource);
      if (!ids?.delete(deliveryId)) return false;
      count -= 1;
      if (ids.size === 0) idsByResource.delete(resource);
      return ids.size > 0;
    },
    has: ({ resource, deliveryId }) => idsByResource.get(resource)?.has(deliveryId) === true,
    hasResource: (resource) => idsByResource.has(resource),
    count: () => count,
  };
}
