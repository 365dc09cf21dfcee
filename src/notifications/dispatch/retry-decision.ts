import { waitMs } from "../retries.ts";
import { afterFailure, failedTooLong, WHOLE, type Health } from "./circuit.ts";
import type { LogLine } from "./persist-results.ts";

/** What the schedule and the clock say of a try. Instants are of the marketplace's clock, epoch ms; `chance` is in [0, 1). */
export interface TryFacts {
  readonly at: number;
  readonly retrySeconds: readonly number[];
  readonly disableDays: number;
  readonly chance: number;
}

/** What a try means for its delivery and its endpoint. */
export interface Outcome {
  readonly health: Health;
  readonly disabled: "gone" | "failing" | null;
  readonly word: LogLine["outcome"];
  /** Tries made, with this one. */
  readonly attempts: number;
  /** Undefined = it is done with. */
  readonly again: { readonly dueAt: number | null; readonly deadAt: number | null } | undefined;
}

/** Judges a try (decisions 7): delivered, to be tried again by the schedule but not before the endpoint asked for, or dead. */
export function outcomeOf(
  attempted: { readonly delivered: boolean; readonly gone: boolean; readonly pauseMs: number | undefined },
  delivery: { readonly attempts: number; readonly origin: string },
  before: Health,
  { at, retrySeconds, disableDays, chance }: TryFacts,
): Outcome {
  const attempts = delivery.attempts + 1;
  if (attempted.delivered) return { health: WHOLE, disabled: null, word: "delivered", attempts, again: undefined };
  const health = afterFailure(before, at, attempted.pauseMs);
  const disabled = attempted.gone ? "gone" : failedTooLong(health, at, disableDays) ? "failing" : null;
  const scheduledMs = waitMs(attempts, retrySeconds, chance);
  const isLast = scheduledMs === undefined;
  // Asking for less than the schedule would use up tries that are meant to last for days.
  const again = isLast ? { dueAt: null, deadAt: at } : { dueAt: at + Math.max(attempted.pauseMs ?? 0, scheduledMs), deadAt: null };
  const word = disabled !== null ? "disabled" : isLast ? "dead" : "failed";
  // A test says how the endpoint is now; tried again it would say something else.
  return { health, disabled, word, attempts, again: delivery.origin === "test" ? undefined : again };
}
