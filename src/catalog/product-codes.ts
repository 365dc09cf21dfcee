/** The standards of product codes that end in a check digit. */
export type CodeStandard = "GTIN-8" | "GTIN-12" | "GTIN-13" | "GTIN-14" | "ISBN-13" | "ISBN-10";

/** A code that has the form of one of the standards, whether its check digit is right or not. The form decides the standard. */
export interface ProductCode {
  readonly standard: CodeStandard;
  /** Correct check digit, computed from the other characters. `X` means ten. */
  readonly expected: string;
  /** Whether the code consists only of zeros. Some systems send zeros when they have no code. */
  readonly isZeros: boolean;
  /** Whether the code ends in `expected` and does not consist only of zeros. */
  readonly isRight: boolean;
}

/**
 * The standards, each with its form and the function that computes its check digit. The first form that matches is used, so narrower forms
 * come first. 978 and 979 are prefixes of books, except 9790, which is printed music (ISO 2108, ISO 10957).
 */
const STANDARDS: readonly (readonly [CodeStandard, form: RegExp, digitOf: (digits: string) => string])[] = [
  ["ISBN-10", /^\d{9}[\dX]$/, isbn10Digit],
  ["ISBN-13", /^97(?:8\d|9[1-9])\d{9}$/, gtinDigit],
  ["GTIN-8", /^\d{8}$/, gtinDigit],
  ["GTIN-12", /^\d{12}$/, gtinDigit],
  ["GTIN-13", /^\d{13}$/, gtinDigit],
  ["GTIN-14", /^\d{14}$/, gtinDigit],
];

const ONLY_ZEROS = /^0+$/;
/** Spaces, hyphens, and the dashes that word processors put in place of hyphens. */
const SEPARATORS = /[\s\p{Pd}\u2212]/gu;

/** Reads a code and ignores hyphens and spaces. Undefined when the code does not have the form of any standard. */
export function readProductCode(text: string): ProductCode | undefined {
  const code = text.replace(SEPARATORS, "").toUpperCase();
  const found = STANDARDS.find(([, form]) => form.test(code));
  if (found === undefined) return undefined;
  const [standard, , digitOf] = found;
  const expected = digitOf(code.slice(0, -1));
  const isZeros = ONLY_ZEROS.test(code);
  return { standard, expected, isZeros, isRight: code.endsWith(expected) && !isZeros };
}

/**
 * The check digit of GS1 codes. The digits have the weights 3 and 1, alternating from the right. The check digit brings their weighted sum up
 * to a multiple of 10.
 */
function gtinDigit(digits: string): string {
  const sum = weightedSum(digits, (position) => ((digits.length - position) % 2 === 1 ? 3 : 1));
  return String((10 - (sum % 10)) % 10);
}

/**
 * The check digit of ISBN-10 (ISO 2108). The digits have the weights 10 to 2, from the left. The check digit brings their weighted sum
 * up to a multiple of 11; ten is written X.
 */
function isbn10Digit(digits: string): string {
  const sum = weightedSum(digits, (position) => 10 - position);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

const weightedSum = (digits: string, weightAt: (position: number) => number) =>
  digits.split("").reduce((sum, digit, position) => sum + Number(digit) * weightAt(position), 0);
