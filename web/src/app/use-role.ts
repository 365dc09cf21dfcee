import type { Me } from "../api/session.ts";
import { useMe } from "./use-session.ts";

/** Whether a person works for the marketplace in one of these roles. Administrators have all of them. */
export const worksAs = ({ memberships }: Me, roles: readonly string[]): boolean =>
  memberships.some(({ kind, role }) => kind === "marketplace" && (role === "admin" || roles.includes(role)));

/** The same of the person who is signed in. */
export const useWorksAs = (roles: readonly string[]): boolean => worksAs(useMe(), roles);
