import { isoDateTime } from "../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../platform/contract/index.ts";
import * as contract from "./contract.ts";
import type { PeopleContext } from "./context.ts";
import { peopleErrors } from "./errors.ts";
import { loadMe } from "./load.ts";
import type { PersonCall } from "./person-identity.ts";
import * as queries from "./queries.ts";
import { IDLE_MS, SESSION_MS } from "./session-times.ts";
import { endedCookie, sessionCookie } from "./sign-in/cookie.ts";
import type { SignInCall } from "./sign-in/sign-in-call.ts";
import { signInBy } from "./sign-in/ways.ts";

/** Signing in and out, and a person's own sessions. */
export function sessionEndpoints(context: PeopleContext): readonly Endpoint[] {
  const { db, environment, sessions, wallClock, audit } = context;

  return [
    endpoint(contract.signIn, async (call: SignInCall): Promise<Answer | Refusal> => {
      const token = await signInBy(context, call);
      if (token instanceof Refusal) return token;
      const found = await sessions.find(token);
      // Disabled in this very moment.
      if (found === undefined) return peopleErrors.refuse("sign_in_refused");
      const { session } = found;
      const role = "person";
      const { at, sent: sentBody, requestId } = call;
      const facts = { operation: contract.signIn, parameters: {}, query: "", sentBody, status: 201, requestId };
      await audit({ actor: session.actor, role }, at, facts);
      const cookie = sessionCookie({ environment, site: call.who.site }, token, SESSION_MS / 1000);
      return { status: 201, headers: { "set-cookie": cookie }, body: await loadMe(context, session) };
    }),
    endpoint(contract.signOut, async ({ who }: PersonCall<typeof contract.signOut>): Promise<Answer> => {
      await db.run([], queries.endSession, [who.sessionId, who.personId, wallClock.now()]);
      sessions.changed();
      return { status: 204, headers: { "set-cookie": endedCookie({ environment, site: who.site }) } };
    }),
    endpoint(contract.getMe, async ({ who }: PersonCall<typeof contract.getMe>): Promise<Answer> => ({
      status: 200,
      body: await loadMe(context, who),
    })),
    endpoint(contract.listSessions, async ({ who }: PersonCall<typeof contract.listSessions>): Promise<Answer> => {
      await sessions.writeUses();
      const now = wallClock.now();
      const rows = await db.run([], queries.listSessions, [who.personId, now, now - IDLE_MS]);
      return { status: 200, body: { items: rows.map((row) => sessionView(row, who.sessionId)) } };
    }),
    endpoint(contract.endOtherSessions, async ({ who }: PersonCall<typeof contract.endOtherSessions>): Promise<Answer> => {
      await db.run([], queries.endOtherSessions, [who.personId, who.sessionId, wallClock.now()]);
      sessions.changed();
      return { status: 204 };
    }),
    endpoint(contract.endSession, async ({ who, path }: PersonCall<typeof contract.endSession>) => {
      const { sessionId } = path;
      const [ended] = await db.run([], queries.endSession, [sessionId, who.personId, wallClock.now()]);
      sessions.changed();
      return ended ? { status: 204 } : peopleErrors.refuse("session_unknown", { pointer: "path.sessionId", received: sessionId });
    }),
  ];
}

const sessionView = (row: queries.ListedSessionRow, currentId: string) => ({
  id: row.session_id,
  isCurrent: row.session_id === currentId,
  signedInAt: isoDateTime(row.created_at),
  lastSeenAt: isoDateTime(row.last_seen_at),
  expiresAt: isoDateTime(row.expires_at),
  way: row.way,
  address: row.address,
  agent: row.agent,
});
