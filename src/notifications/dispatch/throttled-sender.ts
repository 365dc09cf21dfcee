import { realNow } from "../../platform/basics/clock.ts";
import { random } from "../../platform/basics/random.ts";
import { attempt, type Attempted } from "./attempt.ts";
import { PROBE_MS } from "./circuit.ts";
import type { Delivery } from "./delivery-state.ts";
import { outcomeOf } from "./retry-decision.ts";
import type { RunnerContext, Standing } from "./endpoint-state.ts";

/** Requests of one endpoint on their way, and how many more there may be. */
export interface Sender {
  /**
   * One try and what it means. `leave` gives its place back; `onSettled` hears when it is over, or written down meanwhile. `mark`
   * tells what is done to it on purpose.
   */
  send(delivery: Delivery, onSettled: () => void, leave: () => void, mark?: string): Promise<void>;
  /** Whether another one may begin now. */
  hasRoom(): boolean;
  /** Whether one of what is sent again may: it takes half of the places at most. */
  hasRoomForReplay(): boolean;
  /** Whether it is too early for the next one, and nothing else is in its way. */
  awaitsGap(): boolean;
}

/** Requests of one endpoint at a time; of one that is slow, and of one that never answered. */
const AT_ONCE = { usual: 16, slow: 2, unproven: 1 } as const;
/** The same with the slow ones among them. */
const MOST_UNDER_WAY = { usual: 32, slow: 4 } as const;
/** Whoever never answered is asked once a second at most: nobody is flooded with our help. */
const UNPROVEN_GAP_MS = 1_000;
/** A try that lasts longer is written down and holds up neither the cursor nor its neighbours. */
export const SLOW_MS = 2_000;

/** Sends for one endpoint; `signal` is called whenever something ended. */
export function createSender(context: RunnerContext, standing: Standing, signal: () => void): Sender {
  const { clock } = context;
  const { ledger, claim } = standing;
  let isSlow = false;
  let quick = 0;
  let notBefore = 0;

  const atOnce = () => (standing.health.proven ? (isSlow ? AT_ONCE.slow : AT_ONCE.usual) : AT_ONCE.unproven);
  const awaitsGap = () => !standing.health.proven && realNow() < notBefore;

  function conclude(delivery: Delivery, attempted: Attempted): void {
    const { retrySeconds, disableDays } = context;
    const outcome = outcomeOf(attempted, delivery, standing.health, { at: clock.now(), retrySeconds, disableDays, chance: random() });
    const { attempts, again, word } = outcome;
    if (attempted.delivered && standing.health.openSince !== null) ledger.recover();
    standing.health = outcome.health;
    standing.disabled ??= outcome.disabled;
    if (standing.disabled !== null) standing.stopping = true;
    if (again === undefined) ledger.done(delivery);
    else ledger.putBy({ ...delivery, attempts, ...again });
    ledger.log({ ...attempted, at: realNow(), deliveryId: delivery.deliveryId, seq: delivery.seq, attempt: attempts, outcome: word });
  }

  return {
    async send(delivery, onSettled, leave, mark) {
      let holds = true;
      const letGo = () => {
        if (holds) leave();
        holds = false;
      };
      ledger.begin(delivery);
      quick += 1;
      let isQuick = true;
      const slow = setTimeout(() => {
        isQuick = false;
        quick -= 1;
        isSlow = true;
        const dueAt = clock.now() + 2 * context.timeoutSeconds * 1_000 + PROBE_MS;
        ledger.putBy({ ...delivery, dueAt, deadAt: null });
        onSettled();
        letGo();
        signal();
      }, SLOW_MS);
      const signed = { id: delivery.deliveryId, timestamp: Math.floor(realNow() / 1_000), body: delivery.body };
      const attempted = await attempt(context, { url: claim.endpoint.url, signed, keys: claim.keys, mark }, realNow());
      clearTimeout(slow);
      if (isQuick) {
        quick -= 1;
        if (attempted.delivered) isSlow = false;
      }
      letGo();
      if (!standing.health.proven) notBefore = realNow() + UNPROVEN_GAP_MS;
      ledger.end(delivery);
      if (!standing.lost) conclude(delivery, attempted);
      onSettled();
      signal();
    },
    hasRoom: () => quick < atOnce() && ledger.underWay() < MOST_UNDER_WAY[isSlow ? "slow" : "usual"] && !awaitsGap(),
    hasRoomForReplay: () => quick * 2 < atOnce() + 1,
    awaitsGap,
  };
}
