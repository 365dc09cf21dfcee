import { queryOptions } from "@tanstack/react-query";
import { answerOf, clientOf } from "./client.ts";
import { ApiError } from "./errors.ts";
import { signedIn } from "./session-fetch.ts";
import type { Me, SessionPaths, SignInBody } from "./session-types.ts";

const client = clientOf<SessionPaths>();
const UNAUTHORIZED = 401;

/** The person who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      const me = await answerOf(client.GET("/portal/v1/me", { signal }));
      signedIn.set(true);
      return me;
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHORIZED) return null;
      throw error;
    }
  },
});

/** An invitation, for who has its code. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: ["invitation", invitation],
    queryFn: ({ signal }) => answerOf(client.POST("/portal/v1/invitations/view", { body: { invitation }, signal })),
  });

/** Signs in, or throws the server's refusal. */
export async function signIn(body: SignInBody): Promise<void> {
  await answerOf(client.POST("/portal/v1/session", { body }));
}

/** Ends the session, if it has not ended by itself. */
export async function signOut(): Promise<void> {
  const { error, response } = await client.DELETE("/portal/v1/session");
  if (response.status !== UNAUTHORIZED) await answerOf(Promise.resolve({ error, response }));
  signedIn.set(false);
}

/** Makes the person who is signed in a member of the team that invites them. */
export async function acceptInvitation(invitation: string): Promise<void> {
  await answerOf(client.POST("/portal/v1/invitations/accept", { body: { invitation } }));
}

/** Notes the person's language, for what the server writes to them. */
export async function noteLanguage(language: Me["language"]): Promise<void> {
  if (signedIn.get()) await answerOf(client.PATCH("/portal/v1/me", { body: { language } }));
}

/** What the server asks an authenticator, to sign in or, with an invitation, to make a passkey. */
export const passkeyOptions = async (invitation?: string): Promise<Readonly<Record<string, unknown>>> =>
  (
    await answerOf(
      invitation === undefined
        ? client.POST("/portal/v1/passkeys/sign-in-options")
        : client.POST("/portal/v1/invitations/passkey-options", { body: { invitation } }),
    )
  ).options;
