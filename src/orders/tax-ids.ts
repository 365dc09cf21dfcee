/**
 * CPF and CNPJ, the latter with letters as Receita Federal issues them since July 2026 (IN RFB 2229/2024). They are texts and
 * never numbers: zeros lead, and nothing but punctuation is ever taken out of one (domain 1.1).
 */
const CPF = /^[0-9]{11}$/;
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
/** Characters of a CNPJ that name the company; the others name one of its establishments. */
const CNPJ_ROOT_LENGTH = 8;

/** 11 digits, both check digits right, not one digit eleven times (which the arithmetic lets pass). */
export const isCpf = (text: string): boolean => CPF.test(text) && !ONE_CHARACTER.test(text) && text === withCpfDigits(text.slice(0, 9));

/** 12 digits or capital letters and 2 right check digits, not one digit fourteen times. */
export const isCnpj = (text: string): boolean => CNPJ.test(text) && !ONE_CHARACTER.test(text) && text === withCnpjDigits(text.slice(0, 12));

/** A CPF or CNPJ as it is kept: without dots, hyphens, slashes and spaces, in capital letters. */
export const normalizeTaxId = (text: string): string => asciiUpperCase(text.replace(/[.\-/\s]/g, ""));

/** The letters a to z as asciiUpperCase. No others: `toUpperCase` makes an S of ſ and two of ß. */
export const asciiUpperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** The company a CNPJ belongs to, whichever of its establishments it names: the first 8 characters. */
export const cnpjRoot = (cnpj: string): string => cnpj.slice(0, CNPJ_ROOT_LENGTH);

const ONE_CHARACTER = /^(.)\1*$/;
const CODE_OF_ZERO = 48;
/** The weights of CNPJ and access key, from the right: 2 to 9, again and again. */
const HIGHEST_WEIGHT = 9;
/** Those of a CPF never begin again. */
const HIGHEST_WEIGHT_OF_CPF = 11;

/**
 * The modulo 11 check digit that belongs behind a text of digits and capital letters. A character counts as its ASCII code
 * less 48, so a digit as itself (domain 1.1); 10 and 11 become 0.
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

/** Both check digits behind what they check: each counts the one before it. */
function withTwoDigits(text: string, highestWeight: number): string {
  const one = text + modulo11(text, highestWeight);
  return one + modulo11(one, highestWeight);
}
const withCpfDigits = (first9: string) => withTwoDigits(first9, HIGHEST_WEIGHT_OF_CPF);

/** A CNPJ from its first 12 characters: with both check digits behind them. */
export const withCnpjDigits = (first12: string): string => withTwoDigits(first12, HIGHEST_WEIGHT);

/**
 * The CNPJ of a company that is made up, from six digits of its own: valid, so that invoices can be rehearsed with it. By chance a
 * company has it, for none are kept free: never outside the sandbox.
 */
export const fakeCnpj = (digits6: string): string => withCnpjDigits(`91${digits6}0001`);

/** A source of chance: numbers in [0, 1). */
type Chance = () => number;
const DIGITS = "0123456789";

const pick = (chance: Chance, characters: string) => characters[Math.floor(chance() * characters.length)]!;
const pickMany = (chance: Chance, characters: string, count: number) =>
  Array.from({ length: count }, () => pick(chance, characters)).join("");

/** A valid CPF, for simulated shoppers. Whatever chance says, its digits are not all the same. */
export function fakeCpf(chance: Chance): string {
  const first = pick(chance, DIGITS);
  const second = pick(chance, DIGITS.replace(first, ""));
  return withCpfDigits(first + second + pickMany(chance, DIGITS, 7));
}
