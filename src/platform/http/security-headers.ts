import type { Headers } from "./headers.ts";

/**
 * Headers of every response, regardless of the layer that sends it. They make browsers trust only the Content-Type, send no referrer, show the
 * response in no frame and run none of its content (OWASP REST security).
 */
export const SECURITY_HEADERS: Headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** For answers with personal data or secrets, and for every refusal: no cache stores them (RFC 9111 5.2.2.5). */
export const NO_STORE: Headers = { "cache-control": "no-store" };

/**
 * For all other answers, unless a plain route has its own. Shared caches do not know our credential headers, so only the caller's own cache
 * may store these answers, and must revalidate them.
 */
export const NO_CACHE: Headers = { "cache-control": "private, no-cache" };
