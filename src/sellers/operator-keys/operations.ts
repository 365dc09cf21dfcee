import { isoDateTime } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint } from "../../platform/contract/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { CredentialCache } from "../credential-cache.ts";
import { sellerErrors } from "../errors.ts";
import type { OperatorCall } from "../caller-identity.ts";
import * as contract from "./contract.ts";
import { createOperatorKey } from "./create.ts";
import * as queries from "./queries.ts";

const base = "/operator/v1/operator-keys";

/** Operators' operations on operator keys. */
export function operatorKeyEndpoints({
  db,
  credentialCache,
}: {
  readonly db: Database;
  readonly credentialCache: CredentialCache;
}): readonly Endpoint[] {
  return [
    endpoint(contract.createOperatorKey, (call: OperatorCall<typeof contract.createOperatorKey>) =>
      changeIdempotently(db, [], call.idempotencyKey, async (transaction): Promise<Answer> => {
        const { role, name = role } = call.body;
        const issued = await createOperatorKey(transaction, { role, name, at: call.at });
        const location = `${base}/${issued.id}`;
        return { status: 201, headers: { location }, body: { ...issued, role, name, createdAt: isoDateTime(call.at) } };
      }),
    ),
    endpoint(contract.listOperatorKeys, async (): Promise<Answer> => {
      const rows = await db.run([], queries.listOperatorKeys, []);
      const items = rows.map((row) => ({
        id: row.key_id,
        role: row.role,
        name: row.name,
        createdAt: isoDateTime(row.created_at),
        revokedAt: row.revoked_at === null ? undefined : isoDateTime(row.revoked_at),
      }));
      return { status: 200, body: { items, links: [{ rel: "self", href: base }] } };
    }),
    endpoint(contract.revokeOperatorKey, async (call: OperatorCall<typeof contract.revokeOperatorKey>) => {
      const { keyId } = call.path;
      const [row] = await db.run([], queries.revokeOperatorKey, [keyId, call.at]);
      credentialCache.clear();
      if (!row) return sellerErrors.refuse("operator_key_unknown", { pointer: "path.keyId", received: keyId });
      return { status: 200, body: { id: keyId, revokedAt: isoDateTime(row.revoked_at) } };
    }),
  ];
}
