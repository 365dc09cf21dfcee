import type { Batcher } from "../../platform/database/batching/batcher.ts";
import type { Clock } from "../../platform/basics/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Outbound } from "../../platform/outbound/client.ts";
import type { Health } from "./circuit.ts";
import type { DeliveryFaults } from "./delivery-fault.ts";
import type { Ledger } from "./delivery-state.ts";
import type { Places } from "./semaphore.ts";
import type { ClaimedRow } from "./queries.ts";
import type { EventReader } from "./event-reader.ts";
import type { Settled, Settlement } from "./persist-results.ts";

/** What every runner of a process shares. */
export interface RunnerContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  /** Whether notifications may not go to a URL as it is written. */
  readonly isRefused: (url: string) => boolean;
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
  readonly endpoint: ClaimedRow;
  /** The secrets that sign, the newest first. */
  readonly keys: readonly Buffer[];
  /** What is written down of it: live rows by resource, and events after the cursor that need no first attempt. */
  readonly waiting: ReadonlyMap<string, ReadonlySet<string>>;
  readonly settled: ReadonlySet<number>;
  readonly failures: number;
}

/** How an endpoint stands while a runner works for it; its sender, its intake and its settler read it and change it. */
export interface Standing {
  readonly claim: Claim;
  readonly ledger: Ledger;
  health: Health;
  /** Why it is to be disabled. */
  disabled: Settlement["disabled"];
  /** Nothing new begins. */
  stopping: boolean;
  /** The lease is another's: nothing counts any more. */
  lost: boolean;
}

/** Beyond so many rows no new event is begun until they are fewer. */
export const MOST_ROWS = 10_000;

/** An endpoint as its claim found it. */
export function standingOf(claim: Claim, ledger: Ledger): Standing {
  const { endpoint, failures } = claim;
  const health = {
    proven: endpoint.proven,
    failures,
    failingSince: endpoint.failing_since,
    openSince: endpoint.open_since,
    probeAt: endpoint.probe_at,
    pauseUntil: endpoint.pause_until,
  };
  return { claim, ledger, health, disabled: null, stopping: false, lost: false };
}
