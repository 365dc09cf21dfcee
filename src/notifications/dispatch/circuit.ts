import { DAY_MS } from "../../platform/basics/clock.ts";

/** How an endpoint fares; instants are of the marketplace's clock, epoch ms. */
export interface Health {
  /** It answered 2xx once. */
  readonly proven: boolean;
  /** Failures without a success between them. */
  readonly failures: number;
  readonly failingSince: number | null;
  /** The circuit is open since. */
  readonly openSince: number | null;
  /** No event that was never tried is tried before. */
  readonly probeAt: number | null;
  /** It asked to be left alone until. */
  readonly pauseUntil: number | null;
}

/** Failures in a row that open the circuit. */
export const FAILURES_TO_OPEN = 20;
/** While it is open, one new event is tried in so long: an outage writes down a row a minute and not one per event. */
export const PROBE_MS = 60_000;

/** After an answer of 2xx, whatever was before it. */
export const WHOLE: Health = { proven: true, failures: 0, failingSince: null, openSince: null, probeAt: null, pauseUntil: null };

/** After anything else; `pauseMs` is how long the endpoint asked to be left alone. */
export function afterFailure(health: Health, at: number, pauseMs: number | undefined): Health {
  const failures = health.failures + 1;
  const opens = failures >= FAILURES_TO_OPEN;
  return {
    ...health,
    failures,
    failingSince: health.failingSince ?? at,
    openSince: health.openSince ?? (opens ? at : null),
    probeAt: opens ? at + PROBE_MS : health.probeAt,
    pauseUntil: pauseMs === undefined ? health.pauseUntil : at + pauseMs,
  };
}

/** Whether it has done nothing but fail for so many days (decisions 7). */
export const failedTooLong = ({ failingSince }: Health, at: number, days: number): boolean =>
  failingSince !== null && at - failingSince >= days * DAY_MS;

/** Whether an event that was never tried may be tried now. */
export const mayTryNew = ({ probeAt }: Health, at: number): boolean => probeAt === null || probeAt <= at;

/** Whether it asked to be left alone. */
export const isPaused = ({ pauseUntil }: Health, at: number): boolean => pauseUntil !== null && pauseUntil > at;
