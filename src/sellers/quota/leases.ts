import { createBatcher, type Database, DatabaseConflict, DatabaseUnavailable, Overloaded } from "../../platform/database/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { Bucket, LeaseRequest } from "./bucket.ts";
import { levelOf, refillMs, type QuotaPlan } from "./gcra.ts";
import * as queries from "./queries.ts";

/** Leases calls from the quota table that all processes share. One token stands for one call. */
export interface Leases {
  /** Requests a token for a waiting call, or only the bucket's level. Resolves to false when the table is unavailable. */
  request(bucket: Bucket, what: "token" | "level"): Promise<boolean>;
  /** Requests more tokens after a short delay, together with other buckets. */
  requestSoon(bucket: Bucket): void;
  /** Cancels requests made by `requestSoon`. */
  stop(): void;
  /** Returns unused tokens to the table. */
  giveBack(buckets: readonly Bucket[]): Promise<void>;
}

export interface LeaseSettings {
  readonly db: Pick<Database, "run">;
  /** Percentage of a minute's calls to lease at once. */
  readonly quotaLeasePercent: number;
  readonly quotaLeaseTimeoutMs: number;
  /** Real time in milliseconds. */
  readonly now: () => number;
  /** Receives failures of requests for which no call waits. */
  readonly log: Pick<Log, "warn">;
}

/** Time without requests after the table did not answer. */
const UNAVAILABLE_MS = 1_000;
/** Minimum time that a denial lasts, even if the quota refills sooner. */
const MIN_DENIAL_MS = 20;
const MAX_GIVEN_BACK = 1_000;
/** Delay of requests for buckets that run low, so that one statement can serve several buckets. */
const SOON_MS = 20;
/** Part of a lease at which more tokens are requested, as a divisor: 4 = when a quarter of the lease is left. */
const REFILL_PART = 4;
const US = 1_000;

class LeaseTimeout extends Error {}
const isUnavailable = (error: unknown) =>
  [LeaseTimeout, Overloaded, DatabaseUnavailable, DatabaseConflict].some((known) => error instanceof known);

/** Creates the leases of this process. Requests made in the same event-loop tick share a statement. */
export function createLeases(settings: LeaseSettings): Leases {
  const request = createRequester(settings);
  const low = new Set<Bucket>();
  let timer: NodeJS.Timeout | undefined;

  function requestForLow(): void {
    // Skip buckets without tokens: either a waiting call requests tokens, or the tokens were given back and the bucket may be removed.
    const requests = [...low]
      .filter(({ tokens, refillAt }) => tokens > 0 && tokens <= refillAt)
      .map((bucket) => request(bucket, { calls: 0, wantsTokens: true }));
    low.clear();
    timer = undefined;
    Promise.all(requests).catch((error: unknown) => settings.log.warn({ error }, "calls of quotas were not taken ahead"));
  }

  return {
    request: (bucket, what) => request(bucket, { calls: what === "token" ? 1 : 0, wantsTokens: what === "token" }),
    requestSoon(bucket) {
      timer ??= setTimeout(requestForLow, SOON_MS).unref();
      low.add(bucket);
    },
    stop: () => clearTimeout(timer),
    giveBack: (buckets) => giveBack(settings.db, buckets),
  };
}

/** Joins the bucket's request in progress, or starts one. Resolves to false when the table is unavailable. */
type Requester = (bucket: Bucket, wants: { readonly calls: number; readonly wantsTokens: boolean }) => Promise<boolean>;

function createRequester(settings: LeaseSettings): Requester {
  const { quotaLeaseTimeoutMs, now } = settings;
  let unavailableUntil = 0;
  const batcher = createBatcher<LeaseRequest, void>({
    name: "quota leases",
    keyOf: ({ bucket }) => bucket.name,
    run: (requests) => lease(settings, requests),
  });

  async function send(request: LeaseRequest): Promise<boolean> {
    try {
      await withTimeout(batcher.submit(request), quotaLeaseTimeoutMs);
      return true;
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // A request for which no call waits is not urgent, so its failure does not stop further requests.
      if (request.waiting > 0) unavailableUntil = now() + UNAVAILABLE_MS;
      return false;
    } finally {
      request.bucket.request = undefined;
    }
  }

  return (bucket, { calls, wantsTokens }) => {
    if (unavailableUntil > now()) return Promise.resolve(false);
    if (bucket.request === undefined) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      bucket.request = { bucket, waiting: 0, wantsTokens: false, answered: promise };
      send(bucket.request).then(resolve, reject);
    }
    bucket.request.waiting += calls;
    bucket.request.wantsTokens ||= wantsTokens;
    return bucket.request.answered;
  };
}

/** Leases tokens for all requests with one statement. */
async function lease({ db, quotaLeasePercent, now }: LeaseSettings, requests: readonly LeaseRequest[]): Promise<undefined[]> {
  const buckets = requests.map(({ bucket }) => bucket);
  const waiting = requests.map((request) => request.waiting);
  const ahead = requests.map(({ bucket, wantsTokens }) => (wantsTokens ? leaseSize(bucket.plan, quotaLeasePercent) : 0));
  const rows = await db.run(sellersOf(buckets), queries.lease, [
    ...keysOf(buckets),
    buckets.map(({ plan }) => refillMs(plan, 1) * US),
    buckets.map(({ plan }) => plan.burst),
    waiting,
    ahead,
  ]);
  for (const row of rows) {
    const index = row.ord - 1;
    const bucket = buckets[index]!;
    addTokens(bucket, row, waiting[index]!, now());
    if (ahead[index]! > 0) bucket.refillAt = row.granted < REFILL_PART ? -1 : Math.floor(row.granted / REFILL_PART);
  }
  return requests.map(() => undefined);
}

const leaseSize = ({ perMinute }: QuotaPlan, leasePercent: number) => Math.max(1, Math.floor((perMinute * leasePercent) / 100));

/** Adds leased tokens. `nowMs` is the time when the answer arrived, so that no caller retries too early. */
function addTokens(bucket: Bucket, { granted, owed }: queries.LeaseRow, waiting: number, nowMs: number): void {
  bucket.tokens += granted;
  bucket.fullAt = nowMs + owed / US;
  bucket.leasedAt = nowMs;
  if (granted >= waiting) return;
  bucket.deniedUntil = nowMs + Math.max(MIN_DENIAL_MS, levelOf(bucket.plan, bucket.fullAt, nowMs).nextInMs);
}

async function giveBack(db: LeaseSettings["db"], buckets: readonly Bucket[]): Promise<void> {
  const unused = buckets.filter(({ tokens }) => tokens > 0).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (let from = 0; from < unused.length; from += MAX_GIVEN_BACK) {
    const page = unused.slice(from, from + MAX_GIVEN_BACK);
    const refills = page.map(({ plan, tokens }) => refillMs(plan, tokens));
    page.forEach((bucket, index) => {
      bucket.tokens = 0;
      bucket.fullAt -= refills[index]!;
    });
    await db.run(sellersOf(page), queries.giveBack, [...keysOf(page), refills.map((ms) => Math.round(ms * US))]);
  }
}

const sellersOf = (buckets: readonly Bucket[]) => [...new Set(buckets.map(({ sellerId }) => sellerId))];
const keysOf = (buckets: readonly Bucket[]) => [
  buckets.map(({ sellerId }) => sellerId),
  buckets.map(({ clientId }) => clientId),
  buckets.map(({ lane }) => lane),
];

function withTimeout(work: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LeaseTimeout(`no quota within ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
