/** The standards of product codes that end in a check digit. */
export type CodeStandard = "GTIN-8" | "GTIN-12" | "GTIN-13" | "GTIN-14" | "ISBN-13" | "ISBN-10";

/** A code of one of the standards, valid or not. Its form decides which standard. */
export interface ProductCode {
  readonly standard: CodeStandard;
  /** The check digit that follows from the other characters; `X` is ten. */
  readonly expected: string;
  /** Whether it consists of zeros, which some systems send when they have no code. */
  readonly isZeros: boolean;
  /** Whether it ends in that digit and does not consist of zeros. */
  readonly isRight: boolean;
}

/** Narrower forms first. 978 and 979 are prefixes of books, except 9790, which is printed music (ISO 2108, ISO 10957). */
const STANDARDS: readonly (readonly [CodeStandard, form: RegExp, digitOf: (digits: string) => string])[] = [
  ["ISBN-10", /^\d{9}[\dX]$/, isbn10Digit],
  ["ISBN-13", /^97(?:8\d|9[1-9])\d{9}$/, gtinDigit],
  ["GTIN-8", /^\d{8}$/, gtinDigit],
  ["GTIN-12", /^\d{12}$/, gtinDigit],
  ["GTIN-13", /^\d{13}$/, gtinDigit],
  ["GTIN-14", /^\d{14}$/, gtinDigit],
];

const ONLY_ZEROS = /^0+$/;
/** Spaces, hyphens and the dashes that word processors make of them. */
const SEPARATORS = /[\s\p{Pd}\u2212]/gu;

/** Reads a code, ignoring hyphens and spaces; undefined for a code of no standard, which has no check digit. */
export function readProductCode(text: string): ProductCode | undefined {
  const code = text.replace(SEPARATORS, "").toUpperCase();
  const found = STANDARDS.find(([, form]) => form.test(code));
  if (found === undefined) return undefined;
  const [standard, , digitOf] = found;
  const expected = digitOf(code.slice(0, -1));
  const isZeros = ONLY_ZEROS.test(code);
  return { standard, expected, isZeros, isRight: code.endsWith(expected) && !isZeros };
}

/** Weights 3 and 1 alternating from the right, rounded up to the next ten (GS1). */
function gtinDigit(digits: string): string {
  const sum = weightedSum(digits, (position) => ((digits.length - position) % 2 === 1 ? 3 : 1));
  return String((10 - (sum % 10)) % 10);
}

/** Weights 10 to 2 from the left, rounded up to the next multiple of 11; ten is written X (ISO 2108). */
function isbn10Digit(digits: string): string {
  const sum = weightedSum(digits, (position) => 10 - position);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? "X" : String(digit);
}

const weightedSum = (digits: string, weightAt: (position: number) => number) =>
  digits.split("").reduce((sum, digit, position) => sum + Number(digit) * weightAt(position), 0);
