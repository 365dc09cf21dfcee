import { chosenSeller } from "../api/seller-choice.ts";
import type { Me } from "../api/session.ts";
import { useSignal } from "../api/signal.ts";
import { useMe } from "./use-session.ts";

/** Whether a person works for the marketplace in one of these roles. Administrators have all of them. */
export const worksAs = ({ memberships }: Me, roles: readonly string[]): boolean =>
  memberships.some(({ kind, role }) => kind === "marketplace" && (role === "admin" || roles.includes(role)));

/** The same of the person who is signed in. */
export const useWorksAs = (roles: readonly string[]): boolean => worksAs(useMe(), roles);

/** The role of the person who is signed in for the chosen seller; undefined if they have none there. */
export function useSellerRole(): string | undefined {
  const sellerId = useSignal(chosenSeller);
  return useMe().memberships.find((one) => one.kind === "seller" && one.sellerId === sellerId)?.role;
}
