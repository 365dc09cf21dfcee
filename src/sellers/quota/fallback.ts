import { letIn, levelOf, planOf, refused, taken, type Plan, type QuotaDecision } from "./gcra.ts";

/** Meters calls by key in this process alone; nothing of it outlives the process. Real time in milliseconds. */
export interface Quota {
  take(key: string, perMinute: number, nowMs: number): QuotaDecision;
}

const MAX_KEYS = 100_000;

/** A quota of this process in which `burstPercent` of a minute's calls may come at once. */
export function createQuota(burstPercent: number): Quota {
  const fullAt = new Map<string, number>();
  return {
    take(key, perMinute, nowMs) {
      const plan = planOf(perMinute, burstPercent);
      const { decision, fullAt: next } = takeOne(plan, fullAt.get(key) ?? 0, nowMs);
      if (!decision.allowed) return decision;
      if (fullAt.size >= MAX_KEYS && !fullAt.has(key)) forgetFull(fullAt, nowMs);
      fullAt.set(key, next);
      return decision;
    },
  };
}

/** One call from a bucket that is whole at `fullAt`: the decision, and when the bucket is whole then. */
export function takeOne(plan: Plan, fullAt: number, nowMs: number): { readonly decision: QuotaDecision; readonly fullAt: number } {
  const level = levelOf(plan, fullAt, nowMs);
  if (level.remaining === 0) return { decision: refused(level), fullAt };
  const next = taken(plan, fullAt, nowMs, 1);
  return { decision: letIn(levelOf(plan, next, nowMs)), fullAt: next };
}

/** Buckets that are whole again carry no information. */
function forgetFull(fullAt: Map<string, number>, nowMs: number): void {
  for (const [key, at] of fullAt) if (at <= nowMs) fullAt.delete(key);
}
