/**
 * The generic cell rate algorithm, pure: one instant says everything of a bucket, when it is whole again. Instants are
 * milliseconds of any clock that all calls about a bucket share.
 */

/** A quota: so many calls per minute, of which so many at once. */
export interface Plan {
  readonly perMinute: number;
  readonly burst: number;
}

/** What is left of a bucket. */
export interface Level {
  /** Calls left right now. */
  readonly remaining: number;
  /** Milliseconds until one is left; 0 when there is. */
  readonly nextMs: number;
  /** Milliseconds until the bucket is whole again. */
  readonly wholeMs: number;
}

/** What was decided of one call. */
export interface QuotaDecision {
  readonly allowed: boolean;
  /** Calls left right now. */
  readonly remaining: number;
  /** Seconds until the quota is whole again. */
  readonly resetSeconds: number;
  /** Seconds until the next call is let in; 0 when this one is. */
  readonly retrySeconds: number;
}

const MINUTE_MS = 60_000;
/** A part of a call: it absorbs the rounding of repeated additions. */
const ROUNDING = 0.001;

/** The plan of which `burstPercent` of a minute's calls, but one at least, may come at once. */
export const planOf = (perMinute: number, burstPercent: number): Plan => ({
  perMinute,
  burst: Math.max(1, Math.floor((perMinute * burstPercent) / 100)),
});

/** Milliseconds in which so many calls grow back. */
export const growsIn = ({ perMinute }: Plan, calls: number): number => (calls * MINUTE_MS) / perMinute;

/** What is left of a bucket that is whole at `fullAt`. */
export function levelOf(plan: Plan, fullAt: number, now: number): Level {
  const wholeMs = Math.max(0, fullAt - now);
  const left = plan.burst - (wholeMs * plan.perMinute) / MINUTE_MS + ROUNDING;
  return { remaining: Math.max(0, Math.floor(left)), nextMs: left >= 1 ? 0 : growsIn(plan, 1 - left + ROUNDING), wholeMs };
}

/** When a bucket is whole again after so many calls more. */
export const taken = (plan: Plan, fullAt: number, now: number, calls: number): number => Math.max(fullAt, now) + growsIn(plan, calls);

/** The decision to let a call in, told by what it left. */
export const letIn = ({ remaining, wholeMs }: Level): QuotaDecision => ({
  allowed: true,
  remaining,
  resetSeconds: Math.ceil(wholeMs / 1000),
  retrySeconds: 0,
});

/** The refusal of a call that will be let in at `nextMs`, while the quota is whole at `wholeMs`, both from now on. */
export function refused({ nextMs, wholeMs }: Pick<Level, "nextMs" | "wholeMs">): QuotaDecision {
  const retrySeconds = Math.max(1, Math.ceil(nextMs / 1000));
  return { allowed: false, remaining: 0, resetSeconds: Math.max(retrySeconds, Math.ceil(wholeMs / 1000)), retrySeconds };
}
