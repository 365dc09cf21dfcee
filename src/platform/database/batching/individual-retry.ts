import { Blocked, DatabaseConflict, DatabaseUnavailable } from "../database.ts";
import type { Settling } from "../../idempotency/keyed-call.ts";
import { createSlots, type Slots } from "../../jobs/concurrency-limit.ts";

/** A call that waits for its result. */
export interface Called<Item, Result> {
  readonly item: Item;
  readonly settling: Settling<Result> | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One result per item, in the order of the items. Items arrive sorted by key; each may have a settling at its place. Who cannot have its row
 * soon may be `Blocked`, but for whoever waits `patiently`.
 */
export type Run<Item, Result> = (
  items: readonly Item[],
  settlings: readonly (Settling<Result> | undefined)[],
  patiently?: true,
) => Promise<readonly Result[]>;

/** Turns of calls that go by themselves. Each holds a connection, and others need some too. */
export interface Turns {
  /** Of tries that give up a lock soon. */
  readonly brief: Slots;
  /** Of those that wait for one. */
  readonly patient: Slots;
}
/** Turns of a pool of connections. */
export const createTurns = (): Turns => ({ brief: slots(4), patient: slots(2) });
const slots = (all: number) => createSlots({ all, perKey: all, waiting: Number.POSITIVE_INFINITY });

/** Whose batch was blocked and who has had no turn since is refused then; about as long as a lock is waited for. */
const TURN_MS = 2_000;
/** Longest a call that others keep overtaking tries again; about as long as a statement may take. */
const PATIENCE_MS = 4_000;

/** Away for everybody, and not only for whoever wants a locked row. */
export const isAway = (error: unknown): boolean => error instanceof DatabaseUnavailable && !(error instanceof Blocked);

/** Of a batch that failed. */
export interface FailedBatch<Item, Result, Call extends Called<Item, Result>> {
  readonly name: string;
  readonly run: Run<Item, Result>;
  readonly turns: Turns;
  /** Hears of each call that is done. */
  readonly leave: (call: Call) => void;
  readonly cause: unknown;
  /** When it was sent, `performance.now()`. */
  readonly sinceMs: number;
}

/**
 * The calls of a batch that failed, by themselves, out of the way of other batches. Each is tried first without waiting for a lock; those
 * that must wait for one do so then, few at a time. Where the batch was blocked, whose turn does not come in time is refused as it was; and once
 * the database is away, all that are left.
 */
export function carryOutAlone<Item, Result, Call extends Called<Item, Result>>(
  calls: readonly Call[],
  { name, run, turns, leave, cause, sinceMs }: FailedBatch<Item, Result, Call>,
): void {
  const isBlocked = cause instanceof Blocked;
  const untilMs = isBlocked ? sinceMs + TURN_MS : Number.POSITIVE_INFINITY;
  // A batch of one has been tried by itself.
  const isTried = isBlocked && calls.length === 1;
  let away: unknown;
  const refusal = () => away ?? (performance.now() > untilMs ? cause : undefined);

  /** Answers whether the call must wait for a lock. */
  async function attempt(call: Call, patiently?: true): Promise<boolean> {
    const refused = refusal();
    if (refused !== undefined) call.reject(refused);
    else
      try {
        call.resolve((await run([call.item], [call.settling], patiently))[0]!);
      } catch (error) {
        if (!patiently && error instanceof Blocked) return true;
        // Each run has paused and repeated already.
        if (error instanceof DatabaseConflict && performance.now() - sinceMs < PATIENCE_MS) return attempt(call, patiently);
        // Whoever waited for a lock may have waited too long.
        if (!patiently && isAway(error)) away = error;
        call.reject(error);
      }
    return false;
  }
  async function carryOut(call: Call): Promise<void> {
    const mustWait = isTried || (await turns.brief.run(name, () => attempt(call)));
    if (mustWait) await turns.patient.run(name, () => attempt(call, true));
    leave(call);
  }
  for (const call of calls) void carryOut(call);
}
