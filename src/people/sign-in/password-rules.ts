import { type Failure, text } from "../../platform/contract/index.ts";
import { peopleErrors } from "../errors.ts";
import { COMMON_PASSWORDS, COMMON_WORDS } from "./known-passwords.ts";

/** Characters (code points) of the shortest password that somebody may choose. Length is all that is asked for (NIST 800-63B). */
const PASSWORD_MIN = 12;
const PASSWORD_MAX = 256;

/** A password in a body. */
export const passwordField = text({
  maxLength: PASSWORD_MAX,
  secret: true,
  description: `Senha: ${PASSWORD_MIN} caracteres ou mais, quaisquer.`,
  examples: ["quatro palavras sem relação"],
});

/** Why somebody may not choose a password; undefined when they may. `pointer` is its place in the body. */
export function passwordFailure(
  password: string,
  owner: { readonly email: string; readonly name: string },
  pointer = "/password",
): Failure | undefined {
  const { length } = Array.from(password);
  const facts = { pointer, received: length, allowed: PASSWORD_MIN };
  if (length < PASSWORD_MIN) return peopleErrors.failure("password_short", facts);
  const plain = reduced(password);
  if (isCommon(plain)) return peopleErrors.failure("password_common", { pointer });
  const own = [owner.email, owner.email.split("@")[0]!, owner.name].map(reduced);
  return own.includes(plain) || own.includes(withoutNumbers(plain)) ? peopleErrors.failure("password_personal", { pointer }) : undefined;
}

/** Letters and digits alone, without accents, in lower case. */
const reduced = (value: string): string =>
  value
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
const withoutNumbers = (plain: string): string => plain.replaceAll(/^\d+|\d+$/g, "");

const DISTINCT_MIN = 4;
/** Whether a password is a known one, hardly more than one word of the first that are tried, a row of keys, or a repetition. */
function isCommon(plain: string): boolean {
  if (COMMON_PASSWORDS.has(plain) || new Set(plain).size < DISTINCT_MIN) return true;
  const rest = withoutNumbers(plain);
  return COMMON_WORDS.has(rest) || COMMON_PASSWORDS.has(rest) || isRepeated(plain) || isRow(plain);
}

/** `abcdefabcdef`: a part of up to half of the length, again and again. */
const isRepeated = (plain: string): boolean => (plain + plain).indexOf(plain, 1) < plain.length;

const ROWS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiopasdfghjklzxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "qazwsxedcrfvtgbyhnujmikolp",
];
const isRow = (plain: string): boolean => ROWS.some((row) => row.includes(plain) || row.split("").toReversed().join("").includes(plain));
