/**
 * The generic cell rate algorithm, as pure functions. A quota is a bucket of calls that refills steadily. The state of a bucket is one value:
 * the instant when it will be full again. Instants are in milliseconds. All calls of a bucket must use the same clock.
 */

/** A quota: the number of calls per minute, and the number of calls that may come at once. */
export interface QuotaPlan {
  readonly perMinute: number;
  readonly burst: number;
}

/** The level of a bucket. */
export interface BucketLevel {
  /** Calls left now. */
  readonly remaining: number;
  /** Milliseconds until the next call is available; 0 when one is available now. */
  readonly nextInMs: number;
  /** Milliseconds until the bucket is full. */
  readonly fullInMs: number;
}

/** The decision whether a call is within its quota. */
export interface QuotaDecision {
  readonly allowed: boolean;
  /** Calls left now. */
  readonly remaining: number;
  /** Seconds until the bucket is full. */
  readonly resetSeconds: number;
  /** Seconds until the next call is allowed; 0 when this call is allowed. */
  readonly retrySeconds: number;
}

const MINUTE_MS = 60_000;
/** Tolerance for rounding errors of repeated additions, as a fraction of a call. */
const ROUNDING = 0.001;

/** Creates a plan. `burstPercent` of a minute's calls may come at once, but at least one. */
export const planOf = (perMinute: number, burstPercent: number): QuotaPlan => ({
  perMinute,
  burst: Math.max(1, Math.floor((perMinute * burstPercent) / 100)),
});

/** Milliseconds that a bucket needs to refill `calls` calls. */
export const refillMs = ({ perMinute }: QuotaPlan, calls: number): number => (calls * MINUTE_MS) / perMinute;

/** The level at `now` of a bucket that will be full at `fullAt`. */
export function levelOf(plan: QuotaPlan, fullAt: number, now: number): BucketLevel {
  const fullInMs = Math.max(0, fullAt - now);
  const left = plan.burst - (fullInMs * plan.perMinute) / MINUTE_MS + ROUNDING;
  return { remaining: Math.max(0, Math.floor(left)), nextInMs: left >= 1 ? 0 : refillMs(plan, 1 - left + ROUNDING), fullInMs };
}

/** The instant when a bucket will be full after `calls` more calls at `now`. */
export const fullAtAfter = (plan: QuotaPlan, fullAt: number, now: number, calls: number): number =>
  Math.max(fullAt, now) + refillMs(plan, calls);

/** Allows a call. The argument is the level after the call. */
export const allow = ({ remaining, fullInMs }: BucketLevel): QuotaDecision => ({
  allowed: true,
  remaining,
  resetSeconds: Math.ceil(fullInMs / 1000),
  retrySeconds: 0,
});

/** Denies a call. The next call is allowed in `nextInMs` milliseconds. */
export function deny({ nextInMs, fullInMs }: Pick<BucketLevel, "nextInMs" | "fullInMs">): QuotaDecision {
  const retrySeconds = Math.max(1, Math.ceil(nextInMs / 1000));
  return { allowed: false, remaining: 0, resetSeconds: Math.max(retrySeconds, Math.ceil(fullInMs / 1000)), retrySeconds };
}
