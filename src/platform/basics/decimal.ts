/**
 * Exact decimals (decisions 1.6). A double preserves a decimal of at most 15 significant digits: the shortest text of the double is then the
 * decimal itself. Money is calculated in whole cents.
 */
const MOST_DIGITS = 15;
/** Maximum length of a number in characters. Longer numbers do not occur in practice and are refused before they cost time. */
const LONGEST_NUMBER = 100;
/** The smallest normal double. Doubles closer to zero preserve fewer digits. */
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/**
 * Whether a double certainly preserves the number in `text`, which is a JSON number or a plain decimal: it is zero, or it has at most 15
 * significant digits and is neither too large nor too small for a normal double. False for a text of more than `LONGEST_NUMBER` characters.
 */
export function isExactNumber(text: string): boolean {
  if (text.length <= MOST_DIGITS && !/e/i.test(text)) return true;
  if (text.length > LONGEST_NUMBER) return false;
  const digits = text
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
  if (digits === "") return true;
  const size = Math.abs(Number(text));
  return digits.length <= MOST_DIGITS && size >= SMALLEST_NORMAL && size <= Number.MAX_VALUE;
}

/** Converts a finite number to plain decimal text without an exponent: `1e-7` becomes `0.0000001`. */
export function decimalText(value: number): string {
  const text = String(value);
  const [mantissa, exponent] = text.split("e");
  if (exponent === undefined) return text;
  const [, sign, whole, fraction = ""] = /^(-?)(\d)(?:\.(\d+))?$/.exec(mantissa!)!;
  const shift = Number(exponent);
  if (shift > 0) return sign! + whole! + fraction.padEnd(shift, "0");
  return `${sign}0.${"0".repeat(-shift - 1)}${whole}${fraction}`;
}

/** The number of digits after the decimal point: 2 for 12.34, 1 for 12.5, 0 for 12. */
export function scaleOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = decimalText(value);
  return text.length - text.indexOf(".") - 1;
}

/**
 * Converts an amount to whole cents, exactly: 12.5 becomes 1250. Throws when the amount has more than 2 decimals, and when its cents are not
 * a safe integer.
 */
export function toCents(value: number): number {
  const [whole = "", fraction = ""] = decimalText(value).split(".");
  const cents = Number(whole + fraction.padEnd(2, "0"));
  if (fraction.length > 2 || !Number.isSafeInteger(cents)) throw new RangeError(`${value} is no exact amount in cents`);
  return cents;
}

/**
 * Converts whole cents to the amount used in JSON: 1250 becomes 12.5. The quotient is the double nearest to the decimal, so its text is
 * exact up to 15 digits. Throws when `cents` is not a safe integer.
 */
export function fromCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents`);
  return cents / 100;
}
