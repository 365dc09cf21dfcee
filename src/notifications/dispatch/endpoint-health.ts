import { DAY_MS } from "../../platform/basics/index.ts";

/** How well an endpoint answers. Instants are of the marketplace's clock, epoch ms. */
export interface EndpointHealth {
  /** It has answered 2xx at least once. */
  readonly proven: boolean;
  /** Failures since its last success. */
  readonly failures: number;
  readonly failingSince: number | null;
  /** When its circuit opened; null = it is closed. */
  readonly openSince: number | null;
  /** No new event is attempted before this instant. */
  readonly probeAt: number | null;
  /** It asked not to be called before this instant. */
  readonly pauseUntil: number | null;
}

/** Failures in a row that open the circuit. */
export const FAILURES_TO_OPEN = 20;
/** With an open circuit, one new event is attempted in this time. So an outage stores one retry a minute, not one per event. */
export const PROBE_MS = 60_000;

/** The health after an answer of 2xx. */
export const HEALTHY: EndpointHealth = { proven: true, failures: 0, failingSince: null, openSince: null, probeAt: null, pauseUntil: null };

/** The health after any other result; `pauseMs` is how long the endpoint asked not to be called. */
export function afterFailure(health: EndpointHealth, at: number, pauseMs: number | undefined): EndpointHealth {
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

/** Whether it has only failed for this many days (decisions 7). */
export const failedTooLong = ({ failingSince }: EndpointHealth, at: number, days: number): boolean =>
  failingSince !== null && at - failingSince >= days * DAY_MS;

/** Whether an event may get its first attempt now. */
export const allowsNewEvent = ({ probeAt }: EndpointHealth, at: number): boolean => probeAt === null || probeAt <= at;

/** Whether it asked not to be called now. */
export const isPaused = ({ pauseUntil }: EndpointHealth, at: number): boolean => pauseUntil !== null && pauseUntil > at;
