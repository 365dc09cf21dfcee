import { realNow } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { SellerIdentity } from "../caller-identity.ts";
import { takeOne } from "./fallback.ts";
import { growsIn, letIn, levelOf, planOf, refused, type Level, type QuotaDecision } from "./gcra.ts";
import type { Lane } from "./headers.ts";
import { createLeases, type Bucket, type LeaseSettings } from "./leases.ts";

/** Whose quota: two live tokens of one application and seller share it. */
export interface MeterKey {
  /** Says which bucket; no two alike. */
  readonly name: string;
  readonly sellerId: number;
  readonly clientId: string;
  readonly lane: Lane;
  /** Calls per minute of the plan. */
  readonly perMinute: number;
  /** Calls per minute of the application over all its sellers; absent = no more than its plans. */
  readonly ceiling?: number | undefined;
}

/** The keys of whom a door knows, put together once and not per call. */
export function meterKeys({ sellerId, clientId, quotaPerMinute, ceilingPerMinute }: SellerIdentity): Readonly<Record<Lane, MeterKey>> {
  const keyOf = (lane: Lane): MeterKey => {
    const name = `${sellerId} ${lane} ${clientId}`;
    return { name, sellerId, clientId, lane, perMinute: quotaPerMinute, ceiling: ceilingPerMinute };
  };
  return { default: keyOf("default"), orders: keyOf("orders") };
}

/** What is left of a quota. */
export interface LimitsView {
  /** Calls per minute. */
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is whole again. */
  readonly resetSeconds: number;
  /** Calls that may come at once. */
  readonly burst: number;
}

/** Meters the calls of sellers, together with every other process. */
export interface Meter {
  /** One call more, or the refusal of it; at once where nothing has to be asked. `nowMs` is real time. */
  take(key: MeterKey, nowMs: number): QuotaDecision | Promise<QuotaDecision>;
  /** What is left of a key's lane, and of its application's ceiling where it has one. */
  view(key: MeterKey): Promise<{ readonly lane: LimitsView; readonly ceiling?: LimitsView }>;
  /** Calls given to this process that nobody has made yet. */
  held(): number;
  /** Gives back what was not used. */
  close(): Promise<void>;
}

export interface MeterSettings extends Omit<LeaseSettings, "now"> {
  readonly db: Pick<Database, "run">;
  readonly quotaBurstPercent: number;
}

const SWEEP_MS = 1_000;
/** Calls that nobody makes go back after a second, in any case after five. */
const UNUSED_MS = 1_000;
const HELD_MS = 5_000;
const MAX_BUCKETS = 100_000;
/** Leases that callers wait for, one behind the other, before they are told to come again. */
const MAX_ROUNDS = 16;
const COME_AGAIN_MS = 1_000;

/**
 * A meter in which `quotaBurstPercent` of a minute's calls may come at once. It takes calls from the shared table a few at a time and
 * gives them out from memory; with the table away, each process meters for itself.
 */
