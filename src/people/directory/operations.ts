import { type Answer, DEFAULT_SIZE, type Endpoint, endpoint, pageLinks, type Refusal, relLinks } from "../../platform/contract/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import { findSeller, type OperatorCall, type SellerCall, sellerErrors } from "../../sellers/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import { createInvitation } from "../invitations/create.ts";
import * as invitations from "../invitations/queries.ts";
import { findPerson } from "../queries.ts";
import { changeMember, changePerson, inviteToTeam, personUnknown, removeMember, type TeamCall } from "./change.ts";
import * as contract from "./contract.ts";
import { issuedView, memberView, openInvitationView, personView } from "./member-view.ts";
import * as queries from "./queries.ts";
import { MARKETPLACE_TEAM, type Team, teamOfSeller } from "./team.ts";

/** Operations on the people of the marketplace and of sellers. */
export const directoryEndpoints = (context: PeopleContext): readonly Endpoint[] => [
  ...marketplaceEndpoints(context),
  ...sellerPeopleEndpoints(context),
  ...teamEndpoints(context),
];

interface ListedPage {
  readonly path: string;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}
async function listTeam({ db }: PeopleContext, { sellerId }: Team, { path, page = 0, size = DEFAULT_SIZE }: ListedPage): Promise<Answer> {
  const rows = await db.run([], queries.listMembers, [sellerId, size, page * size]);
  if (rows.length === 0) return { status: 204 };
  const { total } = rows[0]!;
  const totalPages = Math.ceil(total / size);
  const links = relLinks(pageLinks(path, { page, size, totalPages }));
  return { status: 200, body: { items: rows.map(memberView), page, size, total, totalPages, links } };
}
async function openInvitations({ db, wallClock }: PeopleContext, { sellerId }: Team): Promise<Answer> {
  const rows = await db.run([], invitations.listInvitations, [sellerId, wallClock.now()]);
  return { status: 200, body: { items: rows.map(openInvitationView) } };
}
async function revoke({ db, wallClock }: PeopleContext, { sellerId }: Team, invitationId: string): Promise<Answer | Refusal> {
  const [revoked] = await db.run([], invitations.revokeInvitation, [invitationId, sellerId, wallClock.now()]);
  if (revoked) return { status: 204 };
  return peopleErrors.refuse("invitation_unknown", { pointer: "path.invitationId", received: invitationId });
}
const madeBy = ({ who, idempotencyKey }: Pick<TeamCall, "idempotencyKey"> & { readonly who: Pick<TeamCall, "actor"> }): TeamCall => ({
  actor: who.actor,
  idempotencyKey,
});

/** What administrators of the marketplace do with its people. */
function marketplaceEndpoints(context: PeopleContext): readonly Endpoint[] {
  const team = MARKETPLACE_TEAM;
  return [
    endpoint(contract.listPeople, ({ query }: OperatorCall<typeof contract.listPeople>) =>
      listTeam(context, team, { ...query, path: contract.listPeople.path }),
    ),
    endpoint(contract.invitePerson, (call: OperatorCall<typeof contract.invitePerson>) =>
      inviteToTeam(context, team, call.body, madeBy(call)),
    ),
    endpoint(contract.getPerson, async ({ path: { personId } }: OperatorCall<typeof contract.getPerson>) => {
      const [row] = await context.db.run([], queries.findWholePerson, [personId]);
      return row ? { status: 200, body: personView(row) } : personUnknown(personId);
    }),
    endpoint(contract.changePerson, (call: OperatorCall<typeof contract.changePerson>) =>
      changePerson(context, call.path.personId, call.body, madeBy(call)),
    ),
    endpoint(contract.removePerson, ({ path }: OperatorCall<typeof contract.removePerson>) => removeMember(context, team, path.personId)),
    endpoint(contract.resetPerson, (call: OperatorCall<typeof contract.resetPerson>) =>
      changeIdempotently(context.db, [], call.idempotencyKey, async (transaction): Promise<Answer | Refusal> => {
        const { personId } = call.path;
        const [person] = await transaction.run(findPerson, [personId]);
        if (person === undefined) return personUnknown(personId);
        const { email, name } = person;
        const facts = { kind: "reset", personId, email, name, sellerId: null, role: null } as const;
        const request = { ...facts, invitedBy: call.who.actor, at: context.wallClock.now() };
        return { status: 201, body: issuedView(request, await createInvitation(transaction, request)) };
      }),
    ),
    endpoint(contract.listInvitations, () => openInvitations(context, team)),
    endpoint(contract.revokeInvitation, ({ path }: OperatorCall<typeof contract.revokeInvitation>) =>
      revoke(context, team, path.invitationId),
    ),
  ];
}

/** What the marketplace's people do with those of a seller: see them, and invite the first. */
function sellerPeopleEndpoints(context: PeopleContext): readonly Endpoint[] {
  const unknownSeller = async (sellerId: number) => {
    const [seller] = await context.db.run([], findSeller, [sellerId]);
    return seller ? undefined : sellerErrors.refuse("seller_unknown", { pointer: "path.sellerId", received: sellerId });
  };
  return [
    endpoint(contract.listSellerPeople, async ({ path: { sellerId }, query }: OperatorCall<typeof contract.listSellerPeople>) => {
      const path = `/operator/v1/sellers/${sellerId}/people`;
      return (await unknownSeller(sellerId)) ?? listTeam(context, teamOfSeller(sellerId), { ...query, path });
    }),
    endpoint(contract.inviteSellerPerson, async (call: OperatorCall<typeof contract.inviteSellerPerson>) => {
      const { sellerId } = call.path;
      return (await unknownSeller(sellerId)) ?? inviteToTeam(context, teamOfSeller(sellerId), call.body, madeBy(call));
    }),
  ];
}

/** What administrators of a seller do with its people, and with nobody else's. */
function teamEndpoints(context: PeopleContext): readonly Endpoint[] {
  return [
    endpoint(contract.listTeam, ({ who, query }: SellerCall<typeof contract.listTeam>) =>
      listTeam(context, teamOfSeller(who.sellerId), { ...query, path: contract.listTeam.path }),
    ),
    endpoint(contract.inviteToTeam, (call: SellerCall<typeof contract.inviteToTeam>) =>
      inviteToTeam(context, teamOfSeller(call.who.sellerId), call.body, madeBy(call)),
    ),
    endpoint(contract.changeTeamMember, (call: SellerCall<typeof contract.changeTeamMember>) =>
      changeMember(context, teamOfSeller(call.who.sellerId), call.path.personId, call.body, madeBy(call)),
    ),
    endpoint(contract.removeTeamMember, ({ who, path }: SellerCall<typeof contract.removeTeamMember>) =>
      removeMember(context, teamOfSeller(who.sellerId), path.personId),
    ),
    endpoint(contract.listTeamInvitations, ({ who }: SellerCall<typeof contract.listTeamInvitations>) =>
      openInvitations(context, teamOfSeller(who.sellerId)),
    ),
    endpoint(contract.revokeTeamInvitation, ({ who, path }: SellerCall<typeof contract.revokeTeamInvitation>) =>
      revoke(context, teamOfSeller(who.sellerId), path.invitationId),
    ),
  ];
}
