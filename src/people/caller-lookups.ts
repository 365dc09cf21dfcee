import type { Clock } from "../platform/basics/index.ts";
import type { Refusal } from "../platform/contract/index.ts";
import type { Database } from "../platform/database/index.ts";
import {
  findActiveOperatorKey,
  findInvalidCredentials,
  identityOfCredential,
  sellerErrors,
  type SellerIdentity,
} from "../sellers/index.ts";
import { sellerIdentityOf } from "./authentication.ts";
import { peopleErrors } from "./errors.ts";
import { actorOf } from "./person-identity.ts";
import { findEndedCallers, findSenderBySession, isOperatorSessionLive } from "./queries.ts";
import { type SellerRole, scopesOf } from "./roles.ts";
import { SESSION_PREFIX } from "./session-store.ts";
import { IDLE_MS } from "./session-times.ts";

/** A caller at the sellers' door: a credential or a session, and the seller. */
export type CallerKey = Pick<SellerIdentity, "sellerId" | "credentialId">;

const isSession = (id: string) => id.startsWith(`${SESSION_PREFIX}_`);

/**
 * Checks again whether callers may still call. Returns the refusal of each whose credential is no longer valid, whose session has ended, who no longer
 * works for the seller, or whose seller is suspended. Calls that last more than a few seconds use this check (decisions 6).
 */
export async function findInvalidCallers<Key extends CallerKey>(
  { db, wallClock }: { readonly db: Pick<Database, "run">; readonly wallClock: Clock },
  callers: readonly Key[],
): Promise<ReadonlyMap<Key, Refusal>> {
  const found = new Map<Key, Refusal>();
  const people = callers.filter(({ credentialId }) => isSession(credentialId));
  const others = callers.filter(({ credentialId }) => !isSession(credentialId));
  if (others.length > 0) {
    const refusals = await findInvalidCredentials(db, [...new Set(others.map(({ credentialId }) => credentialId))]);
    for (const caller of others) if (refusals.has(caller.credentialId)) found.set(caller, refusals.get(caller.credentialId)!);
  }
  if (people.length > 0) {
    const now = wallClock.now();
    const ids = people.map(({ credentialId }) => credentialId);
    const sellers = people.map(({ sellerId }) => sellerId);
    for (const { nth, live } of await db.run([], findEndedCallers, [ids, sellers, now, now - IDLE_MS]))
      found.set(people[nth - 1]!, live ? sellerErrors.refuse("seller_suspended") : peopleErrors.refuse("session_invalid"));
  }
  return found;
}

/** Whether an operator may still call: the key is valid, or the session lives and its person works for the marketplace. */
export async function isStillOperator(
  { db, wallClock }: { readonly db: Pick<Database, "run">; readonly wallClock: Clock },
  keyId: string,
): Promise<boolean> {
  const now = wallClock.now();
  const rows = isSession(keyId)
    ? await db.run([], isOperatorSessionLive, [keyId, now, now - IDLE_MS])
    : await db.run([], findActiveOperatorKey, [keyId]);
  return rows.length > 0;
}

/** The calls per minute of callers without a plan, and of people. */
export interface SenderQuotas {
  readonly quotaPerMinute: number;
  readonly personQuotaPerMinute: number;
}

/**
 * The identity for which something is done that a caller asked for earlier, or the refusal. A person's authority does not end with the session in which
 * they asked: it ends when they no longer work for the seller.
 */
export async function findSender(
  db: Pick<Database, "run">,
  key: CallerKey,
  { quotaPerMinute, personQuotaPerMinute }: SenderQuotas,
): Promise<SellerIdentity | Refusal> {
  const { sellerId, credentialId } = key;
  if (isSession(credentialId)) {
    const [row] = await db.run([], findSenderBySession, [credentialId, sellerId]);
    if (row === undefined) return peopleErrors.refuse("session_invalid");
    if (row.suspended) return sellerErrors.refuse("seller_suspended");
    const role = row.role as SellerRole;
    const who = sellerIdentityOf({ actor: actorOf(row.person_id), sessionId: credentialId }, { sellerId, role }, personQuotaPerMinute);
    return { ...who, scopes: scopesOf(role, "write") };
  }
  const actor = `credential:${credentialId}`;
  const [invalid, who] = await Promise.all([
    findInvalidCredentials(db, [credentialId]),
    identityOfCredential(db, key, { actor, quotaPerMinute }),
  ]);
  return invalid.get(credentialId) ?? who ?? sellerErrors.refuse("credential_invalid");
}
