import { realNow } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import { sellerErrors } from "./errors.ts";
import type { SellerIdentity } from "./caller-identity.ts";
import { findCredential } from "./credentials/queries.ts";
import { findRejected, listSellersOf } from "./queries.ts";

/**
 * Checks credentials again that were authenticated a while ago. Returns those that are no longer valid, with the refusal: revoked, expired,
 * or of a suspended seller. Answers that take longer than a few seconds check again (decisions 6).
 */
export async function findInvalidCredentials(
  db: Pick<Database, "run">,
  credentialIds: readonly string[],
): Promise<ReadonlyMap<string, Refusal>> {
  const rows = await db.run([], findRejected, [credentialIds, realNow()]);
  return new Map(
    rows.map(({ credential_id, live }) => [credential_id, sellerErrors.refuse(live ? "seller_suspended" : "credential_invalid")]),
  );
}

/**
 * The identity of a credential, for an operator who acts on its behalf. `actor` names the operator in ledgers and events, and
 * `quotaPerMinute` is used when the credential has no plan. Undefined when there is no such credential.
 */
export async function identityOfCredential(
  db: Pick<Database, "run">,
  { sellerId, credentialId }: Pick<SellerIdentity, "sellerId" | "credentialId">,
  { actor, quotaPerMinute }: Pick<SellerIdentity, "actor" | "quotaPerMinute">,
): Promise<SellerIdentity | undefined> {
  const [row] = await db.run([sellerId], findCredential, [sellerId, credentialId]);
  return (
    row && {
      sellerId,
      credentialId,
      clientId: row.client_id,
      scopes: row.scopes,
      quotaPerMinute: row.quota_per_minute ?? quotaPerMinute,
      ceilingPerMinute: undefined,
      separatePriceAndStock: row.separate_price_and_stock,
      actor,
    }
  );
}

/** Of more sellers, those with the lowest ids are returned. */
const MAX_SELLERS = 1_000;

/** The active sellers for which an application has a live credential now. */
export async function sellersOfApplication(db: Pick<Database, "run">, clientId: string): Promise<readonly number[]> {
  const rows = await db.run([], listSellersOf, [clientId, realNow(), MAX_SELLERS]);
  return rows.map(({ seller_id }) => seller_id);
}
