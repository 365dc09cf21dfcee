import { sha256 } from "../../platform/basics/index.ts";
import { type Answer, Refusal } from "../../platform/contract/index.ts";
import { changeIdempotently } from "../../platform/idempotency/index.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import { siteRefusal, verifiedRegistration } from "../passkeys/ceremony.ts";
import { storePasskey } from "../passkeys/store.ts";
import * as people from "../queries.ts";
import { passwordFailure } from "../sign-in/password-rules.ts";
import type { SignInCall } from "../sign-in/ways.ts";
import * as queries from "./queries.ts";

/** The refusal of a code that is worth nothing. */
export const invitationInvalid = (): Refusal => peopleErrors.refuse("invitation_invalid", { pointer: "/invitation" });

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
  const name = call.body.name?.trim() ?? invitation.name;
  const wayIn = await wayInOf(context, call, { personId: invitation.person_id, email: invitation.email, name });
  if (wayIn instanceof Refusal) return wayIn;
  let token = "";
  const done = await changeIdempotently(db, [], undefined, async (transaction): Promise<Answer | Refusal> => {
    const [used] = await transaction.run(queries.useInvitation, [codeHash, wallClock.now()]);
    const begin = invitation.kind === "join" ? join : beginAgain;
    if (used === undefined || !(await begin(context, transaction, { invitation, call, name, wayIn }))) return invitationInvalid();
    token = await sessions.begin(transaction, invitation.person_id, "invitation", call.who);
    return { status: 201 };
  });
  return done instanceof Refusal ? done : token;
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
  const credential = await verifiedRegistration(context, body.passkey!, owner.personId, who.site);
  return credential === undefined ? peopleErrors.refuse("passkey_invalid", { pointer: "/passkey" }) : { credential };
}

interface Beginning {
  readonly invitation: Invitation;
  readonly call: SignInCall;
  readonly name: string;
  readonly wayIn: WayIn;
}

/** Adds somebody new. Resolves to whether it could be done. */
async function join(context: PeopleContext, transaction: Transaction, { invitation, call, name, wayIn }: Beginning): Promise<boolean> {
  const { person_id, email, seller_id, role } = invitation;
  const at = context.wallClock.now();
  const passwordHash = "passwordHash" in wayIn ? wayIn.passwordHash : null;
  const language = call.body.language ?? call.lang;
  const [person] = await transaction.run(people.insertPerson, [person_id, email, name, language, passwordHash, at]);
  if (person === undefined) return false;
  await transaction.run(people.insertMembership, [person_id, seller_id, role, at]);
  return "passwordHash" in wayIn || keepPasskey(transaction, wayIn, { invitation, call, at });
}

/** Lets somebody begin again: other sessions end, and time-based codes are off. With a passkey, the old password no longer serves. */
async function beginAgain(context: PeopleContext, transaction: Transaction, { invitation, call, wayIn }: Beginning): Promise<boolean> {
  const at = context.wallClock.now();
  const passwordHash = "passwordHash" in wayIn ? wayIn.passwordHash : null;
  const [person] = await transaction.run(queries.resetPerson, [invitation.person_id, passwordHash]);
  if (person === undefined) return false;
  await transaction.run(people.endOtherSessions, [invitation.person_id, "", at]);
  return "passwordHash" in wayIn || keepPasskey(transaction, wayIn, { invitation, call, at });
}

const FIRST_NAME = { "pt-BR": "Chave de acesso", en: "Passkey" } as const;
async function keepPasskey(
  transaction: Transaction,
  { credential }: { readonly credential: Credential },
  { invitation, call, at }: Pick<Beginning, "invitation" | "call"> & { readonly at: number },
): Promise<boolean> {
  const passkey = { personId: invitation.person_id, credential, site: call.who.site, name: FIRST_NAME[call.lang], at };
  return (await storePasskey(transaction, passkey)) !== undefined;
}
