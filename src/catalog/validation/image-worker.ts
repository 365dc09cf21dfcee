import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { random } from "../../platform/basics/random.ts";
import type { Outbound } from "../../platform/outbound/client.ts";
import { checkImage, IMAGE_LIMITS, retryDelayMs } from "../image-check.ts";
import type { ImageVerdict } from "../product.ts";
import * as queries from "./queries.ts";
import { shareOf } from "./per-seller-limit.ts";

export interface ImageContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly imageConcurrency: number;
  readonly imageRetrySeconds: readonly number[];
  /** Verdicts were written; their families are due. */
  readonly onVerdicts: () => void;
  /** A fetch ended: there is a result to write and room for another fetch. */
  readonly onFetched: () => void;
}

/** Fetches images that are due and records what they are (seed 2.1 image rules). Called one at a time, `settle` after the last. */
export interface ImageWorker {
  /** Writes what was found since the last turn, and starts fetches where there is room, waiting for none. Answers how many. */
  readonly work: () => Promise<number>;
  /** Waits for the fetches under way, at most one image's budget, and writes what they found. */
  readonly settle: () => Promise<void>;
}

const LEASE_SECONDS = 60;

/** Images of one seller leased together. A verdict is as old as this: a file replaced and sent again meanwhile is fetched again. */
interface Claim {
  readonly sellerId: number;
  readonly startedAt: number;
}
interface Fetched {
  readonly claim: Claim;
  readonly image: queries.ClaimedImage;
  readonly verdict?: ImageVerdict;
  readonly dueAt?: number;
}

/**
 * The fetches have no rounds: each that ends makes room for the next, sellers taking turns in the order of their numbers. A fetch
 * that fails is due again after its wait; after the last wait the image counts as unreachable. What a worker that dies has not
 * written is due again when its lease has run out.
 */
export function createImageWorker(context: ImageContext): ImageWorker {
  const { db, clock, imageConcurrency } = context;
  const share = shareOf(imageConcurrency);
  const underWay = new Map<Promise<void>, number>();
  const fetched: Fetched[] = [];
  /** The seller whose turn was last. */
  let last = 0;

  /** Up to `limit` sellers with due images in the order of their turns, without those that have their share. */
  async function readySellers(limit: number, hasShare: (seller: number) => boolean): Promise<readonly number[]> {
    const ready: number[] = [];
    let at = last;
    let isAgain = last === 0;
    while (ready.length < limit) {
      const [next] = await db.wide.run("every seller", queries.nextImageSeller, [clock.now(), at]);
      if (next === undefined ? isAgain : isAgain && last > 0 && next.seller_id > last) break;
      if (next && !hasShare(next.seller_id)) ready.push(next.seller_id);
      isAgain ||= next === undefined;
      at = next?.seller_id ?? 0;
    }
    return ready;
  }

  function start(claim: Claim, image: queries.ClaimedImage): void {
    const fetching = checkOne(context, image).then((result) => {
      underWay.delete(fetching);
      fetched.push({ claim, image, ...result });
      context.onFetched();
    });
    underWay.set(fetching, claim.sellerId);
  }

  async function write(): Promise<void> {
    const results = fetched.splice(0);
    if (results.length === 0) return;
    const writes = [...Map.groupBy(results, ({ claim }) => claim)].map(async ([claim, ofClaim]) => {
      try {
        await db.run([claim.sellerId], queries.finishImages, finished(claim, ofClaim));
      } catch (error) {
        fetched.push(...ofClaim);
        throw error;
      }
    });
    const outcomes = await Promise.allSettled(writes);
    context.onVerdicts();
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }

  async function work(): Promise<number> {
    await write();
    let room = imageConcurrency - underWay.size;
    if (room <= 0) return 0;
    const counts = new Map([...Map.groupBy(underWay.values(), (seller) => seller)].map(([seller, { length }]) => [seller, length]));
    const hasShare = (seller: number) => (counts.get(seller) ?? 0) >= share;
    const ready = await readySellers(room, hasShare);
    if (ready.length === 0) last = 0;
    const each = Math.ceil(room / Math.max(1, ready.length));
    let started = 0;
    for (const sellerId of ready) {
      const wanted = Math.min(each, room, share - (counts.get(sellerId) ?? 0));
      if (wanted <= 0) break;
      const images = await db.run([sellerId], queries.claimImages, [sellerId, clock.now(), wanted, LEASE_SECONDS]);
      const claim = { sellerId, startedAt: clock.now() };
      for (const image of images) start(claim, image);
      last = sellerId;
      room -= images.length;
      started += images.length;
    }
    return started;
  }

  async function settle(): Promise<void> {
    const patience = new AbortController();
    const tooLong = delay(IMAGE_LIMITS.budgetMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.all(underWay.keys()), tooLong]);
    patience.abort();
    await write();
  }

  return { work, settle };
}

const finished = ({ sellerId, startedAt }: Claim, results: readonly Fetched[]) => [
  sellerId,
  results.map(({ image }) => image.product_group),
  results.map(({ image }) => image.url),
  results.map(({ verdict }) => (verdict ? JSON.stringify(verdict) : null)),
  results.map(({ dueAt }) => dueAt ?? null),
  startedAt,
];

async function checkOne(
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
