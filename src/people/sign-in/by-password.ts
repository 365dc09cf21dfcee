import { realNow } from "../../platform/basics/index.ts";
import type { Refusal } from "../../platform/contract/index.ts";
import { stepOfCode } from "../../platform/crypto/index.ts";
import type { PeopleContext } from "../context.ts";
import { normalizedEmail } from "../email.ts";
import { peopleErrors } from "../errors.ts";
import type { Visitor } from "../person-identity.ts";
import { findPersonByEmail, type PersonRow, takeCode } from "../queries.ts";
import { CODE_SECRET } from "../second-factor/secret.ts";

/** What somebody types to sign in. */
export interface Typed {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/**
 * The person whose e-mail and password these are. Unknown people, wrong passwords, people without a password and disabled ones get the same refusal
 * after the same work.
 */
export async function personByPassword(context: PeopleContext, typed: Typed, { address }: Visitor): Promise<PersonRow | Refusal> {
  const { db, hasher, attempts } = context;
  const email = normalizedEmail(typed.email);
  const tooMany = attempts.count(address, email, realNow());
  if (tooMany !== undefined) return tooMany;
  const [row] = await db.run([], findPersonByEmail, [email]);
  const matches = await hasher.matches(typed.password, row?.password_hash ?? undefined);
  if (row === undefined || !matches || row.disabled_at !== null) return peopleErrors.refuse("sign_in_refused");
  return (await codeRefusal(context, row, typed.code)) ?? row;
}

/** The refusal of the second factor; undefined when it is right, or not asked for. A code serves once. */
async function codeRefusal({ db, keys }: PeopleContext, row: PersonRow, code: string | undefined): Promise<Refusal | undefined> {
  if (row.code_secret === null || row.code_since === null) return undefined;
  if (code === undefined) return peopleErrors.refuse("code_required", { pointer: "/code" });
  const secret = keys.open(row.code_secret, [CODE_SECRET, row.person_id]);
  const step = stepOfCode(secret, code, realNow(), row.code_step ?? 0);
  const [taken] = step === undefined ? [] : await db.run([], takeCode, [row.person_id, step]);
  return taken ? undefined : peopleErrors.refuse("code_wrong", { pointer: "/code" });
}
