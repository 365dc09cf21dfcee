import { isoDateTime } from "../../platform/basics/index.ts";
import { type InvitationRequest, invitationPath, type IssuedInvitation } from "../invitations/create.ts";
import type { OpenInvitationRow } from "../invitations/queries.ts";
import type { MemberRow, WholePersonRow } from "./queries.ts";

/** One of a team's people. */
export const memberView = (row: MemberRow) => ({
  id: row.person_id,
  name: row.name,
  email: row.email,
  role: row.role,
  disabled: row.is_disabled,
  passkeys: row.passkeys,
  createdAt: isoDateTime(row.created_at),
  lastSignedInAt: row.signed_in_at === null ? undefined : isoDateTime(row.signed_in_at),
});

interface ListedMembership {
  readonly sellerId: number;
  readonly sellerName: string | null;
  readonly role: string;
  readonly disabled: boolean;
}
const membershipView = ({ sellerId, sellerName, role, disabled }: ListedMembership) =>
  sellerName === null ? { kind: "marketplace", role, disabled } : { kind: "seller", role, sellerId, sellerName, disabled };

/** A person and everywhere they work. */
export const personView = (row: WholePersonRow) => ({
  id: row.person_id,
  name: row.name,
  email: row.email,
  disabled: row.is_disabled,
  passkeys: row.passkeys,
  createdAt: isoDateTime(row.created_at),
  lastSignedInAt: row.signed_in_at === null ? undefined : isoDateTime(row.signed_in_at),
  memberships: (JSON.parse(row.memberships) as readonly ListedMembership[]).map(membershipView),
});

/** An invitation that has just been made, with its code. */
export const issuedView = ({ email, name, role, sellerId }: InvitationRequest, { id, code, expiresAt }: IssuedInvitation) => ({
  id,
  email: email ?? undefined,
  name,
  role: role ?? undefined,
  expiresAt: isoDateTime(expiresAt),
  code,
  path: invitationPath(code, sellerId),
});

/** An invitation that nobody has accepted yet, without its code. */
export const openInvitationView = (row: OpenInvitationRow) => ({
  id: row.invitation_id,
  email: row.email ?? undefined,
  name: row.name,
  role: row.role ?? "",
  expiresAt: isoDateTime(row.expires_at),
  invitedBy: row.invited_by,
  createdAt: isoDateTime(row.created_at),
});
