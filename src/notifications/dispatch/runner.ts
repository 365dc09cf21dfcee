import { envelope } from "../../events/index.ts";
import type { Batcher } from "../../platform/batch.ts";
import { realNow, type Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db.ts";
import { chance } from "../../platform/ids.ts";
import type { Outbound } from "../../platform/outbound.ts";
import { attempt, unsent, type Attempted } from "./attempt.ts";
import { isPaused, mayTryNew, PROBE_MS, type Health } from "./circuit.ts";
import { LOST, type DeliveryFaults, type Fate } from "./fate.ts";
import { createLedger, type Delivery } from "./ledger.ts";
import { outcomeOf } from "./outcome.ts";
import type { Places } from "./places.ts";
import * as queries from "./queries.ts";
import { EVENTS_AT_ONCE, type EventReader } from "./reader.ts";
import type { Settled, Settlement } from "./settle.ts";
import { createWindow, type Line, type Road, type Window } from "./window.ts";

/** What every runner of a process shares. */
export interface RunnerContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly places: Places;
  readonly reader: EventReader;
  readonly settlements: Batcher<Settlement, Settled>;
  readonly retrySeconds: readonly number[];
  readonly timeoutSeconds: number;
  readonly disableDays: number;
  /** What befalls events on purpose; production has none. */
  readonly faults?: DeliveryFaults | undefined;
}

/** An endpoint under a lease, as it was claimed. */
export interface Claim {
  readonly endpoint: queries.ClaimedRow;
  /** The secrets that sign, the newest first. */
  readonly keys: readonly Buffer[];
  /** What is written down of it: live rows by resource, and events after the cursor that need no first attempt. */
  readonly waiting: ReadonlyMap<string, ReadonlySet<string>>;
  readonly settled: ReadonlySet<number>;
  readonly failures: number;
}

/** One endpoint's work while it is leased. */
export interface Runner {
  /** There may be more to do. */
  poke(): void;
  /** The endpoint was changed: nothing more begins as it was before. */
  changed(): void;
  /** Begins nothing new; what is under way ends and is settled. */
  stop(): void;
  /** Nothing of it counts any more. */
  abandon(): void;
  /** Resolves with the failures in a row when there is nothing left to do now, or the lease was lost. */
  readonly ended: Promise<number>;
}

/** Requests of one endpoint at a time; of one that is slow, and of one that never answered. */
const AT_ONCE = { usual: 16, slow: 2, unproven: 1 } as const;
/** The same with the slow ones among them. */
const MOST_UNDER_WAY = { usual: 32, slow: 4 } as const;
/** Whoever never answered is asked once a second at most: nobody is flooded with our help. */
const UNPROVEN_GAP_MS = 1_000;
/** A try that lasts longer is written down and holds up neither the cursor nor its neighbours. */
const SLOW_MS = 2_000;
const SETTLE_MS = 50;
const SETTLE_OUTCOMES = 64;
const LOW_WATER = 64;
const DUE_AT_ONCE = 64;
const DUE_EVERY_MS = 500;
/** What another process changes of the endpoint is seen within so long. */
const LOOK_EVERY_MS = 500;
/** Settled at least so often, which renews the lease. */
const RENEW_MS = 10_000;
/** Beyond so many rows no new event is begun until they are fewer. */
const MOST_ROWS = 10_000;

