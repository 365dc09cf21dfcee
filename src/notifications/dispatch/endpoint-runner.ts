import { isPaused } from "./circuit.ts";
import { createIntake } from "./work-source.ts";
import { createLedger } from "./delivery-state.ts";
import { createSender, SLOW_MS } from "./throttled-sender.ts";
import { createSettler, SETTLE_MS } from "./result-flusher.ts";
import { standingOf, type Claim, type RunnerContext } from "./endpoint-state.ts";
import { createStarter } from "./starter.ts";

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

/** Works for one endpoint until nothing is left that can be done now: reads, begins, settles, and waits for something to end. */
export function run(context: RunnerContext, claim: Claim): Runner {
  const { clock } = context;
  const ledger = createLedger(claim.waiting);
  const standing = standingOf(claim, ledger);
  let rouse: () => void = () => undefined;
  const signal = () => rouse();
  const sender = createSender(context, standing, signal);
  const intake = createIntake(context, standing);
  const settler = createSettler(context, standing, intake, signal);
  const begin = createStarter(context, standing, intake, sender, signal);

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
    if (standing.stopping || standing.lost || isPaused(standing.health, clock.now())) return true;
    return !intake.hasMore() && !sender.awaitsGap();
  };

  async function work(): Promise<number> {
    for (;;) {
      await intake.read(() => settler.underWay() !== undefined);
      await intake.look();
      begin();
      settler.whenDue();
      if (isIdle()) await settler.underWay();
      if (isIdle()) break;
      await changed(standing.lost ? SLOW_MS : SETTLE_MS);
    }
    if (!standing.lost) await settler.release();
    return standing.health.failures;
  }

  return {
    poke() {
      intake.poke();
      signal();
    },
    changed() {
      intake.changed();
      signal();
    },
    stop() {
      standing.stopping = true;
      signal();
    },
    abandon() {
      standing.lost = true;
      signal();
    },
    ended: work(),
  };
}
