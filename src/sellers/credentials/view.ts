import { isoDateTime } from "../../platform/basics/clock.ts";
import type { Refusal } from "../../platform/contract/errors.ts";
import { selfLink } from "../../platform/contract/paging.ts";
import { sellerErrors } from "../errors.ts";
import type { Rotated } from "./rotate.ts";
import type { CredentialView } from "./queries.ts";

const when = (ms: number | null) => (ms === null ? undefined : isoDateTime(ms));

/** The refusal of a credential that is not there for whoever asks. */
export const credentialUnknown = (received: string): Refusal =>
  sellerErrors.refuse("credential_unknown", { pointer: "path.credentialId", received });

/** A credential without its token; `base` is the address of the list it stands in. */
export const credentialView = (base: string, row: CredentialView) => ({
  id: row.credential_id,
  clientId: row.client_id,
  name: row.name,
  scopes: row.scopes,
  plan: row.quota_per_minute ?? undefined,
  separatePriceAndStock: row.separate_price_and_stock,
  createdAt: isoDateTime(row.created_at),
  expiresAt: when(row.expires_at),
  revokedAt: when(row.revoked_at),
  replaces: row.replaces ?? undefined,
  lastUsedAt: when(row.last_used_at),
  lastUsedFrom: row.address ?? undefined,
  links: [selfLink(`${base}/${row.credential_id}`)],
});

/** The answer to a rotation: the successor with its token, and how long the one before it is still good. */
export const rotatedAnswer = (base: string, rotated: Rotated, at: number) => {
  const href = `${base}/${rotated.id}`;
  const { expiresAt, previousExpiresAt, ...told } = rotated;
  return {
    status: 201,
    headers: { location: href },
    body: {
      ...told,
      createdAt: isoDateTime(at),
      expiresAt: when(expiresAt),
      previousExpiresAt: isoDateTime(previousExpiresAt),
      links: [selfLink(href), { rel: "credentials", href: base }],
    },
  };
};
