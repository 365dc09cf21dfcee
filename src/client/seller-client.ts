import { setTimeout as sleep } from "node:timers/promises";
import type { Lang } from "../platform/contract/index.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createRetryingClient, type RetryingClient, type RetryingClientOptions } from "./retrying-client.ts";
import { sellerHeaders, type SellerCredential } from "./seller-api.ts";

/** Whose calls a client makes, and where. */
export interface SellerClientOptions extends Pick<RetryingClientOptions, "onWait"> {
  readonly url: string;
  readonly credential: SellerCredential;
  readonly lang: Lang;
  /** Once aborted, waiting calls reject. */
  readonly signal?: AbortSignal;
}

/** A retrying client with one credential, which keeps to the quota of that credential. */
export function createSellerClient({ url, credential, lang, signal, onWait }: SellerClientOptions): RetryingClient {
  const now = () => performance.now();
  const limiter = createRateLimiter(now, (ms) => sleep(ms, undefined, { signal }));
  return createRetryingClient({ url, headers: sellerHeaders(credential, lang), limiter, now, ...(onWait ? { onWait } : {}) });
}
