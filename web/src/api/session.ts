import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "./client.ts";
import { ApiError } from "./errors.ts";
import type { schemas } from "./generated/index.ts";
import { signedIn } from "./session-fetch.ts";

/** The person who is signed in. */
export type Me = schemas["portal"]["Me"];
/** What a person may be: one of the marketplace's people, or one of a seller's. */
export type Membership = schemas["portal"]["Membership"];
/** An invitation, for who has its code. Asked once: accepting it uses it up. */
export type InvitationView = schemas["portal"]["InvitationView"];

const UNAUTHORIZED = 401;

/** The person who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      const me = await answerOf(api.GET("/portal/v1/me", { signal }));
      signedIn.set(true);
      return me;
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHORIZED) return null;
      throw error;
    }
  },
});

/** An invitation, for who has its code. Asked once: accepting it uses it up. */
export const invitationQuery = (invitation: string) =>
  queryOptions({
    queryKey: ["invitation", invitation],
    queryFn: ({ signal }) => answerOf(api.POST("/portal/v1/invitations/view", { body: { invitation }, signal })),
    staleTime: "static",
  });

/** Signs in, or throws the server's refusal. */
export async function signIn(body: schemas["portal"]["SignInBody"]): Promise<void> {
  await answerOf(api.POST("/portal/v1/session", { body }));
}

/** Ends the session, if it has not ended by itself. */
export async function signOut(): Promise<void> {
  const { error, response } = await api.DELETE("/portal/v1/session");
  if (response.status !== UNAUTHORIZED) await answerOf(Promise.resolve({ error, response }));
  signedIn.set(false);
}

/** Makes the person who is signed in a member of the team that invites them. */
export async function acceptInvitation(invitation: string): Promise<void> {
  await answerOf(api.POST("/portal/v1/invitations/accept", { body: { invitation } }));
}

/** Notes the person's language, for what the server writes to them. */
export async function noteLanguage(language: Me["language"]): Promise<void> {
  if (signedIn.get()) await answerOf(api.PATCH("/portal/v1/me", { body: { language } }));
}

/** What the server asks an authenticator, to sign in or, with an invitation, to make a passkey. */
export const passkeyOptions = async (invitation?: string): Promise<Readonly<Record<string, unknown>>> =>
  (
    await answerOf(
      invitation === undefined
        ? api.POST("/portal/v1/passkeys/sign-in-options")
        : api.POST("/portal/v1/invitations/passkey-options", { body: { invitation } }),
    )
  ).options;
