import { setTimeout as delay } from "node:timers/promises";
import { type Clock, random } from "../../platform/basics/index.ts";
import type { Database } from "../../platform/database/index.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { checkImage, IMAGE_LIMITS, retryDelayMs } from "../image-check.ts";
import type { ImageVerdict } from "../product.ts";
import * as queries from "./queries.ts";
import { maxFetchesPerSeller } from "./image-fetches-per-seller.ts";

export interface ImageContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly imageConcurrency: number;
  readonly imageRetrySeconds: readonly number[];
  /** Called after results were written. The families of images with a verdict are then due. */
  readonly onVerdicts: () => void;
  /** Called when a fetch has ended. Its result can then be written, and another fetch can start. */
  readonly onFetched: () => void;
}

/** Fetches due images and stores the results (seed 2.1 image rules). */
export interface ImageWorker {
  /**
   * Writes the results so far and starts as many fetches as the limits allow, without waiting for them. Returns the number of fetches
   * started. Calls must not overlap.
   */
  readonly work: () => Promise<number>;
  /** Waits for the running fetches, at most for the time budget of one image, and writes their results. Call it after the last `work`. */
  readonly settle: () => Promise<void>;
}

const LEASE_SECONDS = 60;

/**
 * Images of one seller that were leased together. `startedAt`, an instant just before their fetches, is recorded as the time of the check.
 * So if the seller replaces a file and sends the product again during the check, the product is newer than the check, and the image can be
 * fetched again.
 */
interface Claim {
  readonly sellerId: number;
  readonly startedAt: number;
}
/** The result of a fetch: a verdict, or the time of the next attempt. */
interface FetchResult {
  readonly claim: Claim;
  readonly image: queries.ClaimedImage;
  readonly verdict?: ImageVerdict;
  readonly dueAt?: number;
}

interface State extends ImageContext {
  readonly maxPerSeller: number;
  /** Running fetches, each with its seller. */
  readonly running: Map<Promise<void>, number>;
  /** Results that are not written yet. */
  readonly results: FetchResult[];
  /** The seller whose fetches were started last; 0 = begin with the first seller. */
  lastSeller: number;
}

/**
 * Fetches run continuously: when one ends, the next can start. Sellers take turns in the order of their numbers. A failed fetch is repeated
 * after a delay. If the attempt after the last delay fails too, the image counts as unreachable. When a worker dies, its images become due
 * again at the end of their lease.
 */
export function createImageWorker(context: ImageContext): ImageWorker {
  const maxPerSeller = maxFetchesPerSeller(context.imageConcurrency);
  const state: State = { ...context, maxPerSeller, running: new Map(), results: [], lastSeller: 0 };
  return {
    async work() {
      await writeResults(state);
      return startDueFetches(state);
    },
    async settle() {
      await runningFetches(state);
      await writeResults(state);
    },
  };
}

async function startDueFetches(state: State): Promise<number> {
  const { db, clock, imageConcurrency, maxPerSeller, running } = state;
  let room = imageConcurrency - running.size;
  if (room <= 0) return 0;
  const counts = new Map([...Map.groupBy(running.values(), (seller) => seller)].map(([seller, { length }]) => [seller, length]));
  const isAtLimit = (seller: number) => (counts.get(seller) ?? 0) >= maxPerSeller;
  const sellers = await sellersInTurn(state, room, isAtLimit);
  if (sellers.length === 0) state.lastSeller = 0;
  const perSeller = Math.ceil(room / Math.max(1, sellers.length));
  let started = 0;
  for (const sellerId of sellers) {
    const wanted = Math.min(perSeller, room, maxPerSeller - (counts.get(sellerId) ?? 0));
    if (wanted <= 0) break;
    const images = await db.run([sellerId], queries.claimImages, [sellerId, clock.now(), wanted, LEASE_SECONDS]);
    const claim = { sellerId, startedAt: clock.now() };
    for (const image of images) startFetch(state, claim, image);
    state.lastSeller = sellerId;
    room -= images.length;
    started += images.length;
  }
  return started;
}

/**
 * Up to `limit` sellers that have due images and may start more fetches. They are in the order of their numbers, beginning after
 * `lastSeller` and then continuing from the first seller.
 */
async function sellersInTurn({ db, clock, lastSeller }: State, limit: number, isAtLimit: (seller: number) => boolean) {
  const sellers: number[] = [];
  let at = lastSeller;
  let hasWrapped = lastSeller === 0;
  while (sellers.length < limit) {
    const [next] = await db.wide.run("every seller", queries.nextImageSeller, [clock.now(), at]);
    if (next === undefined ? hasWrapped : hasWrapped && lastSeller > 0 && next.seller_id > lastSeller) break;
    if (next && !isAtLimit(next.seller_id)) sellers.push(next.seller_id);
    hasWrapped ||= next === undefined;
    at = next?.seller_id ?? 0;
  }
  return sellers;
}

function startFetch(state: State, claim: Claim, image: queries.ClaimedImage): void {
  const fetching = fetchImage(state, image).then((result) => {
    state.running.delete(fetching);
    state.results.push({ claim, image, ...result });
    state.onFetched();
  });
  state.running.set(fetching, claim.sellerId);
}

async function writeResults({ db, results, onVerdicts }: State): Promise<void> {
  const taken = results.splice(0);
  if (taken.length === 0) return;
  const writes = [...Map.groupBy(taken, ({ claim }) => claim)].map(async ([claim, ofClaim]) => {
    try {
      await db.run([claim.sellerId], queries.finishImages, resultColumns(claim, ofClaim));
    } catch (error) {
      results.push(...ofClaim);
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(writes);
  onVerdicts();
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** Resolves when all running fetches have ended, or after one image's time budget. */
async function runningFetches({ running }: State): Promise<void> {
  const ended = new AbortController();
  const timeout = delay(IMAGE_LIMITS.budgetMs, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([Promise.all(running.keys()), timeout]);
  ended.abort();
}

const resultColumns = ({ sellerId, startedAt }: Claim, results: readonly FetchResult[]) => [
  sellerId,
  results.map(({ image }) => image.product_group),
  results.map(({ image }) => image.url),
  results.map(({ verdict }) => (verdict ? JSON.stringify(verdict) : null)),
  results.map(({ dueAt }) => dueAt ?? null),
  startedAt,
];

async function fetchImage(
  { outbound, clock, imageRetrySeconds }: ImageContext,
  image: queries.ClaimedImage,
): Promise<{ readonly verdict?: ImageVerdict; readonly dueAt?: number }> {
  const check = await checkImage(outbound, image.url, IMAGE_LIMITS);
  if (check.outcome === "decided") return { verdict: check.verdict };
  const waitMs = retryDelayMs(
    imageRetrySeconds.map((seconds) => seconds * 1_000),
    image.attempts,
    random(),
  );
  return waitMs === undefined ? { verdict: { state: "unreachable" } } : { dueAt: clock.now() + waitMs };
}