export function createMeter({ log, quotaBurstPercent, ...settings }: MeterSettings): Meter {
  const leases = createLeases({ ...settings, log, now: realNow });
  const buckets = new Map<string, Bucket>();
  const sweeper = setInterval(sweep, SWEEP_MS).unref();

  function bucketOf({ name, sellerId, clientId, lane, perMinute }: Pick<Bucket, "lane"> & Omit<MeterKey, "lane">): Bucket {
    const known = buckets.get(name);
    if (known?.plan.perMinute === perMinute) return known;
    const plan = planOf(perMinute, quotaBurstPercent);
    if (known !== undefined) return Object.assign(known, { plan, refusedUntil: 0 });
    if (buckets.size >= MAX_BUCKETS) forget((bucket) => bucket.tokens === 0);
    const asking = undefined;
    const bucket: Bucket = {
      name,
      sellerId,
      clientId,
      lane,
      plan,
      tokens: 0,
      lowAt: -1,
      fullAt: 0,
      refusedUntil: 0,
      leasedAt: 0,
      usedAt: 0,
      asking,
    };
    buckets.set(name, bucket);
    return bucket;
  }
  /** The buckets that a call is taken from. */
  const ofKey = (key: MeterKey): readonly Bucket[] => {
    const own = bucketOf(key);
    const { clientId, ceiling: perMinute } = key;
    if (perMinute === undefined) return [own];
    return [own, bucketOf({ name: `0 ceiling ${clientId}`, sellerId: 0, clientId, lane: "ceiling", perMinute })];
  };

  /** From memory, where that is possible; calls that run low are asked for. */
  function atOnce(taken: readonly Bucket[], nowMs: number): QuotaDecision | undefined {
    const decision = decided(taken, nowMs);
    if (decision?.allowed) for (const bucket of taken) if (bucket.tokens <= bucket.lowAt) leases.askSoon(bucket);
    return decision;
  }

  async function slowly(taken: readonly Bucket[]): Promise<QuotaDecision> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const lacking = taken.filter(({ tokens }) => tokens === 0);
      const answered = await Promise.all(lacking.map((bucket) => leases.ask(bucket, "call")));
      const nowMs = realNow();
      if (answered.includes(false)) return alone(taken, nowMs);
      const decision = atOnce(taken, nowMs);
      if (decision) return decision;
    }
    return refused({ nextMs: COME_AGAIN_MS, wholeMs: levelWith(taken[0]!, realNow()).wholeMs });
  }

  /** What is told to nobody is known to the table: a bucket is forgotten once it has nothing to give back. */
  function forget(which: (bucket: Bucket) => boolean): void {
    for (const [name, bucket] of buckets) if (bucket.asking === undefined && which(bucket)) buckets.delete(name);
  }

  function sweep(): void {
    const nowMs = realNow();
    const unused = [...buckets.values()].filter(
      ({ tokens, usedAt, leasedAt }) => tokens > 0 && (usedAt < nowMs - UNUSED_MS || leasedAt < nowMs - HELD_MS),
    );
    leases.giveBack(unused).catch((error: unknown) => log.warn({ error }, "calls of quotas were not given back"));
    forget(({ tokens, fullAt }) => tokens === 0 && fullAt <= nowMs);
  }

  return {
    take(key, nowMs) {
      const taken = ofKey(key);
      return atOnce(taken, nowMs) ?? slowly(taken);
    },
    async view(key) {
      const seen = ofKey(key);
      await Promise.all(seen.map((bucket) => leases.ask(bucket, "level")));
      const [lane, ceiling] = seen.map((bucket) => viewOf(bucket, realNow()));
      return { lane: lane!, ...(ceiling === undefined ? {} : { ceiling }) };
    },
    held: () => [...buckets.values()].reduce((sum, { tokens }) => sum + tokens, 0),
    async close() {
      clearInterval(sweeper);
      leases.stop();
      await Promise.allSettled([...buckets.values()].flatMap(({ asking }) => asking?.answered ?? []));
      await leases.giveBack([...buckets.values()]).catch((error: unknown) => log.warn({ error }, "calls of quotas were not given back"));
    },
  };
}

/** Decides from memory; undefined = the table must be asked. */
function decided(taken: readonly Bucket[], nowMs: number): QuotaDecision | undefined {
  let untilMs = 0;
  let lacking: Bucket | undefined;
  for (const bucket of taken) {
    if (bucket.tokens > 0) continue;
    lacking = bucket;
    untilMs = Math.max(untilMs, bucket.refusedUntil);
  }
  if (lacking !== undefined && untilMs > nowMs) return refused({ nextMs: untilMs - nowMs, wholeMs: levelWith(lacking, nowMs).wholeMs });
  if (lacking !== undefined) return undefined;
  for (const bucket of taken) {
    bucket.tokens -= 1;
    bucket.usedAt = nowMs;
  }
  return letIn(tightest(taken, nowMs));
}

/** The share of this process alone, from what it knows of the buckets. */
function alone(taken: readonly Bucket[], nowMs: number): QuotaDecision {
  const lacking = taken.filter(({ tokens }) => tokens === 0);
  const tries = lacking.map(({ plan, fullAt }) => takeOne(plan, fullAt, nowMs));
  const refusal = tries.find(({ decision }) => !decision.allowed);
  if (refusal) return refusal.decision;
  lacking.forEach((bucket, nth) => {
    bucket.fullAt = tries[nth]!.fullAt;
  });
  for (const bucket of taken) if (!lacking.includes(bucket)) bucket.tokens -= 1;
  return letIn(tightest(taken, nowMs));
}

/** Calls that were given and not made are as good as in the bucket. */
const levelWith = ({ plan, tokens, fullAt }: Bucket, nowMs: number): Level => levelOf(plan, fullAt - growsIn(plan, tokens), nowMs);

function tightest(taken: readonly Bucket[], nowMs: number): Level {
  const first = levelWith(taken[0]!, nowMs);
  if (taken.length === 1) return first;
  const second = levelWith(taken[1]!, nowMs);
  return second.remaining < first.remaining ? second : first;
}

function viewOf(bucket: Bucket, nowMs: number): LimitsView {
  const { remaining, wholeMs } = levelWith(bucket, nowMs);
  const { perMinute, burst } = bucket.plan;
  return { limit: perMinute, remaining, resetSeconds: Math.ceil(wholeMs / 1000), burst };
}
