import type { Me } from "../api/session.ts";

/** Whether a person works for the marketplace in one of these roles. Administrators have all of them. */
export const worksAs = ({ memberships }: Me, roles: readonly string[]): boolean =>
  memberships.some(({ kind, role }) => kind === "marketplace" && (role === "admin" || roles.includes(role)));

/** The role of a person for a seller; undefined if they have none there. */
export const sellerRoleOf = ({ memberships }: Me, sellerId: number | undefined): string | undefined =>
  memberships.find((one) => one.kind === "seller" && one.sellerId === sellerId)?.role;
