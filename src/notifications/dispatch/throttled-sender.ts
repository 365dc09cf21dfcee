import { random, realNow } from "../../platform/basics/index.ts";
import { attempt, type AttemptResult } from "./attempt.ts";
import type { Delivery } from "./delivery-records.ts";
import { PROBE_MS } from "./endpoint-health.ts";
import type { EndpointState, RunnerContext } from "./endpoint-state.ts";
import { decideRetry } from "./retry-decision.ts";

/** A delivery to attempt. */
export interface SendRequest {
  readonly delivery: Delivery;
  /** Releases the request's place in the semaphore. */
  readonly release: () => void;
  /** Called when the delivery is stored because the attempt takes long, and when the attempt is over. */
  readonly onHandled: () => void;
  /** The value of the fault header; undefined = no header. */
  readonly faultLabel?: string | undefined;
}

/** Sends to one endpoint, within limits for the number of requests in flight. */
export interface ThrottledSender {
  /** Makes one attempt and records its consequences. Never rejects. */
  send(request: SendRequest): Promise<void>;
  /** Whether another request may start now. */
  hasRoom(): boolean;
  /** Whether a replayed event may start now. It may not while more than half of the room is taken. */
  hasRoomForReplay(): boolean;
  /** Whether the pause between two requests to an unproven endpoint still lasts. */
  awaitsGap(): boolean;
}

/**
 * Maximum number of requests in flight to one endpoint, not counting slow requests. `slow` applies while the endpoint is slow, `unproven` before
 * its first success.
 */
const MAX_PROMPT_IN_FLIGHT = { usual: 16, slow: 2, unproven: 1 } as const;
/** Maximum number of requests in flight to one endpoint, including slow requests. */
const MAX_IN_FLIGHT = { usual: 32, slow: 4 } as const;
/** Pause between requests to an endpoint that has never answered 2xx, so that Vitrine cannot be used to flood a stranger's server. */
const UNPROVEN_GAP_MS = 1_000;
/** Time after which an attempt counts as slow. Its delivery is then stored, and delays neither the cursor nor deliveries of other resources. */
export const SLOW_MS = 2_000;

/** Creates a sender for one endpoint; `onChange` is called whenever an attempt ended or became slow. */
export function createThrottledSender(context: RunnerContext, state: EndpointState, onChange: () => void): ThrottledSender {
  const { clock } = context;
  const { deliveries, lease } = state;
  let isSlow = false;
  let notSlowInFlight = 0;
  let notBefore = 0;

  const atOnce = () =>
    state.health.proven ? (isSlow ? MAX_PROMPT_IN_FLIGHT.slow : MAX_PROMPT_IN_FLIGHT.usual) : MAX_PROMPT_IN_FLIGHT.unproven;
  const awaitsGap = () => !state.health.proven && realNow() < notBefore;

  return {
    async send({ delivery, release, onHandled, faultLabel }) {
      let becameSlow = false;
      deliveries.startAttempt(delivery);
      notSlowInFlight += 1;
      const slowTimer = setTimeout(() => {
        becameSlow = true;
        notSlowInFlight -= 1;
        isSlow = true;
        const dueAt = clock.now() + 2 * context.timeoutSeconds * 1_000 + PROBE_MS;
        deliveries.store({ ...delivery, dueAt, deadAt: null });
        onHandled();
        release();
        onChange();
      }, SLOW_MS);
      const signed = { id: delivery.deliveryId, timestamp: Math.floor(realNow() / 1_000), body: delivery.body };
      const request = { url: lease.endpoint.url, signed, keys: lease.signingKeys, faultLabel };
      const result = await attempt(context, request, realNow());
      clearTimeout(slowTimer);
      if (!becameSlow) {
        notSlowInFlight -= 1;
        if (result.delivered) isSlow = false;
        release();
      }
      if (!state.health.proven) notBefore = realNow() + UNPROVEN_GAP_MS;
      deliveries.endAttempt(delivery);
      if (!state.isLeaseLost) recordAttempt(context, state, delivery, result);
      onHandled();
      onChange();
    },
    hasRoom: () => notSlowInFlight < atOnce() && deliveries.inFlightCount() < MAX_IN_FLIGHT[isSlow ? "slow" : "usual"] && !awaitsGap(),
    hasRoomForReplay: () => notSlowInFlight * 2 < atOnce() + 1,
    awaitsGap,
  };
}

/** Records an attempt: the endpoint's health, the delivery's next attempt and a row of the log. */
function recordAttempt(context: RunnerContext, state: EndpointState, delivery: Delivery, result: AttemptResult): void {
  const { clock, retrySeconds, disableDays } = context;
  const { deliveries } = state;
  const decision = decideRetry(result, delivery, state.health, { at: clock.now(), retrySeconds, disableDays, chance: random() });
  const { attempts, retry, outcome } = decision;
  if (result.delivered && state.health.openSince !== null) deliveries.markRecovered();
  state.health = decision.health;
  state.disabled ??= decision.disabled;
  if (state.disabled !== null) state.isStopping = true;
  if (retry === undefined) deliveries.complete(delivery);
  else deliveries.store({ ...delivery, attempts, ...retry });
  const { deliveryId, seq } = delivery;
  deliveries.logAttempt({ ...result, at: realNow(), deliveryId, seq, attempt: attempts, outcome });
}
