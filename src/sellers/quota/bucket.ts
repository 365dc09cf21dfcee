import { allow, deny, levelOf, refillMs, type BucketLevel, type QuotaDecision, type QuotaPlan } from "./gcra.ts";
import type { Lane } from "./headers.ts";
import { takeCall } from "./process-quota.ts";

/**
 * The state of one quota in this process. All processes share a table of quotas, the shared buckets. Each process leases calls from the table
 * in advance; a leased call is a token. Instants are real time in milliseconds.
 */
export interface Bucket {
  /** Unique name. */
  readonly name: string;
  /** Seller of the quota; 0 = the quota covers all sellers of the application. */
  readonly sellerId: number;
  readonly clientId: string;
  readonly lane: Lane | "ceiling";
  plan: QuotaPlan;
  /** Calls leased to this process but not used yet. */
  tokens: number;
  /** Number of tokens at which the process requests more, so that no call has to wait; -1 = do not request early. */
  refillAt: number;
  /** Time when the shared bucket will be full again, according to the last answer from the table. Leased calls count as used. */
  fullAt: number;
  /** Until this instant, calls that find no token are denied. */
  deniedUntil: number;
  leasedAt: number;
  usedAt: number;
  /** The request for tokens that is in progress, if any. */
  request: LeaseRequest | undefined;
}

/** A request for tokens of a bucket. It serves all calls that wait for them. */
export interface LeaseRequest {
  readonly bucket: Bucket;
  /** Number of calls that wait for tokens. */
  waiting: number;
  /** Whether to lease tokens; false = only read the level. */
  wantsTokens: boolean;
  readonly answered: Promise<boolean>;
}

/** Creates a bucket without tokens, whose shared level is not known yet. */
export const emptyBucket = (identity: Pick<Bucket, "name" | "sellerId" | "clientId" | "lane" | "plan">): Bucket => ({
  ...identity,
  tokens: 0,
  refillAt: -1,
  fullAt: 0,
  deniedUntil: 0,
  leasedAt: 0,
  usedAt: 0,
  request: undefined,
});

/** The level of the shared bucket plus the unused tokens of this process. */
export const levelWithTokens = ({ plan, tokens, fullAt }: Bucket, nowMs: number): BucketLevel =>
  levelOf(plan, fullAt - refillMs(plan, tokens), nowMs);

/** Takes one token in memory from each bucket. Returns undefined when tokens must be leased from the table first. */
export function takeTokens(buckets: readonly Bucket[], nowMs: number): QuotaDecision | undefined {
  let deniedUntil = 0;
  let empty: Bucket | undefined;
  for (const bucket of buckets) {
    if (bucket.tokens > 0) continue;
    empty = bucket;
    deniedUntil = Math.max(deniedUntil, bucket.deniedUntil);
  }
  if (empty !== undefined && deniedUntil > nowMs)
    return deny({ nextInMs: deniedUntil - nowMs, fullInMs: levelWithTokens(empty, nowMs).fullInMs });
  if (empty !== undefined) return undefined;
  for (const bucket of buckets) {
    bucket.tokens -= 1;
    bucket.usedAt = nowMs;
  }
  return allow(lowestLevel(buckets, nowMs));
}

/**
 * Takes one call from each bucket while the table is unavailable: a token or, if the bucket has no tokens, a call that its last known level
 * allows. Takes no call when a bucket denies one.
 */
export function takeLocally(buckets: readonly Bucket[], nowMs: number): QuotaDecision {
  const empty = buckets.filter(({ tokens }) => tokens === 0);
  const attempts = empty.map(({ plan, fullAt }) => takeCall(plan, fullAt, nowMs));
  const denied = attempts.find(({ decision }) => !decision.allowed);
  if (denied) return denied.decision;
  empty.forEach((bucket, index) => {
    bucket.fullAt = attempts[index]!.fullAt;
  });
  for (const bucket of buckets) if (!empty.includes(bucket)) bucket.tokens -= 1;
  return allow(lowestLevel(buckets, nowMs));
}

function lowestLevel(buckets: readonly Bucket[], nowMs: number): BucketLevel {
  const first = levelWithTokens(buckets[0]!, nowMs);
  if (buckets.length === 1) return first;
  const second = levelWithTokens(buckets[1]!, nowMs);
  return second.remaining < first.remaining ? second : first;
}
