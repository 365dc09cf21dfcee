import { sha256 } from "../../platform/basics/index.ts";
import { type Answer, Refusal } from "../../platform/contract/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { PeopleContext } from "../context.ts";
import { normalizedEmail } from "../email.ts";
import { peopleErrors } from "../errors.ts";
import { siteRefusal, verifiedRegistration } from "../passkeys/ceremony.ts";
import { deletePasskeys } from "../passkeys/queries.ts";
import { storePasskey } from "../passkeys/store.ts";
import { invitationInvalid } from "../invitations/invalid.ts";
import * as people from "../queries.ts";
import { passwordFailure } from "./password-rules.ts";
import type { SignInCall } from "./sign-in-call.ts";
import * as queries from "../invitations/queries.ts";

type Invitation = queries.FoundInvitation;
type Credential = NonNullable<Awaited<ReturnType<typeof verifiedRegistration>>>;
/** How somebody will sign in from now on. */
type WayIn = { readonly passwordHash: string } | { readonly credential: Credential };

/** Accepts an invitation with a new password or passkey, and signs its owner in. Resolves to the token of the session. */
export async function joinByInvitation(context: PeopleContext, call: SignInCall): Promise<string | Refusal> {
  const { db, sessions, wallClock } = context;
  const codeHash = sha256(call.body.invitation!);
  const [invitation] = await db.run([], queries.findInvitation, [codeHash, wallClock.now()]);
  if (invitation === undefined) return invitationInvalid();
  if (invitation.kind === "join" && invitation.is_registered) return peopleErrors.refuse("person_registered", { pointer: "/invitation" });
  const email = emailOf(invitation, call.body.email);
  if (email instanceof Refusal) return email;
  const name = call.body.name?.trim() ?? invitation.name;
  const wayIn = await wayInOf(context, call, { personId: invitation.person_id, email, name });
  if (wayIn instanceof Refusal) return wayIn;
  let token = "";
  const done = await changeIdempotently(db, [], undefined, async (transaction): Promise<Answer | Refusal> => {
    const [used] = await transaction.run(queries.useInvitation, [codeHash, wallClock.now()]);
    if (used === undefined) return invitationInvalid();
    const begin = invitation.kind === "join" ? join : beginAgain;
    const refusal = await begin(context, transaction, { invitation, call, email, name, wayIn });
    if (refusal !== undefined) return refusal;
    token = await sessions.begin(transaction, invitation.person_id, "invitation", call.who);
    return { status: 201 };
  });
  if (done instanceof Refusal) return done;
  // The sessions of who begins again have ended.
  sessions.changed();
  return token;
}

/** The e-mail of who accepts: the invitation's or, if it has none, the one that they say. */
function emailOf({ email }: Invitation, said: string | undefined): string | Refusal {
  const own = said === undefined ? undefined : normalizedEmail(said);
  if (email === null) return own ?? peopleErrors.refuse("email_needed", { pointer: "/email" });
  return own === undefined || own === email
    ? email
    : peopleErrors.refuse("invitation_of_another", { pointer: "/email", params: { email }, personal: ["email"] });
}

/** Checks the password or the passkey that somebody has chosen. */
async function wayInOf(
  context: PeopleContext,
  { body, who }: SignInCall,
  owner: { readonly personId: string; readonly email: string; readonly name: string },
): Promise<WayIn | Refusal> {
  if (body.password !== undefined) {
    const failure = passwordFailure(body.password, owner);
    return failure ? new Refusal([failure]) : { passwordHash: await context.hasher.hash(body.password) };
  }
  const refusal = siteRefusal(who.site);
  if (refusal !== undefined) return refusal;
  const credential = await verifiedRegistration(context, body.passkey, owner.personId, who.site);
  return credential === undefined ? peopleErrors.refuse("passkey_invalid", { pointer: "/passkey" }) : { credential };
}

interface Beginning {
  readonly invitation: Invitation;
  readonly call: SignInCall;
  readonly email: string;
  readonly name: string;
  readonly wayIn: WayIn;
}

/** Adds somebody new. Resolves to the refusal when that is not possible any more. */
async function join(context: PeopleContext, transaction: Transaction, beginning: Beginning): Promise<Refusal | undefined> {
  const { invitation, call, email, name, wayIn } = beginning;
  const { person_id, seller_id, role } = invitation;
  const at = context.wallClock.now();
  const language = call.body.language ?? call.lang;
  const [person] = await transaction.run(people.insertPerson, [person_id, email, name, language, passwordHashOf(wayIn), at]);
  if (person === undefined) return peopleErrors.refuse("person_registered", { pointer: "/invitation" });
  await transaction.run(people.insertMembership, [person_id, seller_id, role, at]);
  return keepPasskey(transaction, beginning, at);
}

/** Lets somebody begin again: no way in from before serves any more, other sessions end, and time-based codes are off. */
async function beginAgain(context: PeopleContext, transaction: Transaction, beginning: Beginning): Promise<Refusal | undefined> {
  const { person_id } = beginning.invitation;
  const at = context.wallClock.now();
  const [person] = await transaction.run(queries.resetPerson, [person_id, passwordHashOf(beginning.wayIn)]);
  if (person === undefined) return invitationInvalid();
  await transaction.run(deletePasskeys, [person_id]);
  await transaction.run(people.endOtherSessions, [person_id, "", at]);
  return keepPasskey(transaction, beginning, at);
}

const passwordHashOf = (wayIn: WayIn): string | null => ("passwordHash" in wayIn ? wayIn.passwordHash : null);

const FIRST_NAME = { "pt-BR": "Chave de acesso", en: "Passkey" } as const;
async function keepPasskey(transaction: Transaction, { wayIn, invitation, call }: Beginning, at: number): Promise<Refusal | undefined> {
  if ("passwordHash" in wayIn) return undefined;
  const { credential } = wayIn;
  const passkey = { personId: invitation.person_id, credential, site: call.who.site, name: FIRST_NAME[call.lang], at };
  const id = await storePasskey(transaction, passkey);
  return id === undefined ? peopleErrors.refuse("passkey_invalid", { pointer: "/passkey" }) : undefined;
}
