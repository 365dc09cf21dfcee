import { envelope } from "../../events/index.ts";
import { realNow } from "../../platform/basics/clock.ts";
import { unsent } from "./attempt.ts";
import { isPaused, mayTryNew, PROBE_MS } from "./circuit.ts";
import { LOST, type Fate } from "./delivery-fault.ts";
import type { Intake } from "./work-source.ts";
import type { Delivery } from "./delivery-state.ts";
import type { Sender } from "./throttled-sender.ts";
import { isFull } from "./result-flusher.ts";
import { MOST_ROWS, type RunnerContext, type Standing } from "./endpoint-state.ts";
import type { Line, Road, Window } from "./event-queue.ts";

type Starting = Pick<RunnerContext, "clock" | "places">;
type Origin = "event" | "redelivery";

/**
 * Begins with whatever may begin now, each time it is called: first what is due once more, then what happened, then what is sent again.
 * `signal` is called when a place is free that there was none of.
 */
export function createStarter({ clock, places }: Starting, standing: Standing, intake: Intake, sender: Sender, signal: () => void) {
  const { claim, ledger } = standing;
  const { url } = claim.endpoint;
  const roadOf = (resource: string): Road => (ledger.isBlocked(resource) ? "blocked" : ledger.isUnderWay(resource) ? "busy" : "free");

  /** What an event is sent as, the same bytes on every try. */
  function deliveryOf({ event, prevSeq, isSecond }: Line, origin: Origin): Delivery {
    const { resource, seq } = event;
    const sent = envelope(event, { prevSeq, url });
    const body = JSON.stringify(sent);
    return { deliveryId: sent.id, resource, seq, prevSeq, body, origin, attempts: Number(isSecond), firstAt: clock.now() };
  }

  /** A fault lost it on its way: nobody hears of it, the log tells. */
  function lose({ deliveryId, seq, body }: Delivery, { mark }: Fate): void {
    const told = { outcome: "dead", status: null, elapsedMs: 0, trouble: LOST, response: null } as const;
    ledger.log({ ...told, at: realNow(), deliveryId, seq, attempt: 1, request: unsent(mark, body) });
  }

  function beginDue(leave: () => void): boolean {
    const row = intake.nextDue();
    if (row === undefined) return false;
    const { delivery_id: deliveryId, resource, seq, body, origin, attempts } = row;
    void sender.send({ deliveryId, resource, seq, prevSeq: null, body, origin, attempts, firstAt: clock.now() }, () => undefined, leave);
    return true;
  }

  function beginNew(window: Window, origin: Origin, at: number, leave: () => void): boolean {
    if (!mayTryNew(standing.health, at) || ledger.rows() >= MOST_ROWS) return false;
    const isOpen = standing.health.openSince !== null;
    for (let found = window.next(roadOf, !isOpen); found !== undefined; found = window.next(roadOf, !isOpen)) {
      const { line, road } = found;
      const { seq } = line.event;
      const delivery = deliveryOf(line, origin);
      if (line.fate?.isLost) lose(delivery, line.fate);
      else if (road === "free") {
        // While the circuit is open this is the one new event of its minute.
        if (isOpen) standing.health = { ...standing.health, probeAt: at + PROBE_MS };
        void sender.send(delivery, () => window.settle(seq), leave, line.fate?.mark);
        return true;
        // What is to be sent twice and did not go through is sent again anyway.
      } else if ((origin === "event" && !line.isSecond) || !ledger.has(delivery)) ledger.putBy({ ...delivery, dueAt: null, deadAt: null });
      window.settle(seq);
      if (isFull(standing)) return false;
    }
    // Everything new waits behind something: its minute passes too.
    if (isOpen) standing.health = { ...standing.health, probeAt: at + PROBE_MS };
    return false;
  }

  /** What is live goes first, and what is sent again takes half of the places at most. */
  function beginReplay(at: number, leave: () => void): boolean {
    const replay = intake.replay();
    if (replay === undefined || standing.health.openSince !== null || !sender.hasRoomForReplay()) return false;
    return beginNew(replay, "redelivery", at, leave);
  }

  return (): void => {
    const at = clock.now();
    if (standing.stopping || standing.lost || isPaused(standing.health, at)) return;
    while (sender.hasRoom()) {
      const leave = places.enter(signal);
      if (leave === undefined) return;
      if (!(beginDue(leave) || beginNew(intake.live, "event", at, leave) || beginReplay(at, leave))) return leave();
    }
  };
}
