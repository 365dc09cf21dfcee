import { chosenSeller } from "../api/seller-choice.ts";
import { useSignal } from "../api/signal.ts";
import { sellerRoleOf, worksAs } from "./roles.ts";
import { useMe } from "./use-session.ts";

/** Whether the person who is signed in works for the marketplace in one of these roles. */
export const useWorksAs = (roles: readonly string[]): boolean => worksAs(useMe(), roles);

/** The role of the person who is signed in, for the chosen seller. */
export const useSellerRole = (): string | undefined => sellerRoleOf(useMe(), useSignal(chosenSeller));
