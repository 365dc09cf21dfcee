import { Refusal } from "../../platform/contract/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import type { Way } from "../session-store.ts";
import { joinByInvitation } from "./by-invitation.ts";
import { personByPasskey } from "./by-passkey.ts";
import { personByPassword } from "./by-password.ts";
import type { SignInCall } from "./sign-in-call.ts";

type Body = SignInCall["body"];
/** Signs somebody in. Resolves to the token of the session. */
type SignInBy = (context: PeopleContext, call: SignInCall) => Promise<string | Refusal>;

/** Begins a session for the person that `identify` finds. */
const begins =
  (way: Way, identify: (context: PeopleContext, call: SignInCall) => Promise<{ readonly person_id: string } | Refusal>): SignInBy =>
  async (context, call) => {
    const person = await identify(context, call);
    if (person instanceof Refusal) return person;
    return context.db.transaction([], (transaction) => context.sessions.begin(transaction, person.person_id, way, call.who));
  };

interface WayRow {
  readonly isMeant: (body: Body) => boolean;
  /** Members of the body that this way reads. */
  readonly reads: readonly (keyof Body)[];
  readonly signIn: SignInBy;
}
/** The ways to sign in. A body must fit exactly one of them. */
const WAYS: readonly WayRow[] = [
  {
    isMeant: ({ email, password }) => email !== undefined && password !== undefined,
    reads: ["email", "password", "code"],
    signIn: begins("password", (context, { body: { email, password, code }, who }) =>
      personByPassword(context, { email: email!, password: password!, code }, who),
    ),
  },
  {
    isMeant: ({ passkey }) => passkey !== undefined,
    reads: ["passkey"],
    signIn: begins("passkey", personByPasskey),
  },
  {
    isMeant: ({ invitation, password, passkey }) => invitation !== undefined && (password === undefined) !== (passkey === undefined),
    reads: ["invitation", "email", "password", "passkey", "name", "language"],
    signIn: joinByInvitation,
  },
];

/** Signs somebody in, the way that the body says. */
export function signInBy(context: PeopleContext, call: SignInCall): Promise<string | Refusal> {
  const sent = (Object.keys(call.body) as (keyof Body)[]).filter((name) => call.body[name] !== undefined);
  const way = WAYS.find(({ isMeant, reads }) => isMeant(call.body) && sent.every((name) => reads.includes(name)));
  return way === undefined ? Promise.resolve(peopleErrors.refuse("way_unclear")) : way.signIn(context, call);
}
