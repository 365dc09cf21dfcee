import { statement } from "../platform/database/index.ts";
import type { Role, Scope } from "./caller-identity.ts";

export interface CredentialRow {
  readonly ord: number;
  readonly credential_id: string;
  readonly client_id: string;
  readonly seller_id: number;
  readonly scopes: Scope[];
  readonly quota_per_minute: number | null;
  readonly ceiling_per_minute: number | null;
  readonly separate_price_and_stock: boolean;
  readonly change_requests: boolean;
  readonly expires_at: number | null;
  readonly seller_status: "active" | "suspended";
}

/** Finds many unrevoked credentials by their token hashes. Index: credentials_pkey. */
export const findCredentials = statement<CredentialRow>(
  "sellers.find_credentials",
  `select i.ord::int as ord, c.credential_id, c.client_id, c.seller_id, c.scopes, c.quota_per_minute,
          a.ceiling_per_minute, c.separate_price_and_stock, c.change_requests, c.expires_at, s.status as seller_status
     from unnest($1::bytea[]) with ordinality as i(token_hash, ord)
     join credentials c on c.token_hash = i.token_hash
     join sellers s on s.seller_id = c.seller_id
     join applications a on a.client_id = c.client_id
    where c.revoked_at is null`,
);

/** Active sellers for which an application has a credential that is valid at $2, real time. Index: credentials_of_application. */
export const listSellersOf = statement<{ seller_id: number }>(
  "sellers.list_sellers_of",
  `select distinct c.seller_id from credentials c join sellers s on s.seller_id = c.seller_id
    where c.client_id = $1 and c.revoked_at is null and (c.expires_at is null or c.expires_at > $2) and s.status = 'active'
    order by c.seller_id limit $3`,
);

/**
 * The credentials among $1 that may not be used at $2, real time. If `live` is true, the credential itself is valid but its seller is
 * suspended. Indexes: credentials_credential_id_key, sellers_pkey.
 */
export const findRejected = statement<{ credential_id: string; live: boolean }>(
  "sellers.find_shut_out",
  `select c.credential_id, c.revoked_at is null and (c.expires_at is null or c.expires_at > $2) as live
     from credentials c join sellers s on s.seller_id = c.seller_id
    where c.credential_id = any($1::text[]) and (c.revoked_at is not null or c.expires_at <= $2 or s.status = 'suspended')`,
);

export interface OperatorKeyRow {
  readonly key_id: string;
  readonly role: Role;
  readonly name: string;
}
/** Finds an unrevoked operator key by its hash. Index: operator_keys_pkey. */
export const findOperatorKey = statement<OperatorKeyRow>(
  "sellers.find_operator_key",
  `select key_id, role, name from operator_keys where key_hash = $1 and revoked_at is null`,
);

/** An unrevoked operator key. Returns no row if the key is revoked. Index: operator_keys_key_id_key. */
export const findActiveOperatorKey = statement<{ key_id: string }>(
  "sellers.find_active_operator_key",
  `select key_id from operator_keys where key_id = $1 and revoked_at is null`,
);

export interface SellerRow {
  readonly seller_id: number;
  readonly name: string;
  readonly status: "active" | "suspended";
  readonly cnpj: string | null;
  readonly legal_name: string | null;
  readonly created_at: number;
}
/** Inserts a seller and its counters in one statement. */
export const insertSeller = statement<SellerRow>(
  "sellers.insert_seller",
  `with seller as (
     insert into sellers (name, created_at, cnpj, legal_name) values ($1, $2, $3, $4)
     returning seller_id, name, status, cnpj, legal_name, created_at
   ), counters as (
     insert into seller_counters (seller_id) select seller_id from seller
   )
   select seller_id, name, status, cnpj, legal_name, created_at from seller`,
);
/** One seller. Index: sellers_pkey. */
export const findSeller = statement<SellerRow>(
  "sellers.find_seller",
  `select seller_id, name, status, cnpj, legal_name, created_at from sellers where seller_id = $1`,
);
/** A page of sellers in order of creation. Index: sellers_pkey. */
export const listSellers = statement<SellerRow & { total: number }>(
  "sellers.list_sellers",
  `select seller_id, name, status, cnpj, legal_name, created_at, (select count(*) from sellers) as total
     from sellers order by seller_id limit $1 offset $2`,
);
/** Changes a seller. A null value leaves its column unchanged. Index: sellers_pkey. */
export const changeSeller = statement<SellerRow>(
  "sellers.change_seller",
  `update sellers set name = coalesce($2, name), status = coalesce($3, status), cnpj = coalesce($4, cnpj), legal_name = coalesce($5, legal_name)
    where seller_id = $1 returning seller_id, name, status, cnpj, legal_name, created_at`,
);

/** Inserts an application. */
export const insertApplication = statement<{ client_id: string; name: string; created_at: number }>(
  "sellers.insert_application",
  `insert into applications (client_id, name, created_at) values ($1, $2, $3) returning client_id, name, created_at`,
);
/** All applications, each with the number of its unrevoked credentials. There are few. Index: credentials_of_application. */
export const listApplications = statement<{ client_id: string; name: string; created_at: number; credentials: number }>(
  "sellers.list_applications",
  `select a.client_id, a.name, a.created_at,
          (select count(*) from credentials c where c.client_id = a.client_id and c.revoked_at is null) as credentials
     from applications a order by a.created_at, a.client_id limit 1000`,
);
/** One application. Returns no row if it does not exist. Index: applications_pkey. */
export const findApplication = statement<{ client_id: string }>(
  "sellers.find_application",
  `select client_id from applications where client_id = $1`,
);
