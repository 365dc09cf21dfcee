import type pg from "pg";
import type { KeyRing } from "../../src/platform/crypto/key-ring.ts";
import type { TestDatabase } from "../harness.ts";

interface SealedRow {
  readonly what: string;
  readonly place: readonly string[];
  readonly sealed: Buffer;
}

/** What of `all` does not open where it stands. */
export async function shut(ask: TestDatabase["query"], all: string, keys: KeyRing): Promise<readonly string[]> {
  const opens = ({ place, sealed }: SealedRow) => {
    try {
      return keys.open(sealed, place).length > 0;
    } catch {
      return false;
    }
  };
  const rows = await ask<SealedRow & pg.QueryResultRow>(all);
  return rows
    .filter((row) => !opens(row))

    .map(({ what }) => what);
}

/** What is sealed opens: no database can ask that. Each answers all there is, with its place. */
export const SEALED = [
  {
    name: "answers kept under a key open where they stand, with the keys of the house",
    isSealed: true,
    broken: `select format('seller %s, slot %s of day %s', seller_id, encode(slot, 'hex'), day) as what,
                    array['once.answer', seller_id::text, encode(slot, 'hex')] as place, answer as sealed
               from once`,
    plants: [
      "update once set answer = set_byte(answer, length(answer) - 1, get_byte(answer, length(answer) - 1) # 1)",
      "update once set slot = sha256(slot)",
      "update once set seller_id = seller_id + 1 where seller_id > 0",
      // Another key's id.
      "update once set answer = set_byte(answer, 2, get_byte(answer, 2) # 1)",
      "update once set answer = convert_to('{\"headers\":{}}', 'UTF8')",
    ],
  },
  {
    name: "secrets of endpoints open where they stand, with the keys of the house",
    isSealed: true,
    broken: `select format('endpoint %s of seller %s', endpoint_id, seller_id) as what,
                    array['notification_endpoints.secret', seller_id::text, endpoint_id] as place, unnest(array_remove(array[secret, previous_secret], null)) as sealed
               from notification_endpoints`,
    plants: [
      "update notification_endpoints set secret = set_byte(secret, length(secret) - 1, get_byte(secret, length(secret) - 1) # 1)",
      "update notification_endpoints set previous_secret = 'whsec_plain'",
      "update notification_endpoints set endpoint_id = endpoint_id || 'x'",
    ],
  },
] as const;
