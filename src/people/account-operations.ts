import { realNow } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import * as contract from "./contract.ts";
import type { PeopleContext } from "./context.ts";
import { peopleErrors } from "./errors.ts";
import { loadMe } from "./load.ts";
import type { PersonCall, PersonIdentity } from "./person-identity.ts";
import * as queries from "./queries.ts";
import { SESSION_MS } from "./session-times.ts";
import { sessionCookie } from "./sign-in/cookie.ts";
import { passwordFailure } from "./sign-in/password-rules.ts";
import { staleRefusal } from "./sign-in/recent.ts";

/** What people change about themselves. */
export function accountEndpoints(context: PeopleContext): readonly Endpoint[] {
  const { db, environment, sessions } = context;

  return [
    endpoint(contract.changeMe, async ({ who, body }: PersonCall<typeof contract.changeMe>): Promise<Answer> => {
      await db.run([], queries.changePerson, [who.personId, body.name?.trim() ?? null, body.language ?? null]);
      sessions.changed();
      return { status: 200, body: await loadMe(context, who) };
    }),
    endpoint(contract.putPassword, async (call: PersonCall<typeof contract.putPassword>): Promise<Answer | Refusal> => {
      const { who, body } = call;
      const refusal = (await identityRefusal(context, who, body.current)) ?? newPasswordRefusal(body.password, who);
      if (refusal !== undefined) return refusal;
      const hash = await context.hasher.hash(body.password);
      const token = await db.transaction([], async (transaction) => {
        await transaction.run(queries.setPassword, [who.personId, hash]);
        await transaction.run(queries.endOtherSessions, [who.personId, who.sessionId, context.wallClock.now()]);
        return sessions.rotate(transaction, who.sessionId);
      });
      sessions.changed();
      const cookie = sessionCookie({ environment, site: who.site }, token, SESSION_MS / 1000);
      return { status: 200, headers: { "set-cookie": cookie }, body: await loadMe(context, who) };
    }),
  ];
}

/** The refusal of somebody who does not know the current password or, where there is none, has not signed in recently. */
async function identityRefusal(context: PeopleContext, who: PersonIdentity, current: string | undefined): Promise<Refusal | undefined> {
  const [row] = await context.db.run([], queries.findPerson, [who.personId]);
  const stored = row?.password_hash ?? undefined;
  if (stored === undefined) return staleRefusal(context, who);
  const tooMany = context.attempts.count(undefined, who.email, realNow());
  if (tooMany !== undefined) return tooMany;
  const matches = current !== undefined && (await context.hasher.matches(current, stored));
  return matches ? undefined : peopleErrors.refuse("password_wrong", { pointer: "/current" });
}

function newPasswordRefusal(password: string, who: PersonIdentity): Refusal | undefined {
  const failure = passwordFailure(password, who);
  return failure && new Refusal([failure]);
}
