import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from "@simplewebauthn/server";
import { sha256 } from "../../platform/basics/index.ts";
import type { Refusal } from "../../platform/contract/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import { hostNameOf, mayHavePasskeys, type Site } from "../sign-in/site.ts";
import * as queries from "./queries.ts";

/** The two ceremonies of WebAuthn, carried out by @simplewebauthn/server. It is loaded when somebody first has a passkey. */
const webauthn = () => import("@simplewebauthn/server");

const RP_NAME = "Vitrine";
const CHALLENGE_MS = 5 * 60_000;
/** Passkeys replace both password and second factor, so the authenticator has to verify who holds it. */
const VERIFICATION = "required";

/** How authenticators write the id of a passkey, in base64url. */
const CREDENTIAL_ID = /^[\w-]+$/;

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

type Context = Pick<PeopleContext, "db" | "wallClock">;
/** A passkey that an authenticator has made. */
export type NewCredential = WebAuthnCredential;
/** Whose passkey is made. */
export interface Owner {
  readonly personId: string;
  readonly email: string;
  readonly name: string;
}

/** The refusal of a site whose passkeys no browser would keep; undefined when it may have them. */
export const siteRefusal = (site: Site): Refusal | undefined =>
  mayHavePasskeys(site) ? undefined : peopleErrors.refuse("passkeys_unavailable", { received: site.host });

const keepChallenge = ({ db, wallClock }: Context, challenge: string, personId: string | null) =>
  db.run([], queries.insertChallenge, [sha256(challenge), personId, wallClock.now() + CHALLENGE_MS]);

/** The options for a new passkey. Authenticators that hold one of `existing` refuse to make another. */
export async function registrationOptions(context: Context, owner: Owner, site: Site, existing: readonly string[]): Promise<object> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: hostNameOf(site.host),
    userID: new Uint8Array(Buffer.from(owner.personId)),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: VERIFICATION },
  });
  await keepChallenge(context, options.challenge, owner.personId);
  return options;
}

/** The options for signing in. They name nobody: the authenticator knows who it belongs to. */
export async function signInOptions(context: Context, site: Site): Promise<object> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({ rpID: hostNameOf(site.host), userVerification: VERIFICATION });
  await keepChallenge(context, options.challenge, null);
  return options;
}

/** The new passkey that an authenticator made for a person; undefined when the answer is not one to a challenge of theirs. */
export async function verifiedRegistration(
  context: Context,
  answer: unknown,
  personId: string,
  site: Site,
): Promise<NewCredential | undefined> {
  const challenge = await takenChallenge(context, answer, personId);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...site.origins],
    expectedRPID: hostNameOf(site.host),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  return verified?.registrationInfo?.credential;
}

/** The passkey that an authenticator proved to hold, with its new counter; undefined when it proved nothing. */
export async function verifiedPasskey(
  context: Context,
  answer: unknown,
  site: Site,
): Promise<(queries.KnownPasskeyRow & { readonly newCounter: number }) | undefined> {
  const challenge = await takenChallenge(context, answer, null);
  const { id } = (answer ?? {}) as Partial<AuthenticationResponseJSON>;
  const [row] = typeof id === "string" && CREDENTIAL_ID.test(id) ? await context.db.run([], queries.findPasskey, [id]) : [];
  if (challenge === undefined || row === undefined) return undefined;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...site.origins],
    expectedRPID: row.rp_id,
    credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
  }).catch(() => undefined);
  return verified?.verified ? { ...row, newCounter: verified.authenticationInfo.newCounter } : undefined;
}

/** Takes the challenge that an answer names, if it is one of ours that has not expired, made for this person. */
async function takenChallenge({ db, wallClock }: Context, answer: unknown, personId: string | null): Promise<string | undefined> {
  const challenge = challengeIn(answer);
  const [kept] = challenge === undefined ? [] : await db.run([], queries.takeChallenge, [sha256(challenge)]);
  return kept !== undefined && kept.person_id === personId && kept.expires_at > wallClock.now() ? challenge : undefined;
}

/** The challenge in what the authenticator signed; undefined when the answer has none. */
function challengeIn(answer: unknown): string | undefined {
  const { response } = (answer ?? {}) as { readonly response?: { readonly clientDataJSON?: unknown } };
  const encoded = response?.clientDataJSON;
  if (typeof encoded !== "string") return undefined;
  try {
    const { challenge } = JSON.parse(Buffer.from(encoded, "base64url").toString()) as { readonly challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
