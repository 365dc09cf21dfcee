import { realNow } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Refusal } from "../platform/contract/errors.ts";
import { sellerErrors } from "./errors.ts";
import type { SellerIdentity } from "./caller-identity.ts";
import { findCredential } from "./credentials/queries.ts";
import { findShutOut, listSellersOf } from "./queries.ts";

/**
 * Of credentials that the door let in a while ago those that it would not let in now, with what it refuses them with: revoked, expired,
 * or of a seller that is suspended. Whoever answers for longer than a few seconds asks again (decisions 6).
 */
export async function shutOut(db: Pick<Database, "run">, credentialIds: readonly string[]): Promise<ReadonlyMap<string, Refusal>> {
  const rows = await db.run([], findShutOut, [credentialIds, realNow()]);
  return new Map(
    rows.map(({ credential_id, live }) => [credential_id, sellerErrors.refuse(live ? "seller_suspended" : "credential_invalid")]),
  );
}

/**
 * The identity that a credential gives, for one of the marketplace's people who acts in its place; `actor` says so in whatever comes of it.
 * Undefined when there is no such credential.
 */
export async function inPlaceOf(
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

/** Sellers that are looked through for one application; those that joined first, where there are more. */
const MOST_SELLERS = 1_000;

/** The sellers that the door lets an application in for now: it has a live credential for them, and they are not suspended. */
export async function sellersOf(db: Pick<Database, "run">, clientId: string): Promise<readonly number[]> {
  const rows = await db.run([], listSellersOf, [clientId, realNow(), MOST_SELLERS]);
  return rows.map(({ seller_id }) => seller_id);
}
