import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import { chance } from "../../platform/ids.ts";
import type { Outbound } from "../../platform/outbound.ts";
import { checkImage, IMAGE_LIMITS, retryDelayMs } from "../images.ts";
import type { ImageVerdict } from "../product.ts";
import * as queries from "./queries.ts";

export interface ImageContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly imageConcurrency: number;
  readonly imageRetrySeconds: readonly number[];
  /** Verdicts were written; their families are due. */
  readonly onVerdicts: () => void;
}

const LEASE_SECONDS = 60;
const READY_SCAN = 1_000;
const SELLERS_AT_ONCE = 8;

/**
 * Fetches images that are due and records what they are (seed 2.1 image rules). A fetch that fails is due again after its
 * wait; after the last wait the image counts as unreachable. Answers how many images were tried.
 */
export async function checkDueImages(context: ImageContext): Promise<number> {
  const { db, clock, imageConcurrency } = context;
  const ready = await db.wide.run("every seller", queries.imageSellers, [clock.now(), READY_SCAN]);
  if (ready.length === 0) return 0;
  const share = Math.max(1, Math.ceil(imageConcurrency / Math.min(ready.length, SELLERS_AT_ONCE)));
  let tried = 0;
  for (let i = 0; i < ready.length; i += SELLERS_AT_ONCE) {
    const sellers = ready.slice(i, i + SELLERS_AT_ONCE);
    const counts = await Promise.all(sellers.map(({ seller_id }) => checkSeller(context, seller_id, share)));
    tried += counts.reduce((sum, count) => sum + count, 0);
  }
  return tried;
}

async function checkSeller(context: ImageContext, sellerId: number, share: number): Promise<number> {
  const { db, clock } = context;
  const claimed = await db.run([sellerId], queries.claimImages, [sellerId, clock.now(), share, LEASE_SECONDS]);
  if (claimed.length === 0) return 0;
  // A verdict is as old as its fetch's beginning: a file replaced and sent again meanwhile is fetched again.
  const startedAt = clock.now();
  const results = await Promise.all(claimed.map((image) => checkOne(context, image)));
  await db.run([sellerId], queries.finishImages, [
    sellerId,
    claimed.map((image) => image.product_group),
    claimed.map((image) => image.url),
    results.map((result) => (result.verdict ? JSON.stringify(result.verdict) : null)),
    results.map((result) => result.dueAt ?? null),
    startedAt,
  ]);
  context.onVerdicts();
  return claimed.length;
}

async function checkOne(
  { outbound, clock, imageRetrySeconds }: ImageContext,
  image: queries.ClaimedImage,
): Promise<{ readonly verdict?: ImageVerdict; readonly dueAt?: number }> {
  const check = await checkImage(outbound, image.url, IMAGE_LIMITS);
  if (check.outcome === "decided") return { verdict: check.verdict };
  const waitMs = retryDelayMs(
    imageRetrySeconds.map((seconds) => seconds * 1_000),
    image.attempts,
    chance(),
  );
  return waitMs === undefined ? { verdict: { state: "unreachable" } } : { dueAt: clock.now() + waitMs };
}
