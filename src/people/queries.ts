import { statement } from "../platform/database/index.ts";

export interface SessionRow {
  readonly session_id: string;
  readonly person_id: string;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly expires_at: number;
  readonly rotation_due: boolean;
  /** Whether the token is the session's current one, and not the one before it. */
  readonly is_current: boolean;
  readonly email: string;
  readonly name: string;
  readonly language: "pt-BR" | "en";
  /** JSON: `[{"sellerId": 1001, "sellerName": "Loja", "suspended": false, "role": "stock"}]`; seller 0 is the marketplace. */
  readonly memberships: string;
}
/** The session of a token, with the person and what they may. Indexes: sessions_token_hash_key, sessions_by_previous_token, memberships_pkey. */
export const findSession = statement<SessionRow>(
  "people.find_session",
  `select s.session_id, s.person_id, s.created_at, s.last_seen_at, s.expires_at, s.rotation_due, s.token_hash = $1 as is_current,
          p.email, p.name, p.language,
          (select coalesce(json_agg(json_build_object('sellerId', m.seller_id, 'role', m.role, 'sellerName', l.name,
                                                      'suspended', l.status = 'suspended') order by m.seller_id), '[]')
             from memberships m left join sellers l on l.seller_id = m.seller_id
            where m.person_id = s.person_id and m.disabled_at is null)::text as memberships
     from sessions s join people p on p.person_id = s.person_id
    where (s.token_hash = $1 or (s.previous_hash = $1 and s.previous_until > now())) and s.ended_at is null and p.disabled_at is null`,
);

/** Begins a session. */
export const insertSession = statement<{ session_id: string }>(
  "people.insert_session",
  `insert into sessions (session_id, token_hash, person_id, created_at, last_seen_at, expires_at, way, address, agent)
   values ($1, $2, $3, $4, $4, $5, $6, $7, $8) returning session_id`,
);
/** Ends a session of a person. Index: sessions_pkey. */
export const endSession = statement<{ session_id: string }>(
  "people.end_session",
  `update sessions set ended_at = $3 where session_id = $1 and person_id = $2 and ended_at is null returning session_id`,
);
/** Ends the session of a token, whoever it belongs to. Index: sessions_token_hash_key. */
export const endSessionOfToken = statement<{ session_id: string }>(
  "people.end_session_of_token",
  `update sessions set ended_at = $2 where token_hash = $1 and ended_at is null returning session_id`,
);
/** Ends all sessions of a person except $2. Index: sessions_of_person. */
export const endOtherSessions = statement<{ session_id: string }>(
  "people.end_other_sessions",
  `update sessions set ended_at = $3 where person_id = $1 and session_id <> $2 and ended_at is null returning session_id`,
);
/** Gives a session another token; the one before it serves for $3 seconds more. Index: sessions_pkey. */
export const replaceToken = statement<{ session_id: string }>(
  "people.replace_token",
  `update sessions set previous_hash = token_hash, previous_until = now() + make_interval(secs => $3), token_hash = $2, rotation_due = false
    where session_id = $1 and ended_at is null returning session_id`,
);
/** The same for a session whose rights have changed, unless another call has done it. Index: sessions_token_hash_key. */
export const replaceDueToken = statement<{ session_id: string }>(
  "people.replace_due_token",
  `update sessions set previous_hash = token_hash, previous_until = now() + make_interval(secs => $3), token_hash = $2, rotation_due = false
    where token_hash = $1 and rotation_due and ended_at is null returning session_id`,
);
/** Has every session of a person get another token with its next call. Index: sessions_of_person. */
export const makeRotationDue = statement<{ session_id: string }>(
  "people.make_rotation_due",
  `update sessions set rotation_due = true where person_id = $1 and ended_at is null returning session_id`,
);
/** Notes when sessions were used. Index: sessions_pkey. */
export const noteSessions = statement<{ session_id: string }>(
  "people.note_sessions",
  `update sessions s set last_seen_at = greatest(s.last_seen_at, i.at)
     from unnest($1::text[], $2::bigint[]) as i(session_id, at) where s.session_id = i.session_id returning s.session_id`,
);
export interface ListedSessionRow {
  readonly session_id: string;
  readonly created_at: number;
  readonly last_seen_at: number;
  readonly expires_at: number;
  readonly way: "password" | "passkey" | "invitation";
  readonly address: string;
  readonly agent: string;
}
/** The live sessions of a person, the newest first. $2 = now, $3 = last use of those that have not idled for too long. Index: sessions_of_person. */
export const listSessions = statement<ListedSessionRow>(
  "people.list_sessions",
  `select session_id, created_at, last_seen_at, expires_at, way, address, agent from sessions
    where person_id = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3 order by created_at desc, session_id limit 100`,
);
/** Deletes sessions that expired before $1, which jobs and logs may name until then. Index: sessions_expiring. */
export const deleteSessions = statement<never>("people.delete_sessions", `delete from sessions where expires_at < $1`);

