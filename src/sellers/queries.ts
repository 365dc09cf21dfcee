import { statement } from "../platform/db.ts";
import type { Role, Scope } from "./identity.ts";

export interface CredentialRow {
  readonly ord: number;
  readonly credential_id: string;
  readonly client_id: string;
  readonly seller_id: number;
  readonly scopes: Scope[];
  readonly quota_per_minute: number | null;
  readonly separate_price_and_stock: boolean;
  readonly expires_at: number | null;
  readonly seller_status: "active" | "suspended";
}

/** Credentials by token hash, many at once; index credentials_pkey. */
export const findCredentials = statement<CredentialRow>(
  "sellers.find_credentials",
  `select i.ord::int as ord, c.credential_id, c.client_id, c.seller_id, c.scopes, c.quota_per_minute,
          c.separate_price_and_stock, c.expires_at, s.status as seller_status
     from unnest($1::bytea[]) with ordinality as i(token_hash, ord)
     join credentials c on c.token_hash = i.token_hash
     join sellers s on s.seller_id = c.seller_id
    where c.revoked_at is null`,
);

export interface OperatorKeyRow {
  readonly key_id: string;
  readonly role: Role;
  readonly name: string;
}
/** A live operator key by its hash; index operator_keys_pkey. */
export const findOperatorKey = statement<OperatorKeyRow>(
  "sellers.find_operator_key",
  `select key_id, role, name from operator_keys where key_hash = $1 and revoked_at is null`,
);

export interface SellerRow {
  readonly seller_id: number;
  readonly name: string;
  readonly status: "active" | "suspended";
  readonly created_at: number;
}
/** A new seller with its counters; both in one statement. */
export const insertSeller = statement<SellerRow>(
  "sellers.insert_seller",
  `with seller as (
     insert into sellers (name, created_at) values ($1, $2) returning seller_id, name, status, created_at
   ), counters as (
     insert into seller_counters (seller_id) select seller_id from seller
   )
   select seller_id, name, status, created_at from seller`,
);
/** One seller; index sellers_pkey. */
export const findSeller = statement<SellerRow>(
  "sellers.find_seller",
  `select seller_id, name, status, created_at from sellers where seller_id = $1`,
);
/** A page of sellers in order of creation; index sellers_pkey. */
export const listSellers = statement<SellerRow & { total: number }>(
  "sellers.list_sellers",
  `select seller_id, name, status, created_at, (select count(*) from sellers) as total
     from sellers order by seller_id limit $1 offset $2`,
);
/** Changes name or status, whichever is not null; index sellers_pkey. */
export const changeSeller = statement<SellerRow>(
  "sellers.change_seller",
  `update sellers set name = coalesce($2, name), status = coalesce($3, status)
    where seller_id = $1 returning seller_id, name, status, created_at`,
);

/** A new application. */
export const insertApplication = statement<{ client_id: string; name: string; created_at: number }>(
  "sellers.insert_application",
  `insert into applications (client_id, name, created_at) values ($1, $2, $3) returning client_id, name, created_at`,
);
/** Every application with how many live credentials it has; few rows. */
export const listApplications = statement<{ client_id: string; name: string; created_at: number; credentials: number }>(
  "sellers.list_applications",
  `select a.client_id, a.name, a.created_at,
          (select count(*) from credentials c where c.client_id = a.client_id and c.revoked_at is null) as credentials
     from applications a order by a.created_at, a.client_id limit 1000`,
);
/** Whether an application exists; index applications_pkey. */
export const findApplication = statement<{ client_id: string }>(
  "sellers.find_application",
  `select client_id from applications where client_id = $1`,
);

/** A credential without its token, for lists. */
export interface CredentialView {
  readonly credential_id: string;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly quota_per_minute: number | null;
  readonly separate_price_and_stock: boolean;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}
/** A new credential of a seller. */
export const insertCredential = statement<{ credential_id: string }>(
  "sellers.insert_credential",
  `insert into credentials (token_hash, credential_id, client_id, seller_id, name, scopes, quota_per_minute,
                            separate_price_and_stock, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning credential_id`,
);
/** A seller's credentials with their last use; index credentials_of_seller. */
export const listCredentials = statement<CredentialView>(
  "sellers.list_credentials",
  `select c.credential_id, c.client_id, c.name, c.scopes, c.quota_per_minute, c.separate_price_and_stock,
          c.created_at, c.expires_at, c.revoked_at, u.last_used_at
     from credentials c
     left join credential_uses u on u.seller_id = c.seller_id and u.credential_id = c.credential_id
    where c.seller_id = $1 order by c.created_at, c.credential_id limit 1000`,
);
/** Revokes a credential once, and says when that was; index credentials_of_seller. */
export const revokeCredential = statement<{ revoked_at: number }>(
  "sellers.revoke_credential",
  `update credentials set revoked_at = coalesce(revoked_at, $3)
    where seller_id = $1 and credential_id = $2 returning revoked_at`,
);
/** Remembers when credentials were last used, many at once. */
export const recordUses = statement<never>(
  "sellers.record_uses",
  `insert into credential_uses (seller_id, credential_id, last_used_at)
   select i.seller_id, i.credential_id, i.last_used_at
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as i(seller_id, credential_id, last_used_at)
   on conflict (seller_id, credential_id)
   do update set last_used_at = greatest(credential_uses.last_used_at, excluded.last_used_at)`,
);

/** A new operator key. */
export const insertOperatorKey = statement<{ key_id: string }>(
  "sellers.insert_operator_key",
  `insert into operator_keys (key_hash, key_id, role, name, created_at) values ($1, $2, $3, $4, $5) returning key_id`,
);
/** Every operator key, without its secret; few rows. */
export const listOperatorKeys = statement<{ key_id: string; role: Role; name: string; created_at: number; revoked_at: number | null }>(
  "sellers.list_operator_keys",
  `select key_id, role, name, created_at, revoked_at from operator_keys order by created_at, key_id limit 1000`,
);
/** Revokes an operator key once, and says when that was. */
export const revokeOperatorKey = statement<{ revoked_at: number }>(
  "sellers.revoke_operator_key",
  `update operator_keys set revoked_at = coalesce(revoked_at, $2) where key_id = $1 returning revoked_at`,
);

/** Adds one row to the audit log. */
export const insertAudit = statement<never>(
  "sellers.insert_audit",
  `insert into audit_log (at, actor, role, operation, target, status, request_id, change) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
/** A page of the audit log, newest first; index audit_log_pkey. */
export const listAudit = statement<{
  audit_id: number;
  at: number;
  actor: string;
  role: Role;
  operation: string;
  target: string;
  status: number;
  request_id: string;
  change: string | null;
}>(
  "sellers.list_audit",
  `select audit_id, at, actor, role, operation, target, status, request_id, change
     from audit_log where audit_id < $1 order by audit_id desc limit $2`,
);
