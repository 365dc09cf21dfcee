import type { PlainRoute } from "../platform/http/index.ts";
import type { PublicJwk } from "../platform/crypto/index.ts";

/** A page with the sandbox's public key as a JWK Set (RFC 7517). Production trusts the key if VALIDATION_PUBLIC_KEYS lists its member `x`. */
export const publicKeysPage = (jwk: PublicJwk): PlainRoute => ({
  method: "GET",
  path: "/.well-known/jwks.json",
  answer: () => ({
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=300" },
    body: JSON.stringify({ keys: [jwk] }),
  }),
});
