/**
 * Exact decimals (decisions 1.6). A decimal lives in a double only while it has at most 15 significant digits: then the
 * shortest text of the double is the decimal itself, and no arithmetic is done on it. Money is calculated in whole cents.
 */
const MOST_DIGITS = 15;
/** Nobody writes longer numbers; longer ones are refused before they cost time. */
const LONGEST_NUMBER = 100;
/** Doubles below this have fewer digits than others. */
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/** Whether a number written as JSON or plain decimal text is kept as written by a double, digit by digit. */
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

/** Plain decimal text without an exponent: `1e-7` reads `0.0000001`. Finite numbers only. */
export function decimalText(value: number): string {
  const text = String(value);
  const [mantissa, exponent] = text.split("e");
  if (exponent === undefined) return text;
  const [, sign, whole, fraction = ""] = /^(-?)(\d)(?:\.(\d+))?$/.exec(mantissa!)!;
  const shift = Number(exponent);
  if (shift > 0) return sign! + whole! + fraction.padEnd(shift, "0");
  return `${sign}0.${"0".repeat(-shift - 1)}${whole}${fraction}`;
}

/** How many digits a number has after its decimal point: 2 for 12.34, 1 for 12.5, 0 for 12. */
export function scaleOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = decimalText(value);
  return text.length - text.indexOf(".") - 1;
}

/** An amount of at most 2 decimals in whole cents, exactly: 12.5 is 1250. Throws on an amount that cents cannot hold. */
export function toCents(value: number): number {
  const [whole = "", fraction = ""] = decimalText(value).split(".");
  const cents = Number(whole + fraction.padEnd(2, "0"));
  if (fraction.length > 2 || !Number.isSafeInteger(cents)) throw new RangeError(`${value} is no exact amount in cents`);
  return cents;
}

/** Whole cents as the amount JSON shows: 1250 is 12.5. A quotient is the double nearest to the decimal, so its text is exact. */
export function fromCents(cents: number): number {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents`);
  return cents / 100;
}
