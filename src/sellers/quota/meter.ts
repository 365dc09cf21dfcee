import { realNow } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { createBucketStore } from "./known-buckets.ts";
import { levelWithTokens, takeLocally, takeTokens, type Bucket } from "./bucket.ts";
import { deny, type QuotaDecision } from "./gcra.ts";
import { createLeases, type LeaseSettings } from "./leases.ts";
import type { MeterKey } from "./meter-key.ts";

/** A quota and the calls that remain. */
export interface LimitsView {
  /** Allowed calls per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly resetSeconds: number;
  /** Calls that may come at once. */
  readonly burst: number;
}

/** Counts the calls of sellers. All processes share the quotas. */
export interface QuotaMeter {
  /** Counts a call or denies it. Returns synchronously when no request to the shared table is needed. `nowMs` is real time. */
  take(key: MeterKey, nowMs: number): QuotaDecision | Promise<QuotaDecision>;
  /** The level of a key's lane as this process knows it, without asking the table. */
  peek(key: MeterKey, nowMs: number): Pick<LimitsView, "remaining" | "resetSeconds">;
  /** The limits and remaining calls of a key's lane and, if the application has a ceiling, of the ceiling. */
  view(key: MeterKey): Promise<{ readonly lane: LimitsView; readonly ceiling?: LimitsView }>;
  /** Number of calls leased to this process but not used yet. */
  held(): number;
  /** Returns unused calls to the shared table. */
  close(): Promise<void>;
}

export interface QuotaMeterSettings extends Omit<LeaseSettings, "now"> {
  readonly db: Pick<Database, "run">;
  readonly quotaBurstPercent: number;
}

const SWEEP_MS = 1_000;
/** Time after the last use until a bucket's unused calls are returned. HELD_MS after the last lease, they are returned in any case. */
const UNUSED_MS = 1_000;
const HELD_MS = 5_000;
/** Maximum number of attempts to lease tokens for a call before it is denied. */
const MAX_ROUNDS = 16;
const RETRY_MS = 1_000;

/**
 * Creates a meter. `quotaBurstPercent` of a minute's calls may come at once. The meter leases a few calls at a time from the shared table
 * and counts them in memory. While the table is unavailable, each process counts independently.
 */
export function createQuotaMeter({ log, quotaBurstPercent, ...settings }: QuotaMeterSettings): QuotaMeter {
  const leases = createLeases({ ...settings, log, now: realNow });
  const buckets = createBucketStore(quotaBurstPercent);
  const sweeper = setInterval(sweep, SWEEP_MS).unref();

  /** Takes tokens in memory and requests more for buckets that run low. Returns undefined when tokens must be leased first. */
  function takeFromMemory(taken: readonly Bucket[], nowMs: number): QuotaDecision | undefined {
    const decision = takeTokens(taken, nowMs);
    if (decision?.allowed) for (const bucket of taken) if (bucket.tokens <= bucket.refillAt) leases.requestSoon(bucket);
    return decision;
  }

  async function takeFromTable(taken: readonly Bucket[]): Promise<QuotaDecision> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const empty = taken.filter(({ tokens }) => tokens === 0);
      const answered = await Promise.all(empty.map((bucket) => leases.request(bucket, "token")));
      const nowMs = realNow();
      if (answered.includes(false)) return takeLocally(taken, nowMs);
      const decision = takeFromMemory(taken, nowMs);
      if (decision) return decision;
    }
    return deny({ nextInMs: RETRY_MS, fullInMs: levelWithTokens(taken[0]!, realNow()).fullInMs });
  }

  const giveBack = (unused: readonly Bucket[]) =>
    leases.giveBack(unused).catch((error: unknown) => log.warn({ error }, "calls of quotas were not given back"));

  function sweep(): void {
    const nowMs = realNow();
    const unused = buckets
      .all()
      .filter(({ tokens, usedAt, leasedAt }) => tokens > 0 && (usedAt < nowMs - UNUSED_MS || leasedAt < nowMs - HELD_MS));
    void giveBack(unused);
    buckets.forget(({ tokens, fullAt }) => tokens === 0 && fullAt <= nowMs);
  }

  return {
    take(key, nowMs) {
      const taken = buckets.of(key);
      return takeFromMemory(taken, nowMs) ?? takeFromTable(taken);
    },
    peek: (key, nowMs) => viewOf(buckets.of(key)[0]!, nowMs),
    async view(key) {
      const seen = buckets.of(key);
      await Promise.all(seen.map((bucket) => leases.request(bucket, "level")));
      const [lane, ceiling] = seen.map((bucket) => viewOf(bucket, realNow()));
      return { lane: lane!, ...(ceiling === undefined ? {} : { ceiling }) };
    },
    held: () => buckets.all().reduce((sum, { tokens }) => sum + tokens, 0),
    async close() {
      clearInterval(sweeper);
      leases.stop();
      await Promise.allSettled(buckets.all().flatMap(({ request }) => request?.answered ?? []));
      await giveBack(buckets.all());
    },
  };
}

function viewOf(bucket: Bucket, nowMs: number): LimitsView {
  const { remaining, fullInMs } = levelWithTokens(bucket, nowMs);
  const { perMinute, burst } = bucket.plan;
  return { limit: perMinute, remaining, resetSeconds: Math.ceil(fullInMs / 1000), burst };
}
