import { isoDateTime } from "../platform/basics/index.ts";
import type { PeopleContext } from "./context.ts";
import type { Membership, PersonIdentity } from "./person-identity.ts";
import { findPerson } from "./queries.ts";
import { SESSION_MS } from "./session-store.ts";

/** A membership as it goes over the wire. */
const membershipView = (membership: Membership) =>
  membership.kind === "marketplace"
    ? membership
    : { kind: membership.kind, role: membership.role, sellerId: membership.sellerId, sellerName: membership.sellerName };

/** A person as they see themselves. */
export async function meView({ db, environment, version }: PeopleContext, who: Omit<PersonIdentity, "site">): Promise<object> {
  const { personId, sessionId, signedInAt } = who;
  const [row] = await db.run([], findPerson, [personId]);
  const { name, email, language, password_hash, code_since, passkeys } = row!;
  return {
    id: personId,
    name,
    email,
    language,
    hasPassword: password_hash !== null,
    passkeys,
    hasTimeBasedCodes: code_since !== null,
    session: { id: sessionId, signedInAt: isoDateTime(signedInAt), expiresAt: isoDateTime(signedInAt + SESSION_MS) },
    memberships: who.memberships.map(membershipView),
    environment,
    version,
  };
}
