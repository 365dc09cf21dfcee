import { emptyBucket, type Bucket } from "./bucket.ts";
import { planOf } from "./gcra.ts";
import type { MeterKey } from "./meter-key.ts";

/** The buckets in the memory of this process. */
export interface BucketStore {
  /** The buckets that count a call with this key: the key's bucket and, if the application has a ceiling, the ceiling's bucket. */
  of(key: MeterKey): readonly Bucket[];
  all(): Bucket[];
  /**
   * Removes the buckets for which `matches` returns true, except those with a request in progress. `matches` must return false for buckets
   * with tokens.
   */
  forget(matches: (bucket: Bucket) => boolean): void;
}

/** Number of buckets at which the store removes those without tokens before it adds another. */
const MAX_BUCKETS = 100_000;

/** Creates an empty store. `burstPercent` of a minute's calls may come at once. */
export function createBucketStore(burstPercent: number): BucketStore {
  const buckets = new Map<string, Bucket>();

  function forget(matches: (bucket: Bucket) => boolean): void {
    for (const [name, bucket] of buckets) if (bucket.request === undefined && matches(bucket)) buckets.delete(name);
  }

  function find({ name, sellerId, clientId, lane, perMinute }: Pick<Bucket, "lane"> & Omit<MeterKey, "lane">): Bucket {
    const known = buckets.get(name);
    if (known?.plan.perMinute === perMinute) return known;
    const plan = planOf(perMinute, burstPercent);
    if (known !== undefined) return Object.assign(known, { plan, deniedUntil: 0 });
    if (buckets.size >= MAX_BUCKETS) forget((bucket) => bucket.tokens === 0);
    const bucket = emptyBucket({ name, sellerId, clientId, lane, plan });
    buckets.set(name, bucket);
    return bucket;
  }

  return {
    of(key) {
      const own = find(key);
      const { clientId, ceiling: perMinute } = key;
      if (perMinute === undefined) return [own];
      return [own, find({ name: `0 ceiling ${clientId}`, sellerId: 0, clientId, lane: "ceiling", perMinute })];
    },
    all: () => [...buckets.values()],
    forget,
  };
}
