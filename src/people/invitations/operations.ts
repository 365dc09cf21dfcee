import { isoDateTime, sha256 } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../../platform/contract/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import { loadMe } from "../load.ts";
import { registrationOptions, siteRefusal } from "../passkeys/ceremony.ts";
import type { PersonCall, VisitorCall } from "../person-identity.ts";
import { insertMembership, makeRotationDue } from "../queries.ts";
import { MARKETPLACE, withMembership } from "../session-cache.ts";
import * as contract from "./contract.ts";
import { invitationInvalid } from "./invalid.ts";
import { findInvitation, type FoundInvitation, useInvitation } from "./queries.ts";

/** Reading and accepting invitations. Joining with one is a way to sign in. */
export function invitationEndpoints(context: PeopleContext): readonly Endpoint[] {
  const { db, sessions, wallClock } = context;
  const find = async (code: string) => (await db.run([], findInvitation, [sha256(code), wallClock.now()]))[0] ?? invitationInvalid();

  return [
    endpoint(contract.readInvitation, async ({ body }: VisitorCall<typeof contract.readInvitation>): Promise<Answer | Refusal> => {
      const row = await find(body.invitation);
      return row instanceof Refusal ? row : { status: 200, body: invitationView(row) };
    }),
    endpoint(contract.invitationPasskeyOptions, async ({ who, body }: VisitorCall<typeof contract.invitationPasskeyOptions>) => {
      const row = await find(body.invitation);
      if (row instanceof Refusal) return row;
      const owner = { personId: row.person_id, email: row.email ?? row.name, name: row.name };
      return siteRefusal(who.site) ?? { status: 200, body: { options: await registrationOptions(context, owner, who.site, []) } };
    }),
    endpoint(contract.acceptInvitation, async (call: PersonCall<typeof contract.acceptInvitation>): Promise<Answer | Refusal> => {
      const { who, body } = call;
      const row = await find(body.invitation);
      if (row instanceof Refusal) return row;
      const { email, seller_id, role } = row;
      if (email !== null && email !== who.email)
        return peopleErrors.refuse("invitation_of_another", { pointer: "/invitation", params: { email }, personal: ["email"] });
      if (seller_id === null || role === null) return invitationInvalid();
      const at = wallClock.now();
      const done = await changeIdempotently(db, [], undefined, async (transaction): Promise<Answer | Refusal> => {
        const [used] = await transaction.run(useInvitation, [sha256(body.invitation), at]);
        if (used === undefined) return invitationInvalid();
        await transaction.run(insertMembership, [who.personId, seller_id, role, at]);
        await transaction.run(makeRotationDue, [who.personId]);
        return { status: 200 };
      });
      if (done instanceof Refusal) return done;
      sessions.changed();
      return { status: 200, body: await loadMe(context, withMembership(who, { sellerId: seller_id, sellerName: row.seller_name, role })) };
    }),
  ];
}

const invitationView = (row: FoundInvitation) => ({
  kind: row.kind,
  email: row.email ?? undefined,
  name: row.name,
  sellerId: row.seller_id === null || row.seller_id === MARKETPLACE ? undefined : row.seller_id,
  sellerName: row.seller_name ?? undefined,
  role: row.role ?? undefined,
  isRegistered: row.is_registered,
  expiresAt: isoDateTime(row.expires_at),
});
