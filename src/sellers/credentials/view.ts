import { isoDateTime } from "../../platform/basics/index.ts";
import { type Refusal, selfLink } from "../../platform/contract/index.ts";
import { sellerErrors } from "../errors.ts";
import type { RotationResult } from "./rotate.ts";
import type { CredentialView } from "./queries.ts";

const isoOrAbsent = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));

/** The refusal when a credential does not exist or is not visible to the caller. */
export const credentialUnknown = (received: string): Refusal =>
  sellerErrors.refuse("credential_unknown", { pointer: "path.credentialId", received });

/** A credential as shown to callers, without its token. `base` is the path of the list of credentials. */
export const credentialView = (base: string, row: CredentialView) => ({
  id: row.credential_id,
  clientId: row.client_id,
  name: row.name,
  scopes: row.scopes,
  plan: row.quota_per_minute ?? undefined,
  separatePriceAndStock: row.separate_price_and_stock,
  changeRequests: row.change_requests,
  createdAt: isoDateTime(row.created_at),
  expiresAt: isoOrAbsent(row.expires_at),
  revokedAt: isoOrAbsent(row.revoked_at),
  replaces: row.replaces ?? undefined,
  lastUsedAt: isoOrAbsent(row.last_used_at),
  lastUsedFrom: row.address ?? undefined,
  links: [selfLink(`${base}/${row.credential_id}`)],
});

/** The answer to a rotation at `at`: the successor with its token, and the expiry of the previous credential. */
export const rotationAnswer = (base: string, result: RotationResult, at: number) => {
  const href = `${base}/${result.id}`;
  const { expiresAt, previousExpiresAt, ...rest } = result;
  return {
    status: 201,
    headers: { location: href },
    body: {
      ...rest,
      createdAt: isoDateTime(at),
      expiresAt: isoOrAbsent(expiresAt),
      previousExpiresAt: isoDateTime(previousExpiresAt),
      links: [selfLink(href), { rel: "credentials", href: base }],
    },
  };
};
