import { HOUR_MS } from "../platform/basics/index.ts";

/** Limits how often something may happen per hour and key, such as an address. Kept in memory of this process. */
export interface HourlyLimit {
  /** Counts one use. Returns 0, or the seconds to wait when the limit is reached. */
  take(key: string, nowMs: number): number;
  /** Gives back a use that had no effect. */
  giveBack(key: string): void;
}

/** Above this number, the oldest window is forgotten. */
const MAX_KEYS = 50_000;

/** Creates a limit of `perHour` uses. An hour begins with a key's first use. */
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
