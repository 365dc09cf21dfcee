import type { signIn } from "../contract.ts";
import type { VisitorCall } from "../person-identity.ts";

/** A call that signs somebody in. */
export type SignInCall = VisitorCall<typeof signIn>;
