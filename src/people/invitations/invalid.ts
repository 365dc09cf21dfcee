import type { Refusal } from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";

/** The refusal of a code that is worth nothing, whatever the reason. */
export const invitationInvalid = (): Refusal => peopleErrors.refuse("invitation_invalid", { pointer: "/invitation" });
