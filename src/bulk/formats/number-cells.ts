/** The character that separates the decimals of a file's numbers. */
export type DecimalMark = "," | ".";

/** A number that can be read in two ways: with the mark as thousands separator, or as decimal mark. */
export interface AmbiguousNumber {
  readonly thousands: string;
  readonly decimal: string;
  /** The decimal reading, written so that it can be read in one way only. */
  readonly exact: string;
}

const WHOLE = /^-?\d+$/;
const ONE_MARK = /^(-?)(\d+)([.,])(\d+)$/;
const BRAZILIAN = /^-?\d{1,3}(?:\.\d{3})+,\d+$/;
const AMERICAN = /^-?\d{1,3}(?:,\d{3})+\.\d+$/;
const GROUPS_ONLY = /^-?\d{1,3}(?:\.\d{3}){2,}$|^-?\d{1,3}(?:,\d{3}){2,}$/;
const CURRENCY = /^(-?)\s*R\$\s*/i;
const DIGITS_OF_GROUP = 3;

const withoutCurrency = (cell: string) => cell.trim().replace(CURRENCY, "$1");

/**
 * Reads a decimal as people write it: `89,90`, `1.234,50`, `R$ 89,90`, `89.90`. Returns plain decimal text, or both readings of a number whose
 * mark may separate thousands. In a file with `mark`, that mark is always the decimal one. Undefined when the cell is no number.
 */
export function readDecimal(cell: string, mark: DecimalMark): string | AmbiguousNumber | undefined {
  const text = withoutCurrency(cell);
  if (WHOLE.test(text)) return text;
  if (BRAZILIAN.test(text)) return text.replaceAll(".", "").replace(",", ".");
  if (AMERICAN.test(text)) return text.replaceAll(",", "");
  if (GROUPS_ONLY.test(text)) return text.replaceAll(/[.,]/g, "");
  const parts = ONE_MARK.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", found = "", fraction = ""] = parts;
  const decimal = `${sign}${whole}.${fraction}`;
  return found !== mark && mayBeThousands(whole, fraction)
    ? { thousands: `${sign}${whole}${fraction}`, decimal, exact: `${decimal}0` }
    : decimal;
}

/**
 * Reads a whole number: `25`, `25,0`, `1.234.567`. `1.000` is ambiguous in every file. Any other text is returned unchanged, for the check of
 * the field to refuse.
 */
export function readInteger(cell: string): string | AmbiguousNumber {
  const text = cell.trim();
  if (GROUPS_ONLY.test(text)) return text.replaceAll(/[.,]/g, "");
  const parts = ONE_MARK.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", , fraction = ""] = parts;
  const isWhole = /^0+$/.test(fraction);
  const decimal = isWhole ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
  if (mayBeThousands(whole, fraction))
    return { thousands: `${sign}${whole}${fraction}`, decimal, exact: isWhole ? decimal : `${decimal}0` };
  return isWhole ? decimal : text;
}

/** Whether a mark between these digits may separate thousands: three digits follow it, and one to three precede it. */
const mayBeThousands = (whole: string, fraction: string): boolean =>
  fraction.length === DIGITS_OF_GROUP && whole.length <= DIGITS_OF_GROUP && !whole.startsWith("0");

/** The decimal mark that the unambiguous numbers among the cells have. Undefined when there are none, or they differ. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | undefined {
  const marks = new Set<DecimalMark>();
  for (const cell of cells) {
    const text = withoutCurrency(cell);
    const parts = ONE_MARK.exec(text);
    if (BRAZILIAN.test(text)) marks.add(",");
    else if (AMERICAN.test(text)) marks.add(".");
    else if (parts !== null && !mayBeThousands(parts[2]!, parts[4]!)) marks.add(parts[3] as DecimalMark);
  }
  return marks.size === 1 ? [...marks][0] : undefined;
}
