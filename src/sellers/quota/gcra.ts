/**
 * The generic cell rate algorithm, as pure functions. One instant describes a bucket completely: when it is full again. Instants are
 * milliseconds of any clock that all calls of a bucket share.
 */

/** A quota: calls per minute, and how many of them may come at once. */
export interface QuotaPlan {
  readonly perMinute: number;
  readonly burst: number;
}

/** What is left in a bucket. */
export interface BucketLevel {
  /** Calls left now. */
  readonly remaining: number;
  /** Milliseconds until a call is left; 0 when there is one. */
  readonly nextInMs: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
}

/** Whether a call is within its quota. */
export interface QuotaDecision {
  readonly allowed: boolean;
  /** Calls left now. */
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next call is allowed; 0 when this one is. */
  readonly retrySeconds: number;
}

const MINUTE_MS = 60_000;
/** A fraction of a call that absorbs the rounding of repeated additions. */
const ROUNDING = 0.001;

/** The plan in which `burstPercent` of a minute's calls, but at least one, may come at once. */
export const planOf = (perMinute: number, burstPercent: number): QuotaPlan => ({
  perMinute,
  burst: Math.max(1, Math.floor((perMinute * burstPercent) / 100)),
});

/** Milliseconds until this many calls are available again. */
export const refillMs = ({ perMinute }: QuotaPlan, calls: number): number => (calls * MINUTE_MS) / perMinute;

/** The level of a bucket that is full at `fullAt`. */
export function levelOf(plan: QuotaPlan, fullAt: number, now: number): BucketLevel {
  const fullInMs = Math.max(0, fullAt - now);
  const left = plan.burst - (fullInMs * plan.perMinute) / MINUTE_MS + ROUNDING;
  return { remaining: Math.max(0, Math.floor(left)), nextInMs: left >= 1 ? 0 : refillMs(plan, 1 - left + ROUNDING), fullInMs };
}

/** When a bucket is full again after this many more calls. */
export const fullAtAfter = (plan: QuotaPlan, fullAt: number, now: number, calls: number): number =>
  Math.max(fullAt, now) + refillMs(plan, calls);

/** Allows a call; `level` is what it leaves. */
export const allow = ({ remaining, fullInMs }: BucketLevel): QuotaDecision => ({
  allowed: true,
  remaining,
  resetSeconds: Math.ceil(fullInMs / 1000),
  retrySeconds: 0,
});

/** Denies a call; the next one is allowed in `nextInMs`. */
export function deny({ nextInMs, fullInMs }: Pick<BucketLevel, "nextInMs" | "fullInMs">): QuotaDecision {
  const retrySeconds = Math.max(1, Math.ceil(nextInMs / 1000));
  return { allowed: false, remaining: 0, resetSeconds: Math.max(retrySeconds, Math.ceil(fullInMs / 1000)), retrySeconds };
}
