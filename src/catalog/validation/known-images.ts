import type { Outbound } from "../../platform/outbound.ts";
import { checkImage, IMAGE_LIMITS } from "../images.ts";
import type { KnownImage } from "./family-validation.ts";

/** Images fetched at once. */
const AT_ONCE = 16;

/**
 * Fetches images for a judgement that stores nothing: each address once, without the retries that publishing grants, so
 * that one that fails is unreachable at once. `at` is epoch ms.
 */
export async function lookAtImages(outbound: Outbound, urls: Iterable<string>, at: number): Promise<ReadonlyMap<string, KnownImage>> {
  const known = new Map<string, KnownImage>();
  const left = [...new Set(urls)].values();
  const lookers = Array.from({ length: AT_ONCE }, async () => {
    for (const url of left) {
      const check = await checkImage(outbound, url, IMAGE_LIMITS);
      known.set(url, { verdict: check.outcome === "decided" ? check.verdict : { state: "unreachable" }, checkedAt: at });
    }
  });
  await Promise.all(lookers);
  return known;
}
