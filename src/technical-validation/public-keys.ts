import type { Page } from "../platform/http/server.ts";
import type { PublicJwk } from "../platform/crypto/signing-key.ts";

/** The sandbox's public key as a JWK Set (RFC 7517): its `x` is what production trusts in VALIDATION_PUBLIC_KEYS. */
export const publicKeysPage = (jwk: PublicJwk): Page => ({
  method: "GET",
  path: "/.well-known/jwks.json",
  answer: () => ({
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=300" },
    body: JSON.stringify({ keys: [jwk] }),
  }),
});
