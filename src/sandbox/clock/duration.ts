import { DAY_MS, HOUR_MS } from "../../platform/basics/index.ts";

const UNITS = { d: DAY_MS, h: HOUR_MS, m: 60_000, s: 1_000 } as const;
type Unit = keyof typeof UNITS;

/** Matches durations such as `3d`, `+2h30m` and `90s`: days, hours, minutes and seconds, each at most once, the largest unit first. */
export const DURATION_PATTERN = "^\\+?(?=\\d)(\\d{1,5}d)?(\\d{1,6}h)?(\\d{1,7}m)?(\\d{1,8}s)?$";

/** Converts a text that matches `DURATION_PATTERN` to milliseconds. */
export const durationMs = (text: string): number =>
  [...text.matchAll(/(\d+)([dhms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as Unit], 0);
