import { statement } from "../../platform/database/index.ts";

export interface InvitationRow {
  readonly invitation_id: string;
  readonly kind: "join" | "reset";
  readonly person_id: string;
  /** Null = whoever accepts says their own. */
  readonly email: string | null;
  readonly name: string;
  readonly seller_id: number | null;
  readonly role: string | null;
  readonly expires_at: number;
}
/** Inserts an invitation. */
export const insertInvitation = statement<{ invitation_id: string }>(
  "invitations.insert_invitation",
  `insert into invitations (code_hash, invitation_id, kind, person_id, email, name, seller_id, role, invited_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning invitation_id`,
);
/** Withdraws what is still open for an e-mail: of one kind, for one seller. A new code replaces the one before. */
export const replaceInvitations = statement<{ invitation_id: string }>(
  "invitations.replace_invitations",
  `update invitations set revoked_at = $4 where email is not distinct from $1 and kind = $2 and seller_id is not distinct from $3
      and used_at is null and revoked_at is null returning invitation_id`,
);
/** An invitation, the name of its seller, and whether its e-mail is already somebody's. */
export interface FoundInvitation extends InvitationRow {
  readonly seller_name: string | null;
  readonly is_registered: boolean;
}
/** An invitation that can still be used at $2. Indexes: invitations_pkey, people_email_key, sellers_pkey. */
export const findInvitation = statement<FoundInvitation>(
  "invitations.find_invitation",
  `select i.invitation_id, i.kind, i.person_id, i.email, i.name, i.seller_id, i.role, i.expires_at, s.name as seller_name,
          exists (select from people p where p.email = i.email) as is_registered
     from invitations i left join sellers s on s.seller_id = i.seller_id
    where i.code_hash = $1 and i.used_at is null and i.revoked_at is null and i.expires_at > $2`,
);
/** Uses an invitation, so that it serves once. Index: invitations_pkey. */
export const useInvitation = statement<{ invitation_id: string }>(
  "invitations.use_invitation",
  `update invitations set used_at = $2 where code_hash = $1 and used_at is null and revoked_at is null and expires_at > $2
   returning invitation_id`,
);

export interface OpenInvitationRow extends InvitationRow {
  readonly invited_by: string;
  readonly created_at: number;
}
/** The invitations of a seller, or of the marketplace (0), that can still be used at $2; the newest first. Index: invitations_of_seller. */
export const listInvitations = statement<OpenInvitationRow>(
  "invitations.list_invitations",
  `select invitation_id, kind, person_id, email, name, seller_id, role, expires_at, invited_by, created_at from invitations
    where seller_id = $1 and used_at is null and revoked_at is null and expires_at > $2 order by created_at desc, invitation_id limit 1000`,
);
/** Withdraws an invitation of a seller, or of the marketplace (0). Index: invitations_invitation_id_key. */
export const revokeInvitation = statement<{ invitation_id: string }>(
  "invitations.revoke_invitation",
  `update invitations set revoked_at = $3 where invitation_id = $1 and seller_id = $2 and used_at is null and revoked_at is null
   returning invitation_id`,
);
/** Begins again with another password, and without time-based codes. Index: people_pkey. */
export const resetPerson = statement<{ person_id: string }>(
  "invitations.reset_person",
  `update people set password_hash = $2, code_secret = null, code_since = null, code_step = null
    where person_id = $1 and disabled_at is null returning person_id`,
);

/** Whether somebody with this role of a seller, or of the marketplace (0), has ever signed in. Index: memberships_of_seller. */
export const hasSignedIn = statement<{ signed_in: boolean }>(
  "invitations.has_signed_in",
  `select exists (select from memberships m join people p on p.person_id = m.person_id
                   where m.seller_id = $1 and m.role = $2 and p.signed_in_at is not null) as signed_in`,
);
