import { Overloaded } from "../../platform/database/batching/batcher.ts";
import type { Outbound } from "../../platform/outbound/client.ts";
import { createConcurrencyLimit } from "../../platform/jobs/concurrency-limit.ts";
import { checkImage, IMAGE_LIMITS } from "../image-check.ts";
import type { KnownImage } from "./validate-family.ts";
import { shareOf } from "./per-seller-limit.ts";

/** Images fetched at once where nobody else is waiting. */
const AT_ONCE = 16;

/** What fetching an address once says, without the retries that publishing grants: one that fails is unreachable at once. */
async function looked(outbound: Outbound, url: string, at: number): Promise<KnownImage> {
  const check = await checkImage(outbound, url, IMAGE_LIMITS);
  return { verdict: check.outcome === "decided" ? check.verdict : { state: "unreachable" }, checkedAt: at };
}

/** Fetches images for a judgement that stores nothing: each address once. `at` is epoch ms. */
export async function lookAtImages(outbound: Outbound, urls: Iterable<string>, at: number): Promise<ReadonlyMap<string, KnownImage>> {
  const known = new Map<string, KnownImage>();
  const left = [...new Set(urls)].values();
  const lookers = Array.from({ length: AT_ONCE }, async () => {
    for (const url of left) known.set(url, await looked(outbound, url, at));
  });
  await Promise.all(lookers);
  return known;
}

/** The same for a seller's dry run; throws Overloaded when the seller's own dry runs have too many images before it. */
export type SellersLook = (sellerId: number, urls: readonly string[], at: number) => Promise<ReadonlyMap<string, KnownImage>>;

/** Images of one seller's dry runs that may wait for their turn, and how long one dry run waits for all of its own. */
const WAITING_PER_SELLER = 600;
const WAITING = 10_000;
const PATIENCE_MS = 15_000;

/**
 * Looks at images for many sellers at once. All dry runs together fetch as many as the image worker does, and one seller's
 * have the same share of them as there, so that a host that drips keeps only its own seller waiting.
 */
export function createSellersLook(outbound: Outbound, imageConcurrency: number): SellersLook {
  const concurrency = createConcurrencyLimit({
    all: imageConcurrency,
    perKey: shareOf(imageConcurrency),
    waiting: WAITING,
    waitingPerKey: WAITING_PER_SELLER,
  });
  return async (sellerId, urls, at) => {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const tooLong = new Promise<undefined>((resolve) => {
      patience.addEventListener("abort", () => resolve(undefined));
    });
    const looks = [...new Set(urls)].map(async (url) => {
      // Nobody waits any more for a turn that comes too late.
      const known = await concurrency.run(String(sellerId), async () => (patience.aborted ? undefined : looked(outbound, url, at)));
      return known && ([url, known] as const);
    });
    const known = await Promise.race([Promise.all(looks), tooLong]);
    const told = known?.filter((look) => look !== undefined);
    if (told?.length !== looks.length) throw new Overloaded("too many images wait for one seller's dry runs");
    return new Map(told);
  };
}
