import { PROBE_MS } from "./circuit.ts";
import type { Intake } from "./work-source.ts";
import { MOST_ROWS, type RunnerContext, type Standing } from "./endpoint-state.ts";

/** Says what became of one endpoint's deliveries, and holds its lease by it. */
export interface Settler {
  /** Settles beside the work when there is enough to say, or it was not said for a while. */
  whenDue(): void;
  /** Settles what is left, and gives the lease back. */
  release(): Promise<void>;
  /** What is being settled; undefined when nothing is. */
  underWay(): Promise<void> | undefined;
}

/** How long the books are kept open: whoever looks again looks as often. */
export const SETTLE_MS = 50;
const SETTLE_OUTCOMES = 64;
/** Settled at least so often, which renews the lease. */
const RENEW_MS = 10_000;

/** Whether so much is to be settled that nothing is added to it for now. */
export const isFull = ({ ledger }: Pick<Standing, "ledger">): boolean => ledger.unsettled() >= SETTLE_OUTCOMES;

/** Settles for one endpoint; `signal` is called whenever that was done. */
export function createSettler({ clock, settlements }: RunnerContext, standing: Standing, intake: Intake, signal: () => void): Settler {
  const { claim, ledger } = standing;
  const { endpoint } = claim;
  let settling: Promise<void> | undefined;
  let settledAt = performance.now();

  async function settle(released: boolean): Promise<void> {
    const { seq: cursor, lastKindSeq } = intake.live.progress();
    const replaySeq = intake.replaySeq();
    const facts = {
      sellerId: endpoint.seller_id,
      endpointId: endpoint.endpoint_id,
      fence: endpoint.fence,
      version: endpoint.version,
      kinds: endpoint.kinds,
      at: clock.now(),
      released,
      cursor,
      lastKindSeq,
      replaySeq,
      replayUntil: replaySeq === null ? null : endpoint.replay_until,
    };
    settledAt = performance.now();
    if (released && ledger.rows() >= MOST_ROWS) standing.health = { ...standing.health, probeAt: clock.now() + PROBE_MS };
    const taken = ledger.take();
    const { health, disabled } = standing;
    const row = await settlements.submit({ ...facts, health, disabled, ...taken }).catch((error: unknown) => {
      // What it would have written is gone: whoever comes next begins where the rows say.
      standing.lost = true;
      throw error;
    });
    ledger.settled();
    if (taken.freed.length > 0 || taken.recovered) intake.freed();
    if (row === undefined) standing.lost = true;
    else if (row.version !== endpoint.version) standing.stopping = true;
  }

  return {
    whenDue() {
      const elapsed = performance.now() - settledAt;
      const isDue = isFull(standing) || (ledger.unsettled() > 0 && elapsed >= SETTLE_MS) || elapsed >= RENEW_MS;
      if (!isDue || settling !== undefined) return;
      settling = settle(false).finally(() => {
        settling = undefined;
        signal();
      });
      // Whoever waits for it hears of its failure.
      settling.catch(() => undefined);
    },
    release: () => settle(true),
    underWay: () => settling,
  };
}
