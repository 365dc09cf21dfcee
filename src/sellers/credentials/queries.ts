import { statement } from "../../platform/database/index.ts";
import type { Scope } from "../caller-identity.ts";

/** A stored credential without its token, with its last use. */
export interface CredentialView {
  readonly credential_id: string;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly quota_per_minute: number | null;
  readonly separate_price_and_stock: boolean;
  readonly change_requests: boolean;
  readonly created_at: number;
  readonly expires_at: number | null;
  /** How long it was made to last; null = unknown. */
  readonly lifetime_ms: number | null;
  readonly revoked_at: number | null;
  readonly replaces: string | null;
  readonly last_used_at: number | null;
  readonly address: string | null;
}
const SELECTED = `select c.credential_id, c.client_id, c.name, c.scopes, c.quota_per_minute, c.separate_price_and_stock,
          c.change_requests, c.created_at, c.expires_at, c.lifetime_ms, c.revoked_at, c.replaces, u.last_used_at, u.address
     from credentials c
     left join credential_uses u on u.seller_id = c.seller_id and u.credential_id = c.credential_id`;

/** Inserts a credential of a seller. */
export const insertCredential = statement<{ credential_id: string }>(
  "keys.insert_credential",
  `insert into credentials (token_hash, credential_id, client_id, seller_id, name, scopes, quota_per_minute,
                            separate_price_and_stock, change_requests, created_at, expires_at, lifetime_ms, request_origin)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning credential_id`,
);
/** A seller's credentials with their last use, for application $2 or, if null, for all. Index: credentials_of_seller. */
export const listCredentials = statement<CredentialView>(
  "keys.list_credentials",
  `${SELECTED}
    where c.seller_id = $1 and ($2::text is null or c.client_id = $2) order by c.created_at, c.replaces is not null, c.credential_id limit 1000`,
);
/** One credential of a seller with its last use. Indexes: credentials_credential_id_key, credential_uses_pkey. */
export const findCredential = statement<CredentialView>(
  "keys.find_credential",
  `${SELECTED} where c.seller_id = $1 and c.credential_id = $2`,
);
/** Revokes a credential. Returns the time of its first revocation. Index: credentials_credential_id_key. */
export const revokeCredential = statement<{ revoked_at: number }>(
  "keys.revoke_credential",
  `update credentials set revoked_at = coalesce(revoked_at, $3)
    where seller_id = $1 and credential_id = $2 returning revoked_at`,
);

/**
 * Makes a credential expire at $4 unless it expires earlier. Returns no row if the credential is not valid at $3. Both instants are real
 * time. A concurrent rotation waits for this row's lock. Index: credentials_credential_id_key.
 */
export const shortenExpiry = statement<{ expires_at: number }>(
  "keys.end_by",
  `update credentials set expires_at = least(expires_at, $4)
    where seller_id = $1 and credential_id = $2 and revoked_at is null and (expires_at is null or expires_at > $3)
   returning expires_at`,
);

/** The inserted successor of a credential. */
export interface SuccessorRow {
  readonly client_id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly expires_at: number | null;
}
/**
 * Inserts the successor of a credential. It has the same settings and a new token. Inserts no row if the application and seller already
 * have $8 credentials that are valid at $6, real time. Indexes: credentials_credential_id_key, credentials_of_seller.
 */
export const insertSuccessor = statement<SuccessorRow>(
  "keys.insert_successor",
  `insert into credentials (token_hash, credential_id, client_id, seller_id, name, scopes, quota_per_minute,
                            separate_price_and_stock, change_requests, created_at, expires_at, lifetime_ms, replaces, request_origin)
   select $1, $2, c.client_id, c.seller_id, c.name, c.scopes, c.quota_per_minute,
          c.separate_price_and_stock, c.change_requests, $5::bigint, $6::bigint + c.lifetime_ms, c.lifetime_ms, c.credential_id, $7
     from credentials c
    where c.seller_id = $3 and c.credential_id = $4
      and $8::integer > (select count(*) from credentials l
                          where l.seller_id = c.seller_id and l.client_id = c.client_id
                            and l.revoked_at is null and (l.expires_at is null or l.expires_at > $6))
   returning client_id, name, scopes, expires_at`,
);

/** A credential that will expire. */
export interface ExpiringRow {
  readonly seller_id: number;
  readonly credential_id: string;
  readonly expires_at: number;
}
/**
 * A page of credentials that expire at $3 (real time) or earlier, in order of (expiry, id), after ($1, $2). Contains only unrevoked
 * credentials that have no unrevoked successor and whose lifetime is unknown or more than $5 ms. Indexes: credentials_expiring,
 * credentials_of_seller.
 */
export const listExpiring = statement<ExpiringRow>(
  "keys.list_expiring",
  `select c.seller_id, c.credential_id, c.expires_at
     from credentials c
    where c.revoked_at is null and c.expires_at is not null
      and (c.expires_at, c.credential_id) > ($1::bigint, $2::text) and c.expires_at <= $3
      and (c.lifetime_ms is null or c.lifetime_ms > $5)
      and not exists (select from credentials s
                       where s.seller_id = c.seller_id and s.client_id = c.client_id
                         and s.replaces = c.credential_id and s.revoked_at is null)
    order by c.expires_at, c.credential_id limit $4`,
);

/** Records the time and address of the last use of many credentials. */
export const recordUses = statement<never>(
  "keys.record_uses",
  `insert into credential_uses as u (seller_id, credential_id, last_used_at, address)
   select i.seller_id, i.credential_id, i.last_used_at, i.address
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) as i(seller_id, credential_id, last_used_at, address)
   on conflict (seller_id, credential_id)
   do update set last_used_at = greatest(u.last_used_at, excluded.last_used_at),
                 address = case when u.last_used_at > excluded.last_used_at then u.address else excluded.address end`,
);
