import { allow, deny, fullAtAfter, levelOf, planOf, type QuotaDecision, type QuotaPlan } from "./gcra.ts";

/** A quota for each key, kept in the memory of this process. Instants are real time in milliseconds. */
export interface LocalQuota {
  take(key: string, perMinute: number, nowMs: number): QuotaDecision;
}

const MAX_KEYS = 100_000;

/** Creates a quota. `burstPercent` of a minute's calls may come at once. */
export function createLocalQuota(burstPercent: number): LocalQuota {
  const fullAt = new Map<string, number>();
  return {
    take(key, perMinute, nowMs) {
      const plan = planOf(perMinute, burstPercent);
      const { decision, fullAt: next } = takeCall(plan, fullAt.get(key) ?? 0, nowMs);
      if (!decision.allowed) return decision;
      if (fullAt.size >= MAX_KEYS && !fullAt.has(key)) forgetFull(fullAt, nowMs);
      fullAt.set(key, next);
      return decision;
    },
  };
}

/** Takes one call from a bucket that will be full at `fullAt`. Returns the decision and the new `fullAt`. */
export function takeCall(plan: QuotaPlan, fullAt: number, nowMs: number): { readonly decision: QuotaDecision; readonly fullAt: number } {
  const level = levelOf(plan, fullAt, nowMs);
  if (level.remaining === 0) return { decision: deny(level), fullAt };
  const next = fullAtAfter(plan, fullAt, nowMs, 1);
  return { decision: allow(levelOf(plan, next, nowMs)), fullAt: next };
}

/** Removes full buckets. A bucket that is not stored counts as full, so this changes no decision. */
function forgetFull(fullAt: Map<string, number>, nowMs: number): void {
  for (const [key, at] of fullAt) if (at <= nowMs) fullAt.delete(key);
}
