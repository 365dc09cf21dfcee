import { Overloaded } from "../../platform/database/index.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { createConcurrencyLimit } from "../../platform/jobs/index.ts";
import { checkImage, IMAGE_LIMITS } from "../image-check.ts";
import type { KnownImage } from "./validate-family.ts";
import { maxFetchesPerSeller } from "./image-fetches-per-seller.ts";

/** Maximum number of concurrent fetches of `checkImagesOnce`, which commands call without a server. */
const CONCURRENT_FETCHES = 16;

/** Fetches an image once. Does not retry, unlike the worker: after a failed fetch the image is unreachable. */
async function checkOnce(outbound: Outbound, url: string, at: number): Promise<KnownImage> {
  const check = await checkImage(outbound, url, IMAGE_LIMITS);
  return { verdict: check.outcome === "decided" ? check.verdict : { state: "unreachable" }, checkedAt: at };
}

/** Checks each image once and stores nothing. `at` is the time of the checks in the result, epoch ms. */
export async function checkImagesOnce(outbound: Outbound, urls: Iterable<string>, at: number): Promise<ReadonlyMap<string, KnownImage>> {
  const known = new Map<string, KnownImage>();
  const remaining = [...new Set(urls)].values();
  const lanes = Array.from({ length: CONCURRENT_FETCHES }, async () => {
    for (const url of remaining) known.set(url, await checkOnce(outbound, url, at));
  });
  await Promise.all(lanes);
  return known;
}

/** Checks the images of a seller's dry run. Rejects with Overloaded when too many images wait, or when the checks take too long. */
export type CheckImagesForSeller = (sellerId: number, urls: readonly string[], at: number) => Promise<ReadonlyMap<string, KnownImage>>;

/** Maximum number of images that wait for a fetch, per seller and in total. */
const MAX_WAITING_PER_SELLER = 600;
const MAX_WAITING = 10_000;
/** Maximum time that a dry run waits for all of its images. */
const TIMEOUT_MS = 15_000;

/**
 * Checks images for the dry runs of all sellers. The total number of concurrent fetches and the number per seller have the same limits as
 * in the image worker. So the slow images of one seller do not delay other sellers.
 */
export function createSellerImageChecker(outbound: Outbound, imageConcurrency: number): CheckImagesForSeller {
  const concurrency = createConcurrencyLimit({
    all: imageConcurrency,
    perKey: maxFetchesPerSeller(imageConcurrency),
    waiting: MAX_WAITING,
    waitingPerKey: MAX_WAITING_PER_SELLER,
  });
  return async (sellerId, urls, at) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const timedOut = new Promise<undefined>((resolve) => {
      timeout.addEventListener("abort", () => resolve(undefined));
    });
    const checks = [...new Set(urls)].map(async (url) => {
      // After the timeout the dry run has ended, so no more images are fetched.
      const known = await concurrency.run(String(sellerId), async () => (timeout.aborted ? undefined : checkOnce(outbound, url, at)));
      return known && ([url, known] as const);
    });
    const known = await Promise.race([Promise.all(checks), timedOut]);
    const found = known?.filter((check) => check !== undefined);
    if (found?.length !== checks.length) throw new Overloaded("too many images wait for one seller's dry runs");
    return new Map(found);
  };
}
