import { statement } from "../../platform/database/index.ts";

export interface MemberRow {
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly created_at: number;
  readonly signed_in_at: number | null;
  /** Whether the membership or the person is disabled. */
  readonly is_disabled: boolean;
  readonly passkeys: number;
}
/** A page of the people of a seller, or of the marketplace (0), by name. Index: memberships_of_seller. */
export const listMembers = statement<MemberRow & { total: number }>(
  "directory.list_members",
  `select p.person_id, p.email, p.name, m.role, m.created_at, p.signed_in_at,
          m.disabled_at is not null or p.disabled_at is not null as is_disabled,
          (select count(*) from passkeys k where k.person_id = p.person_id) as passkeys,
          (select count(*) from memberships a where a.seller_id = $1) as total
     from memberships m join people p on p.person_id = m.person_id
    where m.seller_id = $1 order by lower(p.name), p.person_id limit $2 offset $3`,
);
/** One of the people of a seller, or of the marketplace (0). Index: memberships_pkey. */
export const findMember = statement<MemberRow>(
  "directory.find_member",
  `select p.person_id, p.email, p.name, m.role, m.created_at, p.signed_in_at,
          m.disabled_at is not null or p.disabled_at is not null as is_disabled,
          (select count(*) from passkeys k where k.person_id = p.person_id) as passkeys
     from memberships m join people p on p.person_id = m.person_id
    where m.seller_id = $1 and m.person_id = $2`,
);
/** Whether somebody with this e-mail works for a seller, or for the marketplace (0). Indexes: people_email_key, memberships_pkey. */
export const findMemberByEmail = statement<{ person_id: string }>(
  "directory.find_member_by_email",
  `select p.person_id from people p join memberships m on m.person_id = p.person_id and m.seller_id = $2 where p.email = $1`,
);
/**
 * Locks the memberships of the administrators of a seller, or of the marketplace (0), so that two of them cannot remove each other. Returns those who
 * can act. Index: memberships_of_seller.
 */
export const lockAdministrators = statement<{ person_id: string }>(
  "directory.lock_administrators",
  `select m.person_id from memberships m join people p on p.person_id = m.person_id
    where m.seller_id = $1 and m.role = $2 and m.disabled_at is null and p.disabled_at is null
    order by m.person_id for update of m`,
);
/** Changes a membership; null leaves the role, or whether it is disabled ($4), as it is. $5 = now. Index: memberships_pkey. */
export const changeMembership = statement<{ person_id: string }>(
  "directory.change_membership",
  `update memberships set role = coalesce($3, role),
          disabled_at = case when $4::boolean is null then disabled_at when $4 then coalesce(disabled_at, $5) end
    where person_id = $1 and seller_id = $2 returning person_id`,
);
/** Deletes a membership. Index: memberships_pkey. */
export const deleteMembership = statement<{ person_id: string }>(
  "directory.delete_membership",
  `delete from memberships where person_id = $1 and seller_id = $2 returning person_id`,
);
/** Disables a person everywhere ($2), or enables them. $3 = now. Index: people_pkey. */
export const disablePerson = statement<{ person_id: string }>(
  "directory.disable_person",
  `update people set disabled_at = case when $2::boolean then coalesce(disabled_at, $3::bigint) end where person_id = $1 returning person_id`,
);

export interface WholePersonRow {
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  readonly created_at: number;
  readonly signed_in_at: number | null;
  readonly is_disabled: boolean;
  readonly passkeys: number;
  /** JSON: `[{"sellerId": 1001, "sellerName": "Loja", "role": "stock", "disabled": false}]`; seller 0 is the marketplace. */
  readonly memberships: string;
}
/** A person and everywhere they work. Indexes: people_pkey, memberships_pkey, sellers_pkey, passkeys_of_person. */
export const findWholePerson = statement<WholePersonRow>(
  "directory.find_whole_person",
  `select p.person_id, p.email, p.name, p.created_at, p.signed_in_at, p.disabled_at is not null as is_disabled,
          (select count(*) from passkeys k where k.person_id = p.person_id) as passkeys,
          (select coalesce(json_agg(json_build_object('sellerId', m.seller_id, 'role', m.role, 'sellerName', l.name,
                                                      'disabled', m.disabled_at is not null) order by m.seller_id), '[]')
             from memberships m left join sellers l on l.seller_id = m.seller_id where m.person_id = p.person_id)::text as memberships
     from people p where p.person_id = $1`,
);
