import { createBatcher, Overloaded } from "../../platform/database/batching/batcher.ts";
import { DatabaseConflict, DatabaseUnavailable, type Database } from "../../platform/database/database.ts";
import { growsIn, levelOf, type Plan } from "./gcra.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { Lane } from "./headers.ts";
import * as queries from "./queries.ts";

/** Calls of one quota as this process knows them. Instants are real time in milliseconds. */
export interface Bucket {
  /** Says whose it is; no two alike. */
  readonly name: string;
  /** 0 = an application's, over all its sellers. */
  readonly sellerId: number;
  readonly clientId: string;
  readonly lane: Lane | "ceiling";
  plan: Plan;
  /** Calls that this process was given and nobody has made yet. */
  tokens: number;
  /** With so many left the next ones are asked for, before anybody has to wait; -1 = there is nothing to be gained. */
  lowAt: number;
  /** When it is whole again, the calls given counted in: as the table said last. */
  fullAt: number;
  /** There is no call before this instant. */
  refusedUntil: number;
  leasedAt: number;
  usedAt: number;
  /** What this process is asking for. */
  asking: Asking | undefined;
}

interface Asking {
  readonly bucket: Bucket;
  /** Calls that wait for the answer. */
  waiting: number;
  /** Calls are wanted, also where nobody waits for one yet. */
  takes: boolean;
  readonly answered: Promise<boolean>;
}

/** Takes calls of quotas from the table that all processes share. */
export interface Leases {
  /** A call waits for one more, or somebody wants to hear how the bucket is. False when the table does not answer in time. */
  ask(bucket: Bucket, what: "call" | "level"): Promise<boolean>;
  /** Calls will be wanted: they are asked for soon, together with those of other buckets. */
  askSoon(bucket: Bucket): void;
  /** Asks for nothing more by itself. */
  stop(): void;
  /** Gives back the calls that nobody has made. */
  giveBack(buckets: readonly Bucket[]): Promise<void>;
}

export interface LeaseSettings {
  readonly db: Pick<Database, "run">;
  /** Share of a minute's calls that is taken at once. */
  readonly quotaLeasePercent: number;
  readonly quotaLeaseTimeoutMs: number;
  /** Real time in milliseconds. */
  readonly now: () => number;
  /** Hears of what nobody waits for. */
  readonly log: Pick<Log, "warn">;
}

/** A table that did not answer is asked again after so long. */
const AWAY_MS = 1_000;
/** Where calls grow back quicker, a refusal still is worth remembering. */
const SHORTEST_REFUSAL_MS = 20;
const BACK_AT_ONCE = 1_000;
/** How long low buckets wait for others, so that one statement asks for all of them. */
const SOON_MS = 20;
/** The part of a lease that is left when the next one is asked for. */
const LOW_PART = 4;
const US = 1_000;

class Late extends Error {}
const isAway = (error: unknown) => [Late, Overloaded, DatabaseUnavailable, DatabaseConflict].some((known) => error instanceof known);

