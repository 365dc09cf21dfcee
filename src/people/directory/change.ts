import { type Answer, Refusal } from "../../platform/contract/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { changeIdempotently, type IdempotencyKey } from "../../platform/idempotency/index.ts";
import type { PeopleContext } from "../context.ts";
import { normalizedEmail } from "../email.ts";
import { peopleErrors } from "../errors.ts";
import { createInvitation } from "../invitations/create.ts";
import { endOtherSessions, makeRotationDue } from "../queries.ts";
import { issuedView, memberView, personView } from "./member-view.ts";
import * as queries from "./queries.ts";
import { MARKETPLACE_TEAM, type Team } from "./team.ts";

/** Who changes a team. */
export interface TeamCall {
  readonly actor: string;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}
/** Somebody to invite. */
export interface Invited {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}
/** What changes about somebody. */
export interface MemberChange {
  readonly role?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** The refusal of a person who does not exist here. */
export const personUnknown = (personId: string): Refusal =>
  peopleErrors.refuse("person_unknown", { pointer: "path.personId", received: personId });

/** Invites somebody to a team. */
export function inviteToTeam(context: PeopleContext, team: Team, { email: sent, name, role }: Invited, call: TeamCall) {
  const email = normalizedEmail(sent);
  return changeIdempotently(context.db, [], call.idempotencyKey, async (transaction): Promise<Answer | Refusal> => {
    const [member] = await transaction.run(queries.findMemberByEmail, [email, team.sellerId]);
    if (member !== undefined) return peopleErrors.refuse("already_member", { pointer: "/email", received: email, personal: ["received"] });
    const { sellerId } = team;
    const request = { kind: "join", email, name: name.trim(), sellerId, role, invitedBy: call.actor, at: context.wallClock.now() } as const;
    return { status: 201, body: issuedView(request, await createInvitation(transaction, request)) };
  });
}

/** Changes the role of somebody in a team, or whether they may work for it. */
export const changeMember = (context: PeopleContext, team: Team, personId: string, change: MemberChange, call: TeamCall) =>
  changingTeam(context, call.idempotencyKey, async (transaction) => {
    const { sellerId } = team;
    const member = await lockMember(transaction, team, personId, change);
    if (member instanceof Refusal) return member;
    const values = [personId, sellerId, change.role ?? null, change.disabled ?? null, context.wallClock.now()];
    await transaction.run(queries.changeMembership, values);
    await transaction.run(makeRotationDue, [personId]);
    const [changed] = await transaction.run(queries.findMember, [sellerId, personId]);
    return { status: 200, body: memberView(changed!) };
  });

/** Takes somebody out of a team. */
export const removeMember = (context: PeopleContext, team: Team, personId: string) =>
  changingTeam(context, undefined, async (transaction) => {
    const member = await lockMember(transaction, team, personId, { disabled: true });
    if (member instanceof Refusal) return member;
    await transaction.run(queries.deleteMembership, [personId, team.sellerId]);
    await transaction.run(makeRotationDue, [personId]);
    return { status: 204 };
  });

/** Changes the marketplace's role of somebody, or whether they may sign in at all, for whomever they work. */
export const changePerson = (context: PeopleContext, personId: string, change: MemberChange, call: TeamCall) =>
  changingTeam(context, call.idempotencyKey, async (transaction) => {
    const now = context.wallClock.now();
    const member = await lockMember(transaction, MARKETPLACE_TEAM, personId, change);
    if (member instanceof Refusal && (change.role !== undefined || member.failures[0]!.code !== "person_unknown")) return member;
    if (change.role !== undefined)
      await transaction.run(queries.changeMembership, [personId, MARKETPLACE_TEAM.sellerId, change.role, null, now]);
    if (change.disabled !== undefined) await transaction.run(queries.disablePerson, [personId, change.disabled, now]);
    if (change.disabled === true) await transaction.run(endOtherSessions, [personId, "", now]);
    await transaction.run(makeRotationDue, [personId]);
    const [whole] = await transaction.run(queries.findWholePerson, [personId]);
    return whole === undefined ? personUnknown(personId) : { status: 200, body: personView(whole) };
  });

/** Carries out a change, then forgets the sessions that this process remembers. */
async function changingTeam(
  { db, sessions }: PeopleContext,
  idempotencyKey: IdempotencyKey | undefined,
  change: (transaction: Transaction) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const answer = await changeIdempotently(db, [], idempotencyKey, change);
  sessions.changed();
  return answer;
}

/** Locks the administrators of a team and returns one of its people. Refuses when the change would leave nobody who administers it. */
async function lockMember(
  transaction: Transaction,
  { sellerId, managing }: Team,
  personId: string,
  { role = managing, disabled = false }: MemberChange,
): Promise<queries.MemberRow | Refusal> {
  const administrators = await transaction.run(queries.lockAdministrators, [sellerId, managing]);
  const [member] = await transaction.run(queries.findMember, [sellerId, personId]);
  if (member === undefined) return personUnknown(personId);
  const isOnly = administrators.length === 1 && administrators[0]!.person_id === personId;
  const stays = role === managing && !disabled;
  return isOnly && !stays ? peopleErrors.refuse("last_administrator", { pointer: "path.personId" }) : member;
}
