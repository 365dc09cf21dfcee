import { HOUR_MS } from "../platform/basics/clock.ts";

/** How often something may happen per hour, by key: an address, everybody. In memory, of this process. */
export interface HourlyBudget {
  /** Takes one; answers the seconds until there is one again when there is none, otherwise 0. */
  take(key: string, nowMs: number): number;
  /** Nothing came of it after all. */
  giveBack(key: string): void;
}

/** Beyond it the oldest window is forgotten. */
const MOST_KEYS = 50_000;

/** A budget of `perHour` in each hour that begins with a first use. */
export function createHourlyBudget(perHour: number): HourlyBudget {
  const windows = new Map<string, { readonly untilMs: number; used: number }>();
  return {
    take(key, nowMs) {
      let window = windows.get(key);
      if (window === undefined || window.untilMs <= nowMs) {
        windows.delete(key);
        if (windows.size >= MOST_KEYS) windows.delete(windows.keys().next().value!);
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