/** What this process takes is asked for together: one statement for all buckets of a turn of the event loop. */
export function createLeases({ db, quotaLeasePercent, quotaLeaseTimeoutMs, now, log }: LeaseSettings): Leases {
  let awayUntil = 0;
  const low = new Set<Bucket>();
  let soon: NodeJS.Timeout | undefined;
  const ahead = ({ plan }: Bucket) => Math.max(1, Math.floor((plan.perMinute * quotaLeasePercent) / 100));

  const batch = createBatcher<Asking, void>({
    name: "quota leases",
    keyOf: ({ bucket }) => bucket.name,
    async run(asked) {
      const waiting = asked.map((one) => one.waiting);
      const buckets = asked.map(({ bucket }) => bucket);
      const more = asked.map(({ bucket, takes }) => (takes ? ahead(bucket) : 0));
      const rows = await db.run(sellersOf(buckets), queries.lease, [
        ...keysOf(buckets),
        buckets.map(({ plan }) => growsIn(plan, 1) * US),
        buckets.map(({ plan }) => plan.burst),
        waiting,
        more,
      ]);
      for (const row of rows) {
        const nth = row.ord - 1;
        given(buckets[nth]!, row, waiting[nth]!);
        if (more[nth]! > 0) buckets[nth]!.lowAt = row.granted < LOW_PART ? -1 : Math.floor(row.granted / LOW_PART);
      }
      return asked.map(() => undefined);
    },
  });

  /** Counted from the answer's arrival, so a caller is never told too early an instant. */
  function given(bucket: Bucket, { granted, owed }: queries.LeaseRow, waiting: number): void {
    const nowMs = now();
    bucket.tokens += granted;
    bucket.fullAt = nowMs + owed / US;
    bucket.leasedAt = nowMs;
    if (granted >= waiting) return;
    bucket.refusedUntil = nowMs + Math.max(SHORTEST_REFUSAL_MS, levelOf(bucket.plan, bucket.fullAt, nowMs).nextMs);
  }

  async function answer(asking: Asking): Promise<boolean> {
    const { bucket } = asking;
    try {
      await inTime(batch.submit(asking), quotaLeaseTimeoutMs);
      return true;
    } catch (error) {
      if (!isAway(error)) throw error;
      // Whoever asked ahead was in no hurry.
      if (asking.waiting > 0) awayUntil = now() + AWAY_MS;
      return false;
    } finally {
      bucket.asking = undefined;
    }
  }

  function ask(bucket: Bucket, { calls, takes }: { readonly calls: number; readonly takes: boolean }): Promise<boolean> {
    if (awayUntil > now()) return Promise.resolve(false);
    if (bucket.asking === undefined) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      bucket.asking = { bucket, waiting: 0, takes: false, answered: promise };
      answer(bucket.asking).then(resolve, reject);
    }
    bucket.asking.waiting += calls;
    bucket.asking.takes ||= takes;
    return bucket.asking.answered;
  }

  function askForLow(): void {
    // Who has none left asks by itself, and a bucket that was given back may be forgotten.
    const asked = [...low]
      .filter(({ tokens, lowAt }) => tokens > 0 && tokens <= lowAt)
      .map((bucket) => ask(bucket, { calls: 0, takes: true }));
    low.clear();
    soon = undefined;
    Promise.all(asked).catch((error: unknown) => log.warn({ error }, "calls of quotas were not taken ahead"));
  }

  return {
    ask: (bucket, what) => ask(bucket, { calls: what === "call" ? 1 : 0, takes: what === "call" }),
    askSoon(bucket) {
      soon ??= setTimeout(askForLow, SOON_MS).unref();
      low.add(bucket);
    },
    stop: () => clearTimeout(soon),
    async giveBack(buckets) {
      const unused = buckets.filter(({ tokens }) => tokens > 0).sort((a, b) => (a.name < b.name ? -1 : 1));
      for (let from = 0; from < unused.length; from += BACK_AT_ONCE) {
        const some = unused.slice(from, from + BACK_AT_ONCE);
        const backMs = some.map(({ plan, tokens }) => growsIn(plan, tokens));
        some.forEach((bucket, nth) => {
          bucket.tokens = 0;
          bucket.fullAt -= backMs[nth]!;
        });
        await db.run(sellersOf(some), queries.giveBack, [...keysOf(some), backMs.map((ms) => Math.round(ms * US))]);
      }
    },
  };
}

const sellersOf = (buckets: readonly Bucket[]) => [...new Set(buckets.map(({ sellerId }) => sellerId))];
const keysOf = (buckets: readonly Bucket[]) => [
  buckets.map(({ sellerId }) => sellerId),
  buckets.map(({ clientId }) => clientId),
  buckets.map(({ lane }) => lane),
];

function inTime(work: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Late(`no quota within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