export interface PersonRow {
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  readonly language: "pt-BR" | "en";
  readonly password_hash: string | null;
  readonly code_secret: Buffer | null;
  readonly code_since: number | null;
  readonly code_step: number | null;
  readonly disabled_at: number | null;
}
/** A person, and how many passkeys they have. */
export interface CountedPersonRow extends PersonRow {
  readonly passkeys: number;
}
/** A person by e-mail. Index: people_email_key. */
export const findPersonByEmail = statement<PersonRow>(
  "people.find_person_by_email",
  `select person_id, email, name, language, password_hash, code_secret, code_since, code_step, disabled_at from people where email = $1`,
);
/** A person. Index: people_pkey. */
export const findPerson = statement<CountedPersonRow>(
  "people.find_person",
  `select person_id, email, name, language, password_hash, code_secret, code_since, code_step, disabled_at,
          (select count(*) from passkeys k where k.person_id = people.person_id) as passkeys
     from people where person_id = $1`,
);
/** The names of people. Index: people_pkey. */
export const findNames = statement<{ person_id: string; name: string }>(
  "people.find_names",
  `select person_id, name from people where person_id = any ($1)`,
);
/** Locks a person, whose ways to sign in are about to change. Index: people_pkey. */
export const lockPerson = statement<{ password_hash: string | null }>(
  "people.lock_person",
  `select password_hash from people where person_id = $1 for update`,
);
/** Inserts somebody, unless the e-mail is somebody's. */
export const insertPerson = statement<{ person_id: string }>(
  "people.insert_person",
  `insert into people (person_id, email, name, language, password_hash, created_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (email) do nothing returning person_id`,
);
/** Changes the name and the language; null leaves a column as it is. Index: people_pkey. */
export const changePerson = statement<{ person_id: string }>(
  "people.change_person",
  `update people set name = coalesce($2, name), language = coalesce($3, language) where person_id = $1 returning person_id`,
);
/** Sets a password. Index: people_pkey. */
export const setPassword = statement<{ person_id: string }>(
  "people.set_password",
  `update people set password_hash = $2 where person_id = $1 returning person_id`,
);
/** Notes that somebody signed in. Index: people_pkey. */
export const noteSignIn = statement<{ person_id: string }>(
  "people.note_sign_in",
  `update people set signed_in_at = $2 where person_id = $1 and disabled_at is null returning person_id`,
);
/** Takes the code of a step, unless it or a later one was taken. Index: people_pkey. */
export const takeCode = statement<{ person_id: string }>(
  "people.take_code",
  `update people set code_step = $2 where person_id = $1 and (code_step is null or code_step < $2) returning person_id`,
);

/** Lets a person work for a seller, or for the marketplace (seller 0); again, with another role. Index: memberships_pkey. */
export const insertMembership = statement<{ person_id: string }>(
  "people.insert_membership",
  `insert into memberships (person_id, seller_id, role, created_at) values ($1, $2, $3, $4)
   on conflict (person_id, seller_id) do update set role = excluded.role, disabled_at = null returning person_id`,
);

/**
 * The callers among sessions $1 and sellers $2 who may no longer call. If `live` is true, the session and the membership are valid but the seller is
 * suspended. $3 = now, $4 = last use of sessions that have not idled for too long. Indexes: sessions_pkey, memberships_pkey, sellers_pkey.
 */
export const findEndedCallers = statement<{ nth: number; live: boolean }>(
  "people.find_ended_callers",
  `select i.nth::int as nth, l.person_id is not null as live
     from unnest($1::text[], $2::bigint[]) with ordinality as i(session_id, seller_id, nth)
     left join lateral (
       select p.person_id, o.status
         from sessions s
         join people p on p.person_id = s.person_id
         join memberships m on m.person_id = s.person_id and m.seller_id = i.seller_id
         join sellers o on o.seller_id = m.seller_id
        where s.session_id = i.session_id and s.ended_at is null and s.expires_at > $3 and s.last_seen_at > $4
          and p.disabled_at is null and m.disabled_at is null) l on true
    where l.person_id is null or l.status = 'suspended'`,
);
/** Whether a session lives whose person works for the marketplace. $2 and $3 as above. Index: sessions_pkey. */
export const isOperatorSessionLive = statement<{ session_id: string }>(
  "people.is_operator_session_live",
  `select s.session_id from sessions s
     join people p on p.person_id = s.person_id
     join memberships m on m.person_id = s.person_id and m.seller_id = 0
    where s.session_id = $1 and s.ended_at is null and s.expires_at > $2 and s.last_seen_at > $3
      and p.disabled_at is null and m.disabled_at is null`,
);
/** Who asked for something in a session, ended or not, and what they may for the seller now. Indexes: sessions_pkey, memberships_pkey. */
export const findSenderBySession = statement<{ person_id: string; role: string; suspended: boolean }>(
  "people.find_sender_by_session",
  `select s.person_id, m.role, o.status = 'suspended' as suspended
     from sessions s
     join people p on p.person_id = s.person_id
     join memberships m on m.person_id = s.person_id and m.seller_id = $2
     join sellers o on o.seller_id = m.seller_id
    where s.session_id = $1 and p.disabled_at is null and m.disabled_at is null`,
);
