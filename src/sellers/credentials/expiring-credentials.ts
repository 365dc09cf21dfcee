import type { SellerIdentity } from "../caller-identity.ts";
import { MIN_LIFETIME_FOR_NOTICE_MS, noticeBefore } from "./expiry-notice.ts";
import type { CredentialView } from "./queries.ts";

/** A credential that expires soon. Instants are epoch ms of real time. */
export interface ExpiringCredential {
  readonly credentialId: string;
  readonly name: string;
  /** When the notice of its expiry began. */
  readonly announcedAt: number;
  readonly expiresAt: number;
}

/** Those of an application's credentials that expire soon, were made to last for days, and have no successor. `nowMs` is real time. */
export function expiringAmong(
  rows: readonly CredentialView[],
  { clientId }: Pick<SellerIdentity, "clientId">,
  nowMs: number,
): readonly ExpiringCredential[] {
  const valid = rows.filter((row) => row.client_id === clientId && row.revoked_at === null && (row.expires_at ?? nowMs + 1) > nowMs);
  const replaced = new Set(valid.map(({ replaces }) => replaces));
  return valid.flatMap(({ credential_id: credentialId, name, expires_at: expiresAt, lifetime_ms }) => {
    if (expiresAt === null || replaced.has(credentialId)) return [];
    if (lifetime_ms !== null && lifetime_ms <= MIN_LIFETIME_FOR_NOTICE_MS) return [];
    // A credential with a short lifetime is announced when it is made. created_at is of the marketplace's clock, and does not tell.
    const madeAt = expiresAt - (lifetime_ms ?? Number.POSITIVE_INFINITY);
    const announcedAt = Math.max(madeAt, noticeBefore(expiresAt));
    return announcedAt > nowMs ? [] : [{ credentialId, name, announcedAt, expiresAt }];
  });
}
