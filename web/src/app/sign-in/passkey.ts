import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { answerOf, api } from "../../api/client.ts";
import { passkeyOptions, signIn } from "../../api/session.ts";

const library = () => import("@simplewebauthn/browser");

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

/** Signs in with a passkey that the person chooses. The library checks the options' form. */
export async function signInByPasskey(): Promise<void> {
  const { startAuthentication } = await library();
  const optionsJSON = (await passkeyOptions()) as unknown as PublicKeyCredentialRequestOptionsJSON;
  await signIn({ passkey: { ...(await startAuthentication({ optionsJSON })) } });
}

/** Accepts an invitation with a new passkey. */
export async function acceptByPasskey(invitation: string): Promise<void> {
  const { startRegistration } = await library();
  const optionsJSON = (await passkeyOptions(invitation)) as unknown as PublicKeyCredentialCreationOptionsJSON;
  await signIn({ invitation, passkey: { ...(await startRegistration({ optionsJSON })) } });
}

/** Makes one more passkey for who is signed in. Without a name the server gives it one. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await library();
  const { options } = await answerOf(api.POST("/portal/v1/passkeys/options"));
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const passkey = { ...(await startRegistration({ optionsJSON })) };
  await answerOf(api.POST("/portal/v1/passkeys", { body: { passkey, ...(name === "" ? {} : { name }) } }));
}

/** Whether the authenticator has a passkey of this person already. */
export const isAlreadyHere = (error: unknown): boolean => error instanceof Error && error.name === "InvalidStateError";

/** Whether the person closed the authenticator's dialog, or it waited too long: nothing failed. */
export const wasDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
