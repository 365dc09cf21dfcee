import { HOUR_MS } from "../platform/basics/index.ts";
import { createPasswordHasher } from "../platform/crypto/index.ts";
import { Overloaded } from "../platform/database/index.ts";
import { createConcurrencyLimit, type Slice } from "../platform/jobs/index.ts";
import { accountEndpoints } from "./account-operations.ts";
import type { PeopleContext } from "./context.ts";
import { directoryEndpoints } from "./directory/operations.ts";
import { invitationEndpoints } from "./invitations/operations.ts";
import { passkeyEndpoints } from "./passkeys/operations.ts";
import { deleteChallenges } from "./passkeys/queries.ts";
import { secondFactorEndpoints } from "./second-factor/operations.ts";
import { sessionEndpoints } from "./session-operations.ts";
import { createSignInAttempts } from "./sign-in/attempts.ts";

export interface PeopleSliceContext extends Omit<PeopleContext, "hasher" | "attempts"> {
  readonly settings: { readonly signInsPerHour: number };
}

/** Passwords that a process hashes at one time, and that may wait for it: each takes some 20 MB and 50 ms of one core. */
const HASHES_AT_ONCE = 2;
const HASHES_WAITING = 40;
const USES_POLL_MS = 10_000;

/** Opens the slice of people: signing in, sessions, passkeys, invitations (beyond, "Screens"). */
export function openPeople(given: PeopleSliceContext): Slice {
  const context: PeopleContext = { ...given, hasher: openHasher(), attempts: createSignInAttempts(given.settings) };
  const { db, sessions, wallClock } = context;
  const forget = async () => {
    await sessions.deleteOld();
    await db.run([], deleteChallenges, [wallClock.now()]);
    return 0;
  };
  return {
    endpoints: [
      ...sessionEndpoints(context),
      ...accountEndpoints(context),
      ...passkeyEndpoints(context),
      ...secondFactorEndpoints(context),
      ...invitationEndpoints(context),
      ...directoryEndpoints(context),
    ],
    jobs: [
      { name: "uses of sessions", pollMs: USES_POLL_MS, run: async () => (await sessions.writeUses(), 0) },
      { name: "old sessions", role: "worker", pollMs: HOUR_MS, run: forget },
    ],
    close: sessions.writeUses,
  };
}

function openHasher() {
  const limit = createConcurrencyLimit({ all: HASHES_AT_ONCE, perKey: HASHES_AT_ONCE, waiting: HASHES_WAITING });
  return createPasswordHasher(async (work) => {
    const running = limit.run("password", work);
    if (running === undefined) throw new Overloaded("too many passwords wait to be hashed");
    return running;
  });
}

export { findActorNames } from "./actor-name-lookups.ts";
export { createPeopleAuthenticators } from "./authentication.ts";
export { type CallerKey, findInvalidCallers, findSender, isStillOperator, type SenderQuotas } from "./caller-lookups.ts";
export * as peopleContract from "./contract.ts";
export * as directoryContract from "./directory/contract.ts";
export { peopleErrors } from "./errors.ts";
export * as invitationContract from "./invitations/contract.ts";
export { type FirstPeople, inviteFirstPeople } from "./invitations/first-people.ts";
export { issueInvitation } from "./invitations/create.ts";
export * as passkeyContract from "./passkeys/contract.ts";
export * as secondFactorContract from "./second-factor/contract.ts";
export { marketplaceRoleOf, membershipOf, type PersonCall } from "./person-identity.ts";
export { roleAllows, SELLER_ROLES, type SellerRole } from "./roles.ts";
export { createSessionStore, type SessionStore } from "./session-store.ts";
