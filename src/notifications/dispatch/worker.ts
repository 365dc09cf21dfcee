import { realNow, type Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { KeyRing } from "../../platform/crypto/key-ring.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { Outbound } from "../../platform/outbound/client.ts";
import { newEventsSignalOf } from "../../platform/jobs/new-events-signal.ts";
import { createWakeUpSignal, type Job } from "../../platform/jobs/job.ts";
import { keyOf, openSecret } from "../secret.ts";
import { FAILURES_TO_OPEN } from "./circuit.ts";
import type { DeliveryFaults } from "./delivery-fault.ts";
import { createPlaces } from "./semaphore.ts";
import * as queries from "./queries.ts";
import { createReader } from "./event-reader.ts";
import { run, type Runner } from "./endpoint-runner.ts";
import type { Claim, RunnerContext } from "./endpoint-state.ts";
import { LEASE_SECONDS, settlements } from "./persist-results.ts";

export interface DispatcherContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: KeyRing;
  readonly outbound: Outbound;
  /** Whether notifications may not go to a URL as it is written. */
  readonly isRefused: (url: string) => boolean;
  readonly retrySeconds: readonly number[];
  readonly timeoutSeconds: number;
  readonly concurrency: number;
  readonly disableDays: number;
  /** What befalls events on purpose; production has none. */
  readonly faults?: DeliveryFaults | undefined;
}

/** Delivers events to endpoints. */
export interface Dispatcher {
  /** Each round takes up whatever endpoints have something to do. */
  readonly job: Job;
  /** An endpoint was changed by this process. */
  changed(sellerId: number, endpointId: string): void;
  /** What is under way gets a moment to end; what does not is sent again by whoever comes next. */
  close(): Promise<void>;
  /** Requests under way. */
  underWay(): number;
}

const POLL_MS = 250;
/** Wake-ups within so long are one. */
const WAKE_MS = 10;
/** Endpoints worked for at one time. */
const MOST_RUNNERS = 1_000;
const STOP_MS = 2_000;
/** Failures in a row are remembered of so many endpoints; of whom they are forgotten, the count begins anew. */
const MOST_REMEMBERED = 10_000;
const SELLERS_REMEMBERED = 100_000;

/**
 * The dispatcher (decisions 7): finds endpoints with something to do, leases them and lets a runner work for each. Leases are
 * fenced, so that of two processes one alone settles; rows say what is to be done, nothing lives only here.
 */
