import type { Clock } from "../../platform/basics/index.ts";
import { countAffected } from "./count-worker.ts";
import { LEASE_SECONDS, LeaseLost, toLeasedWarning, type LeasedWarning } from "./leased-warning.ts";
import { forgottenAt, nextCountAt, nextPhaseAt, phaseAt } from "./phases.ts";
import * as queries from "./queries.ts";
import { forgetAffected, tellPhase, tellWithdrawal, type TellContext } from "./tell-worker.ts";

export interface WarningWorkerContext extends TellContext {
  readonly clock: Clock;
  /** Applies scheduled changes that are due, so that a change is in effect before sellers are told that it is. */
  readonly applyDue: () => Promise<boolean>;
  /** Called with how long the warning of this round has been due, in ms; 0 when none is. */
  readonly onLate: (ms: number) => void;
}

/**
 * Warns of changes that remove or narrow something. A row of reference_warnings is leased, the products that its change affects are counted, and the
 * sellers are told when a phase begins. When a process dies, another one goes on where the count had got to. Each call of the returned function runs
 * one round and returns the number of warnings it worked on.
 */
export function createWarningWorker(context: WarningWorkerContext): () => Promise<number> {
  const { db, clock, onLate } = context;
  return async () => {
    const now = clock.now();
    const [row] = await db.run([], queries.claimWarning, [now, LEASE_SECONDS]);
    onLate(row === undefined ? 0 : Math.max(0, now - row.due_at));
    if (row === undefined) return 0;
    try {
      await advance(context, toLeasedWarning(row), now);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
    return 1;
  };
}

/** Does what is due for a warning: count, tell, or forget. */
async function advance(context: WarningWorkerContext, warning: LeasedWarning, now: number): Promise<void> {
  const { db } = context;
  const { effectiveAt, countDueAt } = warning;
  if (warning.withdrawn) return tellWithdrawal(context, warning, now);
  if (now >= forgottenAt(effectiveAt)) return forgetAffected(db, warning);
  if (now >= effectiveAt) await context.applyDue();
  const mustCount = countDueAt !== undefined && countDueAt <= now;
  if (mustCount && !(await countAffected(db, warning, now))) return release(context, warning, now);
  const phase = phaseAt(effectiveAt, now);
  // Before the change is in effect, each count may find sellers who were not affected before.
  if (phase.version > warning.told || (mustCount && now < effectiveAt)) await tellPhase(context, warning, phase, now);
  const told = Math.max(phase.version, warning.told);
  const nextAt = [
    mustCount ? nextCountAt(effectiveAt, now) : countDueAt,
    nextPhaseAt(effectiveAt, told),
    now >= effectiveAt ? forgottenAt(effectiveAt) : undefined,
  ];
  await release(context, { ...warning, told }, Math.min(...nextAt.filter((at) => at !== undefined)));
}

async function release({ db }: WarningWorkerContext, { changeId, fence, told }: LeasedWarning, dueAt: number): Promise<void> {
  await db.run([], queries.releaseWarning, [changeId, fence, told, dueAt]);
}
