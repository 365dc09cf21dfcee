/**
 * CPF and CNPJ. A CNPJ may have letters, as Receita Federal issues them since July 2026 (IN RFB 2229/2024). Both are texts, never numbers:
 * leading zeros are significant, and only punctuation is ever removed.
 */
const CPF = /^[0-9]{11}$/;
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
/** Length of the part of a CNPJ that identifies the company; the rest identifies one of its establishments. */
const CNPJ_ROOT_LENGTH = 8;

/** Whether a text is a CPF: 11 digits with valid check digits. One digit repeated 11 times has valid check digits, but is not a CPF. */
export const isCpf = (text: string): boolean => CPF.test(text) && !ONE_CHARACTER.test(text) && text === withCpfDigits(text.slice(0, 9));

/** Whether a text is a CNPJ: 12 digits or capital letters, then 2 valid check digits. One digit repeated 14 times is not a CNPJ. */
export const isCnpj = (text: string): boolean => CNPJ.test(text) && !ONE_CHARACTER.test(text) && text === withCnpjDigits(text.slice(0, 12));

/** A CPF or CNPJ as it is stored: without dots, hyphens, slashes and spaces, in capital letters. */
export const normalizeTaxId = (text: string): string => asciiUpperCase(text.replace(/[.\-/\s]/g, ""));

/** Turns a to z into capitals and leaves other letters unchanged: `toUpperCase` would turn ſ into S and ß into SS. */
export const asciiUpperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** The first 8 characters of a CNPJ, which identify the company. */
export const cnpjRoot = (cnpj: string): string => cnpj.slice(0, CNPJ_ROOT_LENGTH);

const ONE_CHARACTER = /^(.)\1*$/;
const CODE_OF_ZERO = 48;
/** Highest weight for CNPJs and access keys. From the right, their weights run from 2 to 9 and then repeat. */
const HIGHEST_WEIGHT = 9;
/** Highest weight for CPFs. It is so high that the weights never repeat. */
const HIGHEST_WEIGHT_OF_CPF = 11;

/**
 * Computes the modulo 11 check digit of a text of digits and capital letters. The value of a character is its ASCII code minus 48, so a
 * digit has its own value. Results of 10 and 11 become 0.
 */
export function modulo11(text: string, highestWeight = HIGHEST_WEIGHT): string {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    const fromRight = text.length - 1 - i;
    sum += (text.charCodeAt(i) - CODE_OF_ZERO) * (2 + (fromRight % (highestWeight - 1)));
  }
  const digit = 11 - (sum % 11);
  return String(digit > 9 ? 0 : digit);
}

/** Appends both check digits. The second digit is computed from a text that includes the first. */
function withTwoDigits(text: string, highestWeight: number): string {
  const one = text + modulo11(text, highestWeight);
  return one + modulo11(one, highestWeight);
}
const withCpfDigits = (first9: string) => withTwoDigits(first9, HIGHEST_WEIGHT_OF_CPF);

/** Builds a CNPJ from its first 12 characters by appending both check digits. */
export const withCnpjDigits = (first12: string): string => withTwoDigits(first12, HIGHEST_WEIGHT);

/**
 * Builds a valid CNPJ for a made-up company from six digits. For the sandbox only: no range of CNPJs is reserved for tests, so a real
 * company may have the same CNPJ.
 */
export const fakeCnpj = (digits6: string): string => withCnpjDigits(`91${digits6}0001`);

/** A source of random numbers in [0, 1). */
type Chance = () => number;
const DIGITS = "0123456789";

const pick = (chance: Chance, characters: string) => characters[Math.floor(chance() * characters.length)]!;
const pickMany = (chance: Chance, characters: string, count: number) =>
  Array.from({ length: count }, () => pick(chance, characters)).join("");

/** A valid CPF for simulated customers. Its digits are never all the same. */
export function fakeCpf(chance: Chance): string {
  const first = pick(chance, DIGITS);
  const second = pick(chance, DIGITS.replace(first, ""));
  return withCpfDigits(first + second + pickMany(chance, DIGITS, 7));
}
