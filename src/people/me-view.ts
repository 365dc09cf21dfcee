import { isoDateTime } from "../platform/basics/index.ts";
import type { PeopleContext } from "./context.ts";
import type { Membership, PersonIdentity } from "./person-identity.ts";
import type { CountedPersonRow } from "./queries.ts";
import { SESSION_MS } from "./session-times.ts";

/** A membership as it goes over the wire. */
const membershipView = (membership: Membership) =>
  membership.kind === "marketplace"
    ? membership
    : { kind: membership.kind, role: membership.role, sellerId: membership.sellerId, sellerName: membership.sellerName };

/** A person as they see themselves. */
export function meView(
  { environment, version }: Pick<PeopleContext, "environment" | "version">,
  { personId, sessionId, signedInAt, memberships }: Omit<PersonIdentity, "site">,
  { name, email, language, password_hash, code_since, passkeys }: CountedPersonRow,
): object {
  return {
    id: personId,
    name,
    email,
    language,
    hasPassword: password_hash !== null,
    passkeys,
    hasTimeBasedCodes: code_since !== null,
    session: { id: sessionId, signedInAt: isoDateTime(signedInAt), expiresAt: isoDateTime(signedInAt + SESSION_MS) },
    memberships: memberships.map(membershipView),
    environment,
    version,
  };
}
