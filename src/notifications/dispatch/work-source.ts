import { mayTryNew } from "./circuit.ts";
import * as queries from "./queries.ts";
import { EVENTS_AT_ONCE } from "./event-reader.ts";
import { MOST_ROWS, type RunnerContext, type Standing } from "./endpoint-state.ts";
import { createWindow, type Window } from "./event-queue.ts";

/** What there is to do for one endpoint: what happens, what is sent again, and what is due once more. */
export interface Intake {
  /** What happens from the cursor on. */
  readonly live: Window;
  /** What is sent again, once it is read. */
  replay(): Window | undefined;
  /** How far that is; null when there is nothing more of it. */
  replaySeq(): number | null;
  /** Takes the first due delivery of a resource of which nothing is under way. */
  nextDue(): queries.DueRow | undefined;
  /** Whether anything may begin now, or there may be more to read. */
  hasMore(): boolean;
  /** Reads on where little is left; what is due once more only while nothing is being settled. */
  read(isSettling: () => boolean): Promise<void>;
  /** Whether the endpoint still is what was claimed; otherwise nothing more begins. */
  look(): Promise<void>;
  /** There may be more to do. */
  poke(): void;
  /** The endpoint was changed: it is looked at at once. */
  changed(): void;
  /** Somebody is due who was not. */
  freed(): void;
}

const LOW_WATER = 64;
const DUE_AT_ONCE = 64;
const DUE_EVERY_MS = 500;
/** What another process changes of the endpoint is seen within so long. */
const LOOK_EVERY_MS = 500;

/** Reads for one endpoint, a little ahead of what is sent. */
export function createIntake({ db, clock, reader, faults }: RunnerContext, standing: Standing): Intake {
  const { claim, ledger } = standing;
  const { endpoint } = claim;
  const { seller_id: sellerId, endpoint_id: endpointId, kinds } = endpoint;
  const live = createWindow({
    cursor: endpoint.cursor_seq,
    lastKindSeq: endpoint.last_kind_seq,
    kinds,
    settled: claim.settled,
    fates: faults && {
      of: (seq) => faults.fateOf?.({ sellerId, endpointId, seq }),
      nowMs: () => performance.now(),
      areOver: () => faults.fateOf === undefined,
    },
  });
  let replay: Window | undefined;
  let due: queries.DueRow[] = [];
  let dueCheckedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = performance.now();
  let poked = true;

  const replayed = () => replay !== undefined && replay.progress().seq >= endpoint.replay_until!;

  async function readLive(at: number): Promise<void> {
    if (live.waiting() >= LOW_WATER || !mayTryNew(standing.health, at) || ledger.rows() >= MOST_ROWS || !poked) return;
    poked = false;
    const events = await reader({ sellerId, after: live.readTo() });
    live.add(events);
    // Whoever appends more tells so.
    if (events.length === EVENTS_AT_ONCE) poked = true;
  }

  async function readReplay(after: number, until: number): Promise<void> {
    if (replay === undefined) {
      const [last] = await db.run([sellerId], queries.lastOfKinds, [sellerId, after, kinds]);
      replay = createWindow({ cursor: after, lastKindSeq: last?.seq ?? null, kinds, settled: new Set() });
    }
    if (replay.waiting() >= LOW_WATER || replay.readTo() >= until) return;
    const events = await reader({ sellerId, after: replay.readTo() });
    replay.add(events.filter(({ seq }) => seq <= until));
  }

  async function readDue(at: number): Promise<void> {
    if (performance.now() - dueCheckedAt <= DUE_EVERY_MS) return;
    // Other processes append too, and tell nobody here.
    poked ||= Number.isFinite(dueCheckedAt);
    dueCheckedAt = performance.now();
    const rows = await db.run([sellerId], queries.dueOf, [sellerId, endpointId, at, DUE_AT_ONCE]);
    due = rows.filter((row) => !ledger.isTouched(row.delivery_id));
    ledger.learn(due.map((row) => ({ resource: row.resource, deliveryId: row.delivery_id })));
  }

  const hasNew = (at: number) => mayTryNew(standing.health, at) && ledger.rows() < MOST_ROWS && (live.waiting() > 0 || poked);

  return {
    live,
    replay: () => replay,
    replaySeq: () => (replayed() ? null : (replay?.progress().seq ?? endpoint.replay_seq)),
    nextDue() {
      const place = due.findIndex((row) => !ledger.isUnderWay(row.resource));
      return place < 0 ? undefined : due.splice(place, 1)[0];
    },
    hasMore() {
      const isReplaying = replay !== undefined && !replayed() && standing.health.openSince === null;
      return hasNew(clock.now()) || due.length > 0 || isReplaying;
    },
    async read(isSettling) {
      const at = clock.now();
      if (standing.stopping) return;
      await readLive(at);
      if (endpoint.replay_seq !== null && standing.health.openSince === null) await readReplay(endpoint.replay_seq, endpoint.replay_until!);
      if (!isSettling()) await readDue(at);
    },
    async look() {
      while (!standing.stopping && performance.now() - lookedAt > LOOK_EVERY_MS) {
        lookedAt = performance.now();
        const [row] = await db.run([sellerId], queries.versionOf, [sellerId, endpointId]);
        if (row?.version !== endpoint.version) standing.stopping = true;
      }
    },
    poke() {
      poked = true;
    },
    changed() {
      lookedAt = Number.NEGATIVE_INFINITY;
    },
    freed() {
      dueCheckedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
