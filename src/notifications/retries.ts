import { DAY_MS, parseHttpDate } from "../platform/basics/clock.ts";

const SECOND_MS = 1_000;
/** Waits differ by so much to either side, so that what failed together does not come back together. */
const JITTER = 0.1;
/** Statuses whose `Retry-After` is heeded. */
const ASKING: readonly number[] = [429, 503];

/**
 * Milliseconds to wait after so many attempts (from 1), undefined when there are no more (decisions 7). `chance` is in [0, 1).
 */
export function waitMs(attempts: number, waitsSeconds: readonly number[], chance: number): number | undefined {
  const seconds = waitsSeconds[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * SECOND_MS * (1 - JITTER + 2 * JITTER * chance));
}

/** How long an answer asks to be left alone, in milliseconds between a second and a day; undefined when it does not say. */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number | undefined {
  if (!ASKING.includes(status) || header === undefined) return undefined;
  const asked = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : untilDate(header, nowMs);
  return asked === undefined ? undefined : Math.min(DAY_MS, Math.max(SECOND_MS, asked));
}

function untilDate(header: string, nowMs: number): number | undefined {
  const at = parseHttpDate(header);
  return at === undefined ? undefined : at - nowMs;
}
