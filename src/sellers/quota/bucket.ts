import { allow, deny, levelOf, refillMs, type BucketLevel, type QuotaDecision, type QuotaPlan } from "./gcra.ts";
import type { Lane } from "./headers.ts";
import { takeCall } from "./process-quota.ts";

/** One quota as this process knows it. Instants are real time in milliseconds. */
export interface Bucket {
  /** Unique. */
  readonly name: string;
  /** 0 = an application's, over all its sellers. */
  readonly sellerId: number;
  readonly clientId: string;
  readonly lane: Lane | "ceiling";
  plan: QuotaPlan;
  /** Calls leased to this process and not made yet. */
  tokens: number;
  /** The number of tokens at which more are requested, before any call has to wait; -1 = requesting early gains nothing. */
  refillAt: number;
  /** When the shared bucket is full again, as the table last said. Leased calls count as made. */
  fullAt: number;
  /** No call is available before this instant. */
  deniedUntil: number;
  leasedAt: number;
  usedAt: number;
  /** The request that is under way. */
  request: LeaseRequest | undefined;
}

/** A request for tokens of a bucket, for all calls that wait for them. */
export interface LeaseRequest {
  readonly bucket: Bucket;
  /** Calls that wait for the answer. */
  waiting: number;
  /** Whether tokens are wanted; if not, only the level. */
  wantsTokens: boolean;
  readonly answered: Promise<boolean>;
}

/** A bucket without tokens, of which nothing is known yet. */
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

/** The level of the shared bucket, with this process's unused tokens counted as still in it. */
export const levelWithTokens = ({ plan, tokens, fullAt }: Bucket, nowMs: number): BucketLevel =>
  levelOf(plan, fullAt - refillMs(plan, tokens), nowMs);

/** Takes a call from all of the buckets, using tokens in memory. Undefined when the table must be asked. */
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

/** Takes a call from all of the buckets without the table, by what this process knows about them. */
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
