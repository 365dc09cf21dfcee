import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client.ts";
import type { schemas } from "../../api/generated/index.ts";
import type { Me } from "../../api/session.ts";

/** A passkey of the person. */
export type Passkey = schemas["portal"]["Passkey"];
/** A session of the person, on some device. */
export type Session = schemas["portal"]["Session"];
/** The secret of an authenticator app, which the server says only once. */
export type CodesSecret = schemas["portal"]["TimeBasedCodesSecret"];

/** The person's passkeys, the oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: async ({ signal }) => (await answerOf(api.GET("/portal/v1/passkeys", { signal }))).items,
});

/** The person's sessions, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: async ({ signal }) => (await answerOf(api.GET("/portal/v1/sessions", { signal }))).items,
});

/** Changes the person's name. */
export const changeName = (name: string): Promise<Me> => answerOf(api.PATCH("/portal/v1/me", { body: { name } }));

/** Sets the password, or changes it with the current one. The other sessions end. */
export const changePassword = (body: schemas["portal"]["PasswordBody"]): Promise<Me> =>
  answerOf(api.PUT("/portal/v1/me/password", { body }));

/** Asks for the secret of a new authenticator app. It counts once a code of it was confirmed. */
export const beginCodes = (): Promise<CodesSecret> => answerOf(api.POST("/portal/v1/time-based-codes"));

/** Has the server ask for a code from now on. */
export const confirmCodes = (code: string): Promise<Me> => answerOf(api.PUT("/portal/v1/time-based-codes", { body: { code } }));

/** Has the server no longer ask for a code. */
export async function endCodes(): Promise<void> {
  await answerOf(api.DELETE("/portal/v1/time-based-codes"));
}

/** Removes a passkey. */
export async function removePasskey(passkeyId: string): Promise<void> {
  await answerOf(api.DELETE("/portal/v1/passkeys/{passkeyId}", { params: { path: { passkeyId } } }));
}

/** Ends a session. */
export async function endSession(sessionId: string): Promise<void> {
  await answerOf(api.DELETE("/portal/v1/sessions/{sessionId}", { params: { path: { sessionId } } }));
}

/** Ends all sessions but this one. */
export async function endOtherSessions(): Promise<void> {
  await answerOf(api.DELETE("/portal/v1/sessions"));
}
