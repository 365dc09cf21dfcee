/**
 * The source of time. No other file reads the time of day; other code receives a `Clock` or a number of epoch milliseconds. Only durations
 * are measured elsewhere, with `performance.now()`.
 */
export interface Clock {
  /** The marketplace's time in epoch ms. In the sandbox it may differ from real time. Due times are compared with this time. */
  now(): number;
}

/** Real time in epoch ms, independent of the marketplace's clock. For rate limits, leases and signatures. */
export const realNow = (): number => Date.now();

/** A clock that shows real time. */
export const systemClock: Clock = { now: realNow };

/** The time zone of date-times that name none, and of every date-time in answers (decisions 1.7). */
const ZONE = "America/Sao_Paulo";
const MINUTE_MS = 60_000;
/** An hour in milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

/** The instants whose year has four digits: from the beginning of the year 1 in UTC to the end of the year 9999 in São Paulo. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_311_599_999;

/**
 * The ISO date-time of an instant in epoch ms, with the offset of São Paulo at that instant: `2026-11-20T09:52:48.000-03:00`. An instant
 * before `FIRST_MS` or after `LAST_MS` becomes that limit, so that no stored number makes an answer fail.
 */
export function isoDateTime(ms: number): string {
  const clamped = Math.min(LAST_MS, Math.max(FIRST_MS, ms));
  const offset = offsetAt(clamped);
  const local = clamped + offset;
  const day = Math.floor(local / DAY_MS);
  const rest = Math.floor(local - day * DAY_MS);
  const second = Math.floor(rest / 1_000);
  const minute = Math.floor(second / 60);
  const time = `${TWO_DIGITS[Math.floor(minute / 60)]!}:${TWO_DIGITS[minute % 60]!}:${TWO_DIGITS[second % 60]!}.${THREE_DIGITS[rest % 1_000]!}`;
  return `${dayText(day)}T${time}${offsetText(offset)}`;
}

/** The hour of the day in São Paulo at the given instant, 0 to 23. */
export const localHourOf = (ms: number): number => ((Math.floor((ms + offsetAt(ms)) / HOUR_MS) % 24) + 24) % 24;

/** The ISO date of a day, given as the number of days since 1970 (UTC): `2026-11-20`. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const TWO_DIGITS = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));
const THREE_DIGITS = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, "0"));
const CACHED_DAYS = 10_000;
const days = new Map<number, string>();

/** The same as `isoDay`, but cached per day. */
function dayText(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    text = isoDay(day);
    if (days.size >= CACHED_DAYS) days.clear();
    days.set(day, text);
  }
  return text;
}

const DATE = /(\d{4})-(\d\d)-(\d\d)/;
const TIME = /(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?/;
// The `+` of an offset arrives as a space when the client did not percent-encode the query.
const OFFSET = /Z|([+\- ])(\d\d):?(\d\d)/;
const DATE_TIME = new RegExp(`^${DATE.source}(?:[T ]${TIME.source}(${OFFSET.source})?)?$`, "i");
/**
 * The spellings that `parseDateTime` accepts, as a regular expression without anchors. Its syntax is understood by other languages than
 * JavaScript too. It also matches dates that do not exist, such as 31 February.
 */
export const DATE_TIME_PATTERN =
  "[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]{1,9})?)?(?:[Zz]|[+\\- ][0-9]{2}:?[0-9]{2})?)?";
const FURTHEST_OFFSET_HOURS = 14;

/**
 * Parses an ISO 8601 date-time in any spelling of decisions 1.7 and returns epoch ms. Returns undefined for any other text, for a year
 * before 100, and when the day, time or offset does not exist. Digits beyond milliseconds are dropped. A local time that a clock change
 * skipped is read with the offset before the change. A local time that occurred twice is read as the first one.
 */
export function parseDateTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone, sign, offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const millisecond = Number(fraction.padEnd(3, "0").slice(0, 3));
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), millisecond);
  // The comparisons with `date` refuse days and months that do not exist: `Date.UTC` turns 31 February into 3 March, and month 13 into the
  // next year. They also refuse the years 0 to 99, which `Date.UTC` reads as 1900 to 1999.
  const date = new Date(local);
  if (date.getUTCFullYear() !== Number(year) || date.getUTCDate() !== Number(day)) return undefined;
  if (zone === undefined) return instantOf(local);
  if (sign === undefined) return local;
  if (Number(offsetHour) > FURTHEST_OFFSET_HOURS || Number(offsetMinute) > 59) return undefined;
  const offset = Number(offsetHour) * HOUR_MS + Number(offsetMinute) * MINUTE_MS;
  return sign === "-" ? local + offset : local - offset;
}

/** The HTTP date of an instant in epoch ms, such as `Fri, 20 Nov 2026 15:00:00 GMT`. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString();

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Parses an HTTP date, such as `Fri, 20 Nov 2026 15:00:00 GMT`, and returns epoch ms. Undefined for any other text. */
export function parseHttpDate(text: string): number | undefined {
  const ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The instant, in epoch ms, at which clocks in São Paulo show a local time. `local` is that time in epoch ms, as if it were UTC. */
function instantOf(local: number): number {
  const before = offsetAt(local - DAY_MS);
  const after = offsetAt(local + DAY_MS);
  const first = local - before;
  if (before === after || offsetAt(first) === before) return first;
  const second = local - after;
  return offsetAt(second) === after ? second : first;
}

const offsetWords = new Intl.DateTimeFormat("en-US", { timeZone: ZONE, timeZoneName: "longOffset" });
const CACHED_HOURS = 10_000;
const offsets = new Map<number, number>();
let lastHour = Number.NaN;
let lastOffset = 0;

/**
 * Milliseconds to add to UTC to get the local time at an instant. Since 1914, clocks in São Paulo have changed only on the hour, so the
 * offset is cached per hour.
 */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / HOUR_MS);
  if (hour === lastHour) return lastOffset;
  let offset = offsets.get(hour);
  if (offset === undefined) {
    offset = askOffset(hour * HOUR_MS);
    if (offsets.size >= CACHED_HOURS) offsets.clear();
    offsets.set(hour, offset);
  }
  lastHour = hour;
  lastOffset = offset;
  return offset;
}

function askOffset(ms: number): number {
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offsetWords.format(ms))!;
  const offset = Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return sign === "-" ? -offset : offset;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE_MS;
  return `${offset < 0 ? "-" : "+"}${TWO_DIGITS[Math.floor(minutes / 60)]!}:${TWO_DIGITS[minutes % 60]!}`;
}
