import { HOUR_MS } from "../platform/basics/index.ts";

/** Limits the number of uses per hour for each key, such as a caller's IP address. The counts are in the memory of this process. */
export interface HourlyLimit {
  /** Counts one use and returns 0. When the limit is reached, returns the seconds to wait. `nowMs` is real time. */
  take(key: string, nowMs: number): number;
  /** Takes one use off the count, for a use that had no effect. */
  giveBack(key: string): void;
}

/** Maximum number of keys. When it is reached, the key whose hour started first is removed. */
const MAX_KEYS = 50_000;

/** Creates a limit of `perHour` uses. The hour of a key starts at its first use. */
export function createHourlyLimit(perHour: number): HourlyLimit {
  const windows = new Map<string, { readonly untilMs: number; used: number }>();
  return {
    take(key, nowMs) {
      let window = windows.get(key);
      if (window === undefined || window.untilMs <= nowMs) {
        windows.delete(key);
        if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value!);
        window = { untilMs: nowMs + HOUR_MS, used: 0 };
        windows.set(key, window);
      }
      if (window.used >= perHour) return Math.ceil((window.untilMs - nowMs) / 1000);
      window.used += 1;
      return 0;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window !== undefined && window.used > 0) window.used -= 1;
    },
  };
}
