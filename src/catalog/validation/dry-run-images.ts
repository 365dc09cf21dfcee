import { Overloaded } from "../../platform/database/index.ts";
import type { Outbound } from "../../platform/outbound/index.ts";
import { createConcurrencyLimit } from "../../platform/jobs/index.ts";
import { checkImage, IMAGE_LIMITS } from "../image-check.ts";
import type { KnownImage } from "./validate-family.ts";
import { maxFetchesPerSeller } from "./image-fetches-per-seller.ts";

/** Maximum concurrent fetches of a validation that has a process to itself. */
const CONCURRENT_FETCHES = 16;

/** Fetches an image once. Unlike publishing it does not retry: a failed fetch makes the image unreachable. */
async function checkOnce(outbound: Outbound, url: string, at: number): Promise<KnownImage> {
  const check = await checkImage(outbound, url, IMAGE_LIMITS);
  return { verdict: check.outcome === "decided" ? check.verdict : { state: "unreachable" }, checkedAt: at };
}

/** Checks images without storing anything, each address once. `at` is epoch ms. */
export async function checkImagesOnce(outbound: Outbound, urls: Iterable<string>, at: number): Promise<ReadonlyMap<string, KnownImage>> {
  const known = new Map<string, KnownImage>();
  const remaining = [...new Set(urls)].values();
  const lanes = Array.from({ length: CONCURRENT_FETCHES }, async () => {
    for (const url of remaining) known.set(url, await checkOnce(outbound, url, at));
  });
  await Promise.all(lanes);
  return known;
}

/** Checks the images of a seller's dry run. Throws Overloaded when too many images of the seller's dry runs are waiting. */
export type CheckImagesForSeller = (sellerId: number, urls: readonly string[], at: number) => Promise<ReadonlyMap<string, KnownImage>>;

/** How many images may wait for a fetch: for one seller's dry runs, and in all. */
const MAX_WAITING_PER_SELLER = 600;
const MAX_WAITING = 10_000;
/** How long a dry run waits for all of its images. */
const TIMEOUT_MS = 15_000;

/**
 * Checks images for the dry runs of all sellers. Together they fetch as many images at once as the image worker. Each seller has the same
 * limit as there, so a slow image host delays only its own seller.
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
      // After the timeout the dry run has ended, so the image is not fetched any more.
      const known = await concurrency.run(String(sellerId), async () => (timeout.aborted ? undefined : checkOnce(outbound, url, at)));
      return known && ([url, known] as const);
    });
    const known = await Promise.race([Promise.all(checks), timedOut]);
    const found = known?.filter((check) => check !== undefined);
    if (found?.length !== checks.length) throw new Overloaded("too many images wait for one seller's dry runs");
    return new Map(found);
  };
}
