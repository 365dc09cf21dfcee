import { withCnpjDigits } from "../../src/orders/tax-ids.ts";

const DIGITS = "0123456789";
const LETTERS_AND_DIGITS = `${DIGITS}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const ROOT_LENGTH = 8;

/** The valid CNPJ of a first establishment, by chance (numbers in [0, 1)); of digits alone, or with letters. */
export function someCnpj(chance: () => number, kind: "numeric" | "alphanumeric" = "numeric"): string {
  const characters = kind === "numeric" ? DIGITS : LETTERS_AND_DIGITS;
  const root = Array.from({ length: ROOT_LENGTH }, () => characters[Math.floor(chance() * characters.length)]!).join("");
  return withCnpjDigits(`${root}0001`);
}