/** Works for one endpoint until nothing is left that can be done now. */
export function run(context: RunnerContext, claim: Claim): Runner {
  const { clock, places, faults } = context;
  const { endpoint } = claim;
  const { seller_id: sellerId, endpoint_id: endpointId } = endpoint;
  const live = createWindow({
    cursor: endpoint.cursor_seq,
    lastKindSeq: endpoint.last_kind_seq,
    kinds: endpoint.kinds,
    settled: claim.settled,
    fates: faults && {
      of: (seq) => faults.fateOf?.({ sellerId, endpointId, seq }),
      nowMs: () => performance.now(),
      areOver: () => faults.fateOf === undefined,
    },
  });
  let replay: Window | undefined;
  const ledger = createLedger(claim.waiting);
  let health: Health = {
    proven: endpoint.proven,
    failures: claim.failures,
    failingSince: endpoint.failing_since,
    openSince: endpoint.open_since,
    probeAt: endpoint.probe_at,
    pauseUntil: endpoint.pause_until,
  };
  let disabled: Settlement["disabled"] = null;
  let stopping = false;
  let lost = false;
  let isSlow = false;
  let quick = 0;
  let notBefore = 0;
  let dueCheckedAt = Number.NEGATIVE_INFINITY;
  let lookedAt = performance.now();
  let due: queries.DueRow[] = [];
  let poked = true;
  let settling: Promise<void> | undefined;
  let settledAt = performance.now();
  let rouse: () => void = () => undefined;

  const signal = () => rouse();
  const roadOf = (resource: string): Road => (ledger.isBlocked(resource) ? "blocked" : ledger.isUnderWay(resource) ? "busy" : "free");
  const atOnce = () => (health.proven ? (isSlow ? AT_ONCE.slow : AT_ONCE.usual) : AT_ONCE.unproven);

  /** One try and what it means. Whatever lasts is written down meanwhile. */
  async function send(delivery: Delivery, onSettled: () => void, leave: () => void, mark?: string): Promise<void> {
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
    const attempted = await attempt(context.outbound, { url: endpoint.url, signed, keys: claim.keys, mark }, realNow());
    clearTimeout(slow);
    if (isQuick) {
      quick -= 1;
      if (attempted.delivered) isSlow = false;
    }
    letGo();
    if (!health.proven) notBefore = realNow() + UNPROVEN_GAP_MS;
    ledger.end(delivery);
    if (!lost) conclude(delivery, attempted);
    onSettled();
    signal();
  }

  function conclude(delivery: Delivery, attempted: Attempted): void {
    const { retrySeconds, disableDays } = context;
    const outcome = outcomeOf(attempted, delivery, health, { at: clock.now(), retrySeconds, disableDays, chance: chance() });
    const { attempts, again, word } = outcome;
    if (attempted.delivered && health.openSince !== null) ledger.recover();
    ({ health } = outcome);
    disabled ??= outcome.disabled;
    if (disabled !== null) stopping = true;
    if (again === undefined) ledger.done(delivery);
    else ledger.putBy({ ...delivery, attempts, ...again });
    ledger.log({ ...attempted, at: realNow(), deliveryId: delivery.deliveryId, seq: delivery.seq, attempt: attempts, outcome: word });
  }

  /** What an event is sent as, the same bytes on every try. */
  function deliveryOf({ event, prevSeq, isSecond }: Line, origin: "event" | "redelivery"): Delivery {
    const { resource, seq } = event;
    const sent = envelope(event, { prevSeq, url: endpoint.url });
    const body = JSON.stringify(sent);
    return { deliveryId: sent.id, resource, seq, prevSeq, body, origin, attempts: Number(isSecond), firstAt: clock.now() };
  }

  /** A fault lost it on its way: nobody hears of it, the log tells. */
  function lose({ deliveryId, seq, body }: Delivery, { mark }: Fate): void {
    const told = { outcome: "dead", status: null, elapsedMs: 0, trouble: LOST, response: null } as const;
    ledger.log({ ...told, at: realNow(), deliveryId, seq, attempt: 1, request: unsent(mark, body) });
  }

  /** Begins with whatever may begin now. */
  function begin(): void {
    const at = clock.now();
    if (stopping || lost || isPaused(health, at)) return;
    while (quick < atOnce() && ledger.underWay() < MOST_UNDER_WAY[isSlow ? "slow" : "usual"] && realNow() >= notBefore) {
      const leave = places.enter(signal);
      if (leave === undefined) return;
      if (!(beginDue(leave) || beginNew(live, "event", at, leave) || beginReplay(at, leave))) return leave();
    }
  }

  function beginDue(leave: () => void): boolean {
    const place = due.findIndex((row) => !ledger.isUnderWay(row.resource));
    if (place < 0) return false;
    const [row] = due.splice(place, 1);
    const { delivery_id: deliveryId, resource, seq, body, origin, attempts } = row!;
    void send({ deliveryId, resource, seq, prevSeq: null, body, origin, attempts, firstAt: clock.now() }, () => undefined, leave);
    return true;
  }

  function beginNew(window: Window, origin: "event" | "redelivery", at: number, leave: () => void): boolean {
    if (!mayTryNew(health, at) || ledger.rows() >= MOST_ROWS) return false;
    const isOpen = health.openSince !== null;
    for (let found = window.next(roadOf, !isOpen); found !== undefined; found = window.next(roadOf, !isOpen)) {
      const { line, road } = found;
      const { seq } = line.event;
      const delivery = deliveryOf(line, origin);
      if (line.fate?.isLost) lose(delivery, line.fate);
      else if (road === "free") {
        // While the circuit is open this is the one new event of its minute.
        if (isOpen) health = { ...health, probeAt: at + PROBE_MS };
        void send(delivery, () => window.settle(seq), leave, line.fate?.mark);
        return true;
        // What is to be sent twice and did not go through is sent again anyway.
      } else if ((origin === "event" && !line.isSecond) || !ledger.has(delivery)) ledger.putBy({ ...delivery, dueAt: null, deadAt: null });
      window.settle(seq);
      if (ledger.unsettled() >= SETTLE_OUTCOMES) return false;
    }
    // Everything new waits behind something: its minute passes too.
    if (isOpen) health = { ...health, probeAt: at + PROBE_MS };
    return false;
  }

  /** What is live goes first, and what is sent again takes half of the places at most. */
  function beginReplay(at: number, leave: () => void): boolean {
    if (replay === undefined || health.openSince !== null || quick * 2 >= atOnce() + 1) return false;
    return beginNew(replay, "redelivery", at, leave);
  }

  async function read(): Promise<void> {
    const at = clock.now();
    if (stopping) return;
    if (live.waiting() < LOW_WATER && mayTryNew(health, at) && ledger.rows() < MOST_ROWS && poked) {
      poked = false;
      const events = await context.reader({ sellerId, after: live.readTo() });
      live.add(events);
      // Whoever appends more tells so.
      if (events.length === EVENTS_AT_ONCE) poked = true;
    }
    if (endpoint.replay_seq !== null && health.openSince === null) await readReplay(endpoint.replay_seq, endpoint.replay_until!);
    if (settling === undefined && performance.now() - dueCheckedAt > DUE_EVERY_MS) {
      // Other processes append too, and tell nobody here.
      poked ||= Number.isFinite(dueCheckedAt);
      dueCheckedAt = performance.now();
      const rows = await context.db.run([sellerId], queries.dueOf, [sellerId, endpointId, at, DUE_AT_ONCE]);
      due = rows.filter((row) => !ledger.isTouched(row.delivery_id));
      ledger.learn(due.map((row) => ({ resource: row.resource, deliveryId: row.delivery_id })));
    }
  }

  /** Whether the endpoint still is what was claimed. */
  async function look(): Promise<void> {
    while (!stopping && performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now();
      const [row] = await context.db.run([sellerId], queries.versionOf, [sellerId, endpointId]);
      if (row?.version !== endpoint.version) stopping = true;
    }
  }

  async function readReplay(after: number, until: number): Promise<void> {
    if (replay === undefined) {
      const [last] = await context.db.run([sellerId], queries.lastOfKinds, [sellerId, after, endpoint.kinds]);
      replay = createWindow({ cursor: after, lastKindSeq: last?.seq ?? null, kinds: endpoint.kinds, settled: new Set() });
    }
    if (replay.waiting() >= LOW_WATER || replay.readTo() >= until) return;
    const events = await context.reader({ sellerId, after: replay.readTo() });
    replay.add(events.filter(({ seq }) => seq <= until));
  }

  const replayed = () => replay !== undefined && replay.progress().seq >= endpoint.replay_until!;
  const replayAt = () => (replayed() ? null : (replay?.progress().seq ?? endpoint.replay_seq));

  async function settle(released: boolean): Promise<void> {
    const { seq: cursor, lastKindSeq } = live.progress();
    const replaySeq = replayAt();
    const replayUntil = replaySeq === null ? null : endpoint.replay_until;
    const facts = {
      sellerId,
      endpointId,
      fence: endpoint.fence,
      version: endpoint.version,
      kinds: endpoint.kinds,
      at: clock.now(),
      released,
    };
    settledAt = performance.now();
    if (released && ledger.rows() >= MOST_ROWS) health = { ...health, probeAt: clock.now() + PROBE_MS };
    const taken = ledger.take();
    const settlement = { ...facts, cursor, lastKindSeq, replaySeq, replayUntil, health, disabled, ...taken };
    const row = await context.settlements.submit(settlement).catch((error: unknown) => {
      // What it would have written is gone: whoever comes next begins where the rows say.
      lost = true;
      throw error;
    });
    ledger.settled();
    if (taken.freed.length > 0 || taken.recovered) dueCheckedAt = Number.NEGATIVE_INFINITY;
    if (row === undefined) lost = true;
    else if (row.version !== endpoint.version) stopping = true;
  }

  /** Settles beside the work when there is enough to say, or it was not said for a while. */
  function settleWhenDue(): void {
    const elapsed = performance.now() - settledAt;
    const isDue = ledger.unsettled() >= SETTLE_OUTCOMES || (ledger.unsettled() > 0 && elapsed >= SETTLE_MS) || elapsed >= RENEW_MS;
    if (!isDue || settling !== undefined) return;
    settling = settle(false).finally(() => {
      settling = undefined;
      signal();
    });
    // Whoever waits for it hears of its failure.
    settling.catch(() => undefined);
  }

  /** Something ended, there is more to do, or it is time to look again. */
  const changed = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const isIdle = () => {
    if (ledger.underWay() > 0) return false;
    const at = clock.now();
    if (stopping || lost || isPaused(health, at)) return true;
    const awaitsGap = realNow() < notBefore;
    const hasNew = mayTryNew(health, at) && ledger.rows() < MOST_ROWS && (live.waiting() > 0 || poked);
    return !hasNew && due.length === 0 && (replay === undefined || replayed() || health.openSince !== null) && !awaitsGap;
  };

  async function work(): Promise<number> {
    for (;;) {
      await read();
      await look();
      begin();
      settleWhenDue();
      if (settling !== undefined && isIdle()) await settling;
      if (isIdle()) break;
      if (lost) await changed(SLOW_MS);
      else await changed(SETTLE_MS);
    }
    if (!lost) await settle(true);
    return health.failures;
  }

  return {
    poke() {
      poked = true;
      signal();
    },
    changed() {
      lookedAt = Number.NEGATIVE_INFINITY;
      signal();
    },
    stop() {
      stopping = true;
      signal();
    },
    abandon() {
      lost = true;
      signal();
    },
    ended: work(),
  };
}
