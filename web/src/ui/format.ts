const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** A count with the language's separators: `2.192`. */
export const formatCount = (count: number, language: string): string => numberFormat(language, {}).format(count);

/** Reais with two decimals: `R$ 1.234,56`. The space never breaks. */
export const formatMoney = (reais: number, language: string): string =>
  numberFormat(language, { style: "currency", currency: "BRL" }).format(reais);

/** Date and time to the second, with the zone. */
export const formatExactly = (at: number, language: string): string =>
  dateFormat(language, { dateStyle: "full", timeStyle: "long" }).format(at);

/** Day and month, and the year when it is not this one: `27 de novembro`. */
function formatDay(at: number, now: number, language: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return dateFormat(language, { day: "numeric", month: isThisYear ? "long" : "short", ...(isThisYear ? {} : { year: "numeric" }) }).format(
    at,
  );
}

const UNITS = [
  { unit: "minute", ms: 60_000, most: 60 },
  { unit: "hour", ms: 3_600_000, most: 24 },
  { unit: "day", ms: 86_400_000, most: 7 },
] as const;
const JUST_NOW_MS = 60_000;

/** `há 5 min`, `em 2 h`, `há 3 dias`; from a week on the day itself. */
export function formatRelatively(at: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  if (Math.abs(at - now) < JUST_NOW_MS) return format.format(0, "second");
  const row = UNITS.find(({ ms, most }) => Math.round(Math.abs(at - now) / ms) < most);
  if (row === undefined) return formatDay(at, now, language);
  // Abbreviations go without their full stops: the sentence goes on.
  return format.format(Math.round((at - now) / row.ms), row.unit).replaceAll(".", "");
}

const SHORT_UNITS = [
  { unit: "minute", ms: 60_000, most: 60 },
  { unit: "hour", ms: 3_600_000, most: 72 },
  { unit: "day", ms: 86_400_000, most: Number.POSITIVE_INFINITY },
] as const;

/** `47 h`, `3 d`, `-20 min`: how far away something is, where there is room for a word and no more. */
export function formatShortly(at: number, now: number, language: string): string {
  const row = SHORT_UNITS.find(({ ms, most }) => Math.round(Math.abs(at - now) / ms) < most)!;
  const format = new Intl.NumberFormat(language, { style: "unit", unit: row.unit, unitDisplay: row.unit === "day" ? "narrow" : "short" });
  return format.format(Math.round((at - now) / row.ms));
}

/** A text as it is compared: without accents, in lower case. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .trim();

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + (options.style ?? "");
  const format = numbers.get(key) ?? new Intl.NumberFormat(language, options);
  numbers.set(key, format);
  return format;
}

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language, options);
  dates.set(key, format);
  return format;
}
