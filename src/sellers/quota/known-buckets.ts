import { emptyBucket, type Bucket } from "./bucket.ts";
import { planOf } from "./gcra.ts";
import type { MeterKey } from "./meter-key.ts";

/** The buckets that this process knows, by name. */
export interface BucketStore {
  /** The buckets that a call is taken from: the key's own, and the ceiling of its application if there is one. */
  of(key: MeterKey): readonly Bucket[];
  all(): Bucket[];
  /** Forgets the buckets that match, except those with a request under way. Only buckets without tokens may match. */
  forget(matches: (bucket: Bucket) => boolean): void;
}

/** Above this number, buckets without tokens are forgotten. */
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
