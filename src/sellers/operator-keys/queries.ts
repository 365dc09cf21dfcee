import { statement } from "../../platform/database/index.ts";
import type { Role } from "../caller-identity.ts";

/** Inserts an operator key. */
export const insertOperatorKey = statement<{ key_id: string }>(
  "operator-keys.insert_operator_key",
  `insert into operator_keys (key_hash, key_id, role, name, created_at) values ($1, $2, $3, $4, $5) returning key_id`,
);
/** All operator keys, without secrets. There are few. */
export const listOperatorKeys = statement<{ key_id: string; role: Role; name: string; created_at: number; revoked_at: number | null }>(
  "operator-keys.list_operator_keys",
  `select key_id, role, name, created_at, revoked_at from operator_keys order by created_at, key_id limit 1000`,
);
/** Revokes an operator key. Returns the time of its first revocation. Index: operator_keys_key_id_key. */
export const revokeOperatorKey = statement<{ revoked_at: number }>(
  "operator-keys.revoke_operator_key",
  `update operator_keys set revoked_at = coalesce(revoked_at, $2) where key_id = $1 returning revoked_at`,
);
