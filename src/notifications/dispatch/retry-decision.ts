import { retryDelayMs } from "../retry-delays.ts";
import { afterFailure, failedTooLong, HEALTHY, type EndpointHealth } from "./endpoint-health.ts";
import type { AttemptLogRow } from "./delivery-records.ts";

/** The facts that a decision needs in addition to the attempt. `at` is marketplace time, epoch ms; `chance` is in [0, 1). */
export interface RetryContext {
  readonly at: number;
  readonly retrySeconds: readonly number[];
  readonly disableDays: number;
  readonly chance: number;
}

/** The consequences of an attempt for its delivery and its endpoint. */
export interface RetryDecision {
  readonly health: EndpointHealth;
  /** Reason to disable the endpoint; null = it stays enabled. */
  readonly disabled: "gone" | "failing" | null;
  /** The attempt's outcome as the log records it. */
  readonly outcome: AttemptLogRow["outcome"];
  /** Attempts made, including this one. */
  readonly attempts: number;
  /** Time of the next attempt, or time at which the delivery became dead; undefined = neither. Marketplace time, epoch ms. */
  readonly retry: { readonly dueAt: number | null; readonly deadAt: number | null } | undefined;
}

/**
 * Decides what follows an attempt (decisions 7): the delivery is complete, dead, or to be retried. The next attempt follows the schedule,
 * or comes at the end of the pause that the endpoint asked for, whichever is later.
 */
export function decideRetry(
  attempt: { readonly delivered: boolean; readonly gone: boolean; readonly pauseMs: number | undefined },
  delivery: { readonly attempts: number; readonly origin: string },
  before: EndpointHealth,
  { at, retrySeconds, disableDays, chance }: RetryContext,
): RetryDecision {
  const attempts = delivery.attempts + 1;
  if (attempt.delivered) return { health: HEALTHY, disabled: null, outcome: "delivered", attempts, retry: undefined };
  const health = afterFailure(before, at, attempt.pauseMs);
  const disabled = attempt.gone ? "gone" : failedTooLong(health, at, disableDays) ? "failing" : null;
  const scheduledMs = retryDelayMs(attempts, retrySeconds, chance);
  const isLast = scheduledMs === undefined;
  // A pause that is shorter than the scheduled delay changes nothing, because the attempts are meant to be spread over days.
  const retry = isLast ? { dueAt: null, deadAt: at } : { dueAt: at + Math.max(attempt.pauseMs ?? 0, scheduledMs), deadAt: null };
  const outcome = disabled !== null ? "disabled" : isLast ? "dead" : "failed";
  // A test shows the current state of the endpoint, so it is never retried.
  return { health, disabled, outcome, attempts, retry: delivery.origin === "test" ? undefined : retry };
}
