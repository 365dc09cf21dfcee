import type { Refusal } from "../../platform/contract/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import type { SignInCall } from "./sign-in-call.ts";
import { verifiedPasskey } from "../passkeys/ceremony.ts";
import { notePasskeyUse } from "../passkeys/queries.ts";

/** The person who holds the passkey that an answer proves. */
export async function personByPasskey(
  context: PeopleContext,
  { body, who }: SignInCall,
): Promise<{ readonly person_id: string } | Refusal> {
  const passkey = await verifiedPasskey(context, body.passkey, who.site);
  if (passkey === undefined) return peopleErrors.refuse("passkey_refused", { pointer: "/passkey" });
  await context.db.run([], notePasskeyUse, [passkey.passkey_id, passkey.newCounter, context.wallClock.now()]);
  return passkey;
}
