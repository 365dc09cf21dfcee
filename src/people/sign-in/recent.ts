import type { Refusal } from "../../platform/contract/index.ts";
import type { PeopleContext } from "../context.ts";
import { peopleErrors } from "../errors.ts";
import type { PersonIdentity } from "../person-identity.ts";

/** How recently somebody must have signed in to change how they sign in. */
const RECENT_MINUTES = 15;

/** The refusal of a session that is too old to change how its person signs in: a browser left open must not give the account away. */
export const staleRefusal = ({ wallClock }: Pick<PeopleContext, "wallClock">, { signedInAt }: PersonIdentity): Refusal | undefined =>
  wallClock.now() - signedInAt <= RECENT_MINUTES * 60_000
    ? undefined
    : peopleErrors.refuse("sign_in_again", { params: { minutes: RECENT_MINUTES } });
