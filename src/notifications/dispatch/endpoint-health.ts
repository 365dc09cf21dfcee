import { DAY_MS } from "../../platform/basics/index.ts";

/** The health of an endpoint. Times are of the marketplace's clock, epoch ms. */
export interface EndpointHealth {
  /** Whether it has answered 2xx at least once since its URL last changed. */
  readonly proven: boolean;
  /** Failures since its last success, as far as this process knows. */
  readonly failures: number;
  readonly failingSince: number | null;
  /** Time at which its circuit opened; null = it is closed. */
  readonly openSince: number | null;
  /** Time before which no new event is attempted. */
  readonly probeAt: number | null;
  /** Time before which the endpoint asked not to be called. */
  readonly pauseUntil: number | null;
}

/** Number of consecutive failures that open the circuit. */
export const FAILURES_TO_OPEN = 20;
/** Time between attempts of new events while the circuit is open. During an outage, one retry is therefore stored per minute, not one per event. */
export const PROBE_MS = 60_000;

/** The health after an answer of 2xx. */
export const HEALTHY: EndpointHealth = { proven: true, failures: 0, failingSince: null, openSince: null, probeAt: null, pauseUntil: null };

/** The health after any other result; `pauseMs` is the pause that the endpoint asked for. */
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

/** Whether every attempt has failed for at least `days` days (decisions 7). */
export const failedTooLong = ({ failingSince }: EndpointHealth, at: number, days: number): boolean =>
  failingSince !== null && at - failingSince >= days * DAY_MS;

/** Whether an event may get its first attempt now. */
export const allowsNewEvent = ({ probeAt }: EndpointHealth, at: number): boolean => probeAt === null || probeAt <= at;

/** Whether the endpoint has asked for a pause that has not ended. */
export const isPaused = ({ pauseUntil }: EndpointHealth, at: number): boolean => pauseUntil !== null && pauseUntil > at;
