import { setTimeout as sleep } from "node:timers/promises";
import { formatTexts, type Lang, type LocalizedText } from "../platform/contract/index.ts";
import { call, NoAnswer, RequestRefused, type Reply } from "./http-client.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";
import { sellerHeaders, type SellerCredential } from "./seller-api.ts";

/** Makes calls as a seller, and repeats them after temporary failures. */
export interface RetryingClient {
  /** Returns the final reply. Throws if all further calls would fail too, or if there is no answer for too long. */
  send<Body>(method: string, path: string, body?: Buffer | string, headers?: Readonly<Record<string, string>>): Promise<Reply<Body>>;
}

/** Options of a retrying client. */
export interface RetryingClientOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limiter: RateLimiter;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Called before each wait, with the status of the reply (undefined = no answer) and the length of the wait. */
  readonly onWait?: (status: number | undefined, ms: number) => void;
}

/**
 * Policy for a failed call. The call is repeated until `forMs` milliseconds have passed since `send` was called. `fails` says what fails
 * then: only this call, or all calls.
 */
interface RetryPolicy {
  readonly forMs: number;
  readonly fails: "call" | "all";
}

const WITHOUT_ANSWER: RetryPolicy = { forMs: 2 * 60_000, fails: "all" };
const BY_STATUS: Readonly<Record<number, RetryPolicy>> = {
  408: { forMs: 30_000, fails: "call" },
  429: { forMs: 60 * 60_000, fails: "all" },
  500: { forMs: 10_000, fails: "call" },
  502: { forMs: 60_000, fails: "call" },
  503: { forMs: 10 * 60_000, fails: "all" },
  504: { forMs: 60_000, fails: "call" },
};
/** Statuses after which `send` throws: the credential is not valid or may not make such calls, so further calls would be refused too. */
const CREDENTIAL_REFUSED = new Set([401, 403]);

const STOPPED_ANSWERING: LocalizedText = {
  "pt-BR": "{url} não responde mais ({reason})",
  en: "{url} no longer answers ({reason})",
};

/**
 * Creates a client that respects its rate limit and repeats calls as `BY_STATUS` says. If the answer of a POST was lost, the repeated POST
 * may be refused because the product already exists.
 */
export function createRetryingClient(options: RetryingClientOptions): RetryingClient {
  const { url, headers, limiter, now, onWait } = options;
  return {
    async send<Body>(method: string, path: string, body?: Buffer | string, more: Readonly<Record<string, string>> = {}) {
      const startedMs = now();
      for (let attempt = 1; ; attempt += 1) {
        await limiter.acquire();
        const result = await replyOrNoAnswer<Body>(url + path, {
          method,
          headers: { ...headers, ...more },
          ...(body === undefined ? {} : { body }),
        });
        if (!(result instanceof NoAnswer)) limiter.update(result.headers);
        const policy = result instanceof NoAnswer ? WITHOUT_ANSWER : BY_STATUS[result.status];
        if (policy === undefined || now() - startedMs >= policy.forMs) return finalReply(result, policy, url);
        const waitMs = (result instanceof NoAnswer ? undefined : retryAfterMs(result)) ?? backOffMs(attempt);
        limiter.pause(waitMs);
        onWait?.(result instanceof NoAnswer ? undefined : result.status, waitMs);
      }
    },
  };
}

/** The address, the credential and other options of a seller's client. */
export interface SellerClientOptions extends Pick<RetryingClientOptions, "onWait"> {
  readonly url: string;
  readonly credential: SellerCredential;
  readonly lang: Lang;
  /** Once aborted, calls that are waiting reject. */
  readonly signal?: AbortSignal;
}

/** A retrying client for a seller's credential, with its own rate limiter. */
export function createSellerClient({ url, credential, lang, signal, onWait }: SellerClientOptions): RetryingClient {
  const now = () => performance.now();
  const limiter = createRateLimiter(now, (ms) => sleep(ms, undefined, { signal }));
  return createRetryingClient({ url, headers: sellerHeaders(credential, lang), limiter, now, ...(onWait ? { onWait } : {}) });
}

/** The final reply of a call. Throws if there was no reply, or if all further calls would fail too. */
function finalReply<Body>(result: Reply<Body> | NoAnswer, policy: RetryPolicy | undefined, url: string): Reply<Body> {
  if (result instanceof NoAnswer) throw new NoAnswer(formatTexts(STOPPED_ANSWERING, { url, reason: result.texts }), { cause: result });
  if (CREDENTIAL_REFUSED.has(result.status) || policy?.fails === "all") throw new RequestRefused(result);
  return result;
}

async function replyOrNoAnswer<Body>(...request: Parameters<typeof call>): Promise<Reply<Body> | NoAnswer> {
  try {
    return await call<Body>(...request);
  } catch (error) {
    if (error instanceof NoAnswer) return error;
    throw error;
  }
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** Minimum wait before a call is repeated, even after `Retry-After: 0`. */
const SHORTEST_WAIT_MS = 50;
const backOffMs = (attempt: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));

function retryAfterMs({ headers }: Reply): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d+$/.test(seconds) ? Math.max(SHORTEST_WAIT_MS, Number(seconds) * 1_000) : undefined;
}
