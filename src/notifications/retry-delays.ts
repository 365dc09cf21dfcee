import { DAY_MS, parseHttpDate } from "../platform/basics/index.ts";

const SECOND_MS = 1_000;
/** Share by which delays vary in either direction, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;
/** Statuses whose `Retry-After` is respected. */
const WITH_RETRY_AFTER: readonly number[] = [429, 503];

/** The delay in milliseconds after attempt number `attempts`, from 1; undefined after the last attempt (decisions 7). `chance` is in [0, 1). */
export function retryDelayMs(attempts: number, delaysSeconds: readonly number[], chance: number): number | undefined {
  const seconds = delaysSeconds[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * SECOND_MS * (1 - JITTER + 2 * JITTER * chance));
}

/**
 * The pause that an answer asks for, in milliseconds, at least a second and at most a day; undefined when it asks for no pause. `nowMs` is real
 * time.
 */
export function retryAfterMs(status: number, header: string | undefined, nowMs: number): number | undefined {
  if (!WITH_RETRY_AFTER.includes(status) || header === undefined) return undefined;
  const asked = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : msUntil(header, nowMs);
  return asked === undefined ? undefined : Math.min(DAY_MS, Math.max(SECOND_MS, asked));
}

function msUntil(header: string, nowMs: number): number | undefined {
  const at = parseHttpDate(header);
  return at === undefined ? undefined : at - nowMs;
}
