import type { Headers } from "./headers.ts";

/**
 * On every answer, whichever layer answers: it is what its Content-Type says, no address is told onwards, and no page shows it in a
 * frame or runs anything of it (OWASP REST security).
 */
export const SECURITY_HEADERS: Headers = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** On answers with personal data or a secret in them, and on every refusal: nobody on the way keeps them (RFC 9111 5.2.2.5). */
export const NO_STORE: Headers = { "cache-control": "no-store" };

/** On all other answers, where a page says nothing else of itself: the credentials are in headers that no cache on the way knows, so only the caller keeps them, and asks again. */
export const NO_CACHE: Headers = { "cache-control": "private, no-cache" };