export function createDispatcher(context: DispatcherContext): Dispatcher {
  const { db, clock, log } = context;
  const shared: RunnerContext = {
    ...context,
    places: createPlaces(context.concurrency),
    reader: createReader(db),
    settlements: settlements(db),
  };
  const runners = new Map<string, Runner>();
  const bySeller = new Map<number, Set<Runner>>();
  const failures = new Map<string, number>();
  /** Sellers that had something to deliver: for their next event it is worth looking at once. */
  const listening = new Set<number>();
  const wakeUp = createWakeUpSignal();
  let deafen: (() => void) | undefined;
  let wakening: NodeJS.Timeout | undefined;

  async function scan(): Promise<number> {
    deafen ??= newEventsSignalOf(db).subscribe(heard);
    const room = MOST_RUNNERS - runners.size;
    if (room <= 0) return 0;
    const ready = await db.wide.run("every seller", queries.readyEndpoints, [clock.now(), room]);
    if (ready.length === 0) return 0;
    const claims = await claimed(ready);
    for (const claim of claims) begin(claim);
    return 0;
  }

  /** Waits until nothing is left that runners can do now. */
  async function settle(): Promise<void> {
    while (runners.size > 0) await Promise.allSettled([...runners.values()].map((runner) => runner.ended));
  }

  /** Leases endpoints, and reads what is written down of them. */
  async function claimed(ready: readonly { readonly seller_id: number; readonly endpoint_id: string }[]): Promise<readonly Claim[]> {
    const sellers = [...new Set(ready.map(({ seller_id }) => seller_id))];
    const [rows, waiting] = await db.transaction(sellers, async (transaction) => {
      const sorted = ready.toSorted((a, b) => a.seller_id - b.seller_id || (a.endpoint_id < b.endpoint_id ? -1 : 1));
      const leased = await transaction.run(queries.claimEndpoints, [
        sorted.map(({ seller_id }) => seller_id),
        sorted.map(({ endpoint_id }) => endpoint_id),
        LEASE_SECONDS,
      ]);
      const found = await transaction.run(queries.waitingOf, [
        leased.map(({ seller_id }) => seller_id),
        leased.map(({ endpoint_id }) => endpoint_id),
        leased.map(({ cursor_seq }) => cursor_seq),
      ]);
      return [leased, found] as const;
    });
    const rowsOf = Map.groupBy(waiting, nameOf);
    return rows.map((endpoint) => claimOf(endpoint, rowsOf.get(nameOf(endpoint)) ?? []));
  }

  function claimOf(
    endpoint: queries.ClaimedRow,
    rows: readonly { readonly resource: string; readonly seq: number | null; readonly dead: boolean; readonly delivery_id: string }[],
  ): Claim {
    const key = { sellerId: endpoint.seller_id, endpointId: endpoint.endpoint_id };
    const stillSigns = endpoint.previous_secret !== null && endpoint.previous_until! > realNow();
    const secrets = [endpoint.secret, ...(stillSigns ? [endpoint.previous_secret] : [])];
    const waiting = new Map<string, Set<string>>();
    for (const { resource, delivery_id, dead } of rows) {
      if (!dead) waiting.set(resource, (waiting.get(resource) ?? new Set()).add(delivery_id));
    }
    return {
      endpoint,
      keys: secrets.map((secret) => keyOf(openSecret(context.keys, secret, key))),
      waiting,
      settled: new Set(rows.flatMap(({ seq }) => seq ?? [])),
      failures: endpoint.open_since === null ? (failures.get(nameOf(endpoint)) ?? 0) : FAILURES_TO_OPEN,
    };
  }

  function begin(claim: Claim): void {
    const { seller_id: sellerId } = claim.endpoint;
    const name = nameOf(claim.endpoint);
    const runner = run(shared, claim);
    runners.set(name, runner);
    bySeller.set(sellerId, (bySeller.get(sellerId) ?? new Set()).add(runner));
    if (listening.size >= SELLERS_REMEMBERED) listening.clear();
    listening.add(sellerId);
    void runner.ended
      .then((count) => remember(name, count))
      .catch((error: unknown) => log.error({ worker: "dispatcher", sellerId, error }, "notifications stopped and will be taken up again"))
      .finally(() => {
        runners.delete(name);
        const others = bySeller.get(sellerId);
        others?.delete(runner);
        if (others?.size === 0) bySeller.delete(sellerId);
        // What came while it was ending was told to nobody.
        soon();
      });
  }

  function remember(name: string, count: number): void {
    if (failures.size >= MOST_REMEMBERED) failures.clear();
    if (count === 0) failures.delete(name);
    else failures.set(name, count);
  }

  const soon = () => {
    wakening ??= setTimeout(() => {
      wakening = undefined;
      wakeUp.send();
    }, WAKE_MS);
  };
  const heard = (sellerIds: readonly number[]) => {
    for (const sellerId of sellerIds) {
      bySeller.get(sellerId)?.forEach((runner) => runner.poke());
      if (listening.has(sellerId)) soon();
    }
  };

  return {
    job: { name: "dispatcher", role: "dispatcher", pollMs: POLL_MS, run: scan, settle, wakeUp },
    changed(sellerId, endpointId) {
      runners.get(nameOf({ seller_id: sellerId, endpoint_id: endpointId }))?.changed();
    },
    async close() {
      deafen?.();
      clearTimeout(wakening);
      for (const runner of runners.values()) runner.stop();
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_MS)));
      const ended = Promise.allSettled([...runners.values()].map((runner) => runner.ended));
      await Promise.race([ended, patience]);
      clearTimeout(timer);
      for (const runner of runners.values()) runner.abandon();
      await context.outbound.close();
      await ended;
    },
    underWay: shared.places.taken,
  };
}

const nameOf = ({ seller_id, endpoint_id }: { readonly seller_id: number; readonly endpoint_id: string }) => `${seller_id} ${endpoint_id}`;
