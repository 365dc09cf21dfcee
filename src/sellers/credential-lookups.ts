import { realNow } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import { sellerErrors } from "./errors.ts";
import type { SellerIdentity } from "./caller-identity.ts";
import { expiringAmong, type ExpiringCredential } from "./credentials/expiring-credentials.ts";
import { findCredential, listCredentials } from "./credentials/queries.ts";
import { findRejected, listSellersOf } from "./queries.ts";

/**
 * Checks again whether credentials are valid. Returns the refusal of each credential that was revoked, has expired or belongs to a
 * suspended seller. Calls that last more than a few seconds use this check (decisions 6).
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
 * The identity of a credential, for an operator who acts in place of the integration. `actor` names the operator in ledgers and events.
 * `quotaPerMinute` is the limit if the credential has no plan. Undefined when the credential does not exist.
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
      changeRequests: row.change_requests,
      actor,
    }
  );
}

/** The credentials of the caller's application for its seller that expire soon and have no successor. `nowMs` is real time. */
export async function expiringCredentials(
  db: Pick<Database, "run">,
  who: Pick<SellerIdentity, "sellerId" | "clientId">,
  nowMs: number,
): Promise<readonly ExpiringCredential[]> {
  return expiringAmong(await db.run([who.sellerId], listCredentials, [who.sellerId, who.clientId]), who, nowMs);
}

/** Maximum number of sellers to return. If there are more, those with the lowest ids are returned. */
const MAX_SELLERS = 1_000;

/** The active sellers for which an application currently has a valid credential. */
export async function sellersOfApplication(db: Pick<Database, "run">, clientId: string): Promise<readonly number[]> {
  const rows = await db.run([], listSellersOf, [clientId, realNow(), MAX_SELLERS]);
  return rows.map(({ seller_id }) => seller_id);
}
