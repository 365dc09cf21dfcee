import type { EndpointState, RunnerContext } from "./endpoint-state.ts";
import { createEventQueue, type EventQueue } from "./event-queue.ts";
import * as queries from "./queries.ts";

/** The events that are sent to an endpoint again on request. */
export interface Replay {
  /** The events of the replay; undefined before the first `read`, and when there is no replay. */
  queue(): EventQueue | undefined;
  /** The seq that the replay has reached; null when there is no replay, or it is complete. */
  seq(): number | null;
  /** Reads more events when few are waiting. */
  read(): Promise<void>;
}

/** Creates the replay that the endpoint had when it was leased. When fewer than `minWaiting` events are waiting, more are read. */
export function createReplay({ db, reader }: Pick<RunnerContext, "db" | "reader">, { lease }: EndpointState, minWaiting: number): Replay {
  const { seller_id: sellerId, kinds, replay_seq: after, replay_until: until } = lease.endpoint;
  let queue: EventQueue | undefined;
  const isComplete = () => queue !== undefined && queue.progress().seq >= until!;

  return {
    queue: () => queue,
    seq: () => (isComplete() ? null : (queue?.progress().seq ?? after)),
    async read() {
      if (after === null) return;
      if (queue === undefined) {
        const [last] = await db.run([sellerId], queries.lastEventOfKinds, [sellerId, after, kinds]);
        queue = createEventQueue({ cursor: after, lastKindSeq: last?.seq ?? null, kinds, handled: new Set() });
      }
      if (queue.waiting() >= minWaiting || queue.readTo() >= until!) return;
      const events = await reader({ sellerId, after: queue.readTo() });
      queue.add(events.filter(({ seq }) => seq <= until!));
    },
  };
}
