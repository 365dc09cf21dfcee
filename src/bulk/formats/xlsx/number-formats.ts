import { isoDay } from "../../../platform/basics/index.ts";

/** How a cell's number is shown, as far as that changes what it means: a date, a time, or digits with leading zeros. */
export type NumberFormat = { readonly shows: "number" | "date" | "time" } | { readonly shows: "digits"; readonly count: number };

const NUMBER: NumberFormat = { shows: "number" };
/** The built-in formats that show dates or times (ECMA-376 18.8.30). */
const BUILT_IN_DATES: readonly (readonly [from: number, to: number, shows: "date" | "time"])[] = [
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "date"],
  [27, 36, "date"],
  [45, 47, "time"],
  [50, 58, "date"],
];
/** Parts of a format code that are not about digits or dates: texts, colours, escaped and padding characters. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;
const ONLY_ZEROS = /^0{2,}$/;

/** What a format shows, by its id and its code. Only the code's first section counts: it is the one of positive numbers. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    const found = BUILT_IN_DATES.find(([from, to]) => id >= from && id <= to);
    return found ? { shows: found[2] } : NUMBER;
  }
  const bare = code.split(";", 1)[0]!.replace(LITERALS, "").toLowerCase();
  if (bare.includes("general")) return NUMBER;
  if (ONLY_ZEROS.test(bare)) return { shows: "digits", count: bare.length };
  if (/[dy]/.test(bare)) return { shows: "date" };
  if (/[hs]/.test(bare)) return { shows: "time" };
  return bare.includes("m") ? { shows: "date" } : NUMBER;
}

const DAY_SECONDS = 86_400;
/** Days from 1970 to the day 0 of each calendar of spreadsheets. */
const DAY_ZERO = { 1900: -25_569, 1904: -24_107 } as const;
/** Spreadsheets count 29 February 1900, which did not exist, as day 60. */
const FIRST_RIGHT_DAY = 60;
/** The last day that spreadsheets know: 31 December 9999. */
const LAST_DAY = 2_958_465;

/**
 * A cell's number as its format shows it: an ISO date, with the time if it has one, a time, or digits with leading zeros. A number that no date
 * has stays a number.
 */
export function formattedNumber(value: number, format: NumberFormat, calendar: 1900 | 1904): number | string {
  if (format.shows === "number") return value;
  if (format.shows === "digits") return Number.isInteger(value) && value >= 0 ? String(value).padStart(format.count, "0") : value;
  if (!(value >= 0 && value <= LAST_DAY)) return value;
  const seconds = Math.round(value * DAY_SECONDS);
  const [days, rest] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  const time = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60].map((part) => String(part).padStart(2, "0")).join(":");
  if (format.shows === "time" && days === 0) return time;
  const shift = calendar === 1900 && days < FIRST_RIGHT_DAY ? 1 : 0;
  const day = isoDay(days + DAY_ZERO[calendar] + shift);
  return rest === 0 ? day : `${day}T${time}`;
}
