import { statement } from "../../platform/database/index.ts";

/** Keeps a challenge until it is answered, or expires at $3. $2 = whose new passkey it is for; null = somebody signs in. */
export const insertChallenge = statement<never>(
  "passkeys.insert_challenge",
  `insert into passkey_challenges (challenge_hash, person_id, expires_at) values ($1, $2, $3)`,
);
/** Takes a challenge, so that it serves once. Index: passkey_challenges_pkey. */
export const takeChallenge = statement<{ person_id: string | null; expires_at: number }>(
  "passkeys.take_challenge",
  `delete from passkey_challenges where challenge_hash = $1 returning person_id, expires_at`,
);
/** Deletes challenges that nobody answered. Index: passkey_challenges_expiring. */
export const deleteChallenges = statement<never>("passkeys.delete_challenges", `delete from passkey_challenges where expires_at < $1`);

export interface KnownPasskeyRow {
  readonly passkey_id: string;
  readonly credential_id: string;
  readonly person_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly rp_id: string;
}
/** The passkey that an authenticator names, of a person who may sign in. Index: passkeys_credential_id_key. */
export const findPasskey = statement<KnownPasskeyRow>(
  "passkeys.find_passkey",
  `select k.passkey_id, k.credential_id, k.person_id, k.public_key, k.counter, k.rp_id
     from passkeys k join people p on p.person_id = k.person_id where k.credential_id = $1 and p.disabled_at is null`,
);
/** Notes a use of a passkey, with the counter that its authenticator told. Index: passkeys_pkey. */
export const notePasskeyUse = statement<{ passkey_id: string }>(
  "passkeys.note_passkey_use",
  `update passkeys set counter = $2, last_used_at = $3 where passkey_id = $1 returning passkey_id`,
);
/** Inserts a passkey, unless somebody has it. */
export const insertPasskey = statement<{ passkey_id: string }>(
  "passkeys.insert_passkey",
  `insert into passkeys (passkey_id, credential_id, person_id, public_key, counter, transports, rp_id, name, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning passkey_id`,
);

export interface PasskeyRow {
  readonly passkey_id: string;
  readonly credential_id: string;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}
/** The passkeys of a person, the oldest first. Index: passkeys_of_person. */
export const listPasskeys = statement<PasskeyRow>(
  "passkeys.list_passkeys",
  `select passkey_id, credential_id, name, created_at, last_used_at from passkeys where person_id = $1 order by created_at, passkey_id limit 100`,
);
/** Deletes a passkey of a person. Index: passkeys_pkey. */
export const deletePasskey = statement<{ passkey_id: string }>(
  "passkeys.delete_passkey",
  `delete from passkeys where passkey_id = $1 and person_id = $2 returning passkey_id`,
);
/** Deletes all passkeys of a person. Index: passkeys_of_person. */
export const deletePasskeys = statement<{ passkey_id: string }>(
  "passkeys.delete_passkeys",
  `delete from passkeys where person_id = $1 returning passkey_id`,
);
