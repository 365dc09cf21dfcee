/**
 * Call quotas by the generic cell rate algorithm: one number per credential says when its bucket is empty again.
 * Real time, not the marketplace's clock. Each process meters for itself.
 */
export interface QuotaDecision {
  readonly allowed: boolean;
  /** Calls left right now. */
  readonly remaining: number;
  /** Seconds until the next call is allowed when refused, or until the quota is whole again. */
  readonly resetSeconds: number;
}

/** Meters calls by key; nothing of it outlives the process. */
export interface Quota {
  /** `nowMs` is real time in milliseconds. */
  take(key: string, perMinute: number, nowMs: number): QuotaDecision;
}

const MINUTE_MS = 60_000;
const MAX_KEYS = 100_000;

/** A quota in which `burstPercent` of a minute's calls may come at once. */
export function createQuota(burstPercent: number): Quota {
  const fullAt = new Map<string, number>();
  return {
    take(key, perMinute, nowMs) {
      const burst = Math.max(1, Math.floor((perMinute * burstPercent) / 100));
      const stepMs = MINUTE_MS / perMinute;
      const toleranceMs = burst * stepMs;
      const full = Math.max(fullAt.get(key) ?? 0, nowMs);
      const next = full + stepMs;
      // A thousandth of a step absorbs the rounding of repeated additions.
      if (next - nowMs > toleranceMs + stepMs / 1000) {
        return { allowed: false, remaining: 0, resetSeconds: Math.max(1, Math.ceil((next - nowMs - toleranceMs) / 1000)) };
      }
      if (fullAt.size >= MAX_KEYS && !fullAt.has(key)) forgetFull(fullAt, nowMs);
      fullAt.set(key, next);
      return {
        allowed: true,
        remaining: Math.floor((toleranceMs - (next - nowMs)) / stepMs + 0.001),
        resetSeconds: Math.ceil((next - nowMs) / 1000),
      };
    },
  };
}

/** Buckets that are whole again carry no information. */
function forgetFull(fullAt: Map<string, number>, nowMs: number): void {
  for (const [key, at] of fullAt) if (at <= nowMs) fullAt.delete(key);
}

/** The headers that tell a caller what is left (decisions 1). */
export const quotaHeaders = (perMinute: number, remaining: number, resetSeconds: number): Record<string, string> => ({
  "ratelimit-policy": `"default";q=${perMinute};w=60`,
  ratelimit: `"default";r=${remaining};t=${resetSeconds}`,
});
