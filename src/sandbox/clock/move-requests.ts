import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS, isoDateTime } from "../../platform/basics/index.ts";
import { Refusal } from "../../platform/contract/index.ts";
import type { Log } from "../../platform/observability/index.ts";
import type { SharedJob } from "../../platform/jobs/index.ts";
import { advanceClock, type DatedJob } from "./advance.ts";
import { durationMs } from "./duration.ts";
import { clockErrors } from "./errors.ts";
import type { ClockControl, SharedClock } from "./store.ts";

export interface ClockContext {
  readonly clock: SharedClock;
  readonly log: Log;
  /** Returns all background jobs of the process. Called when the clock is moved. */
  readonly jobs: () => readonly SharedJob[];
}

/** A request to move the clock by a duration (`by`) or to an instant (`to`, epoch ms). A request with both or neither is refused. */
export interface MoveRequest {
  readonly by?: string;
  readonly to?: number;
}

/** A move of the clock by this process. The move is over once `doneAfter` is set. */
export interface ClockMove {
  /** Start and end of the move, epoch ms of the marketplace's clock. */
  readonly from: number;
  readonly to: number;
  /** Total work that each job had done before the move (`doneBefore`) and after it (`doneAfter`), by job name. */
  readonly doneBefore: ReadonlyMap<string, number>;
  doneAfter?: ReadonlyMap<string, number>;
  steps: number;
}

/** Moves the clock for callers of this process. */
export interface ClockMover {
  /** Starts a move and waits for its end, usually for at most a second. Returns a refusal when the clock did not move. */
  move(request: MoveRequest): Promise<"moved" | Refusal>;
  /** The last move of this process, which may still be in progress. */
  last(): ClockMove | undefined;
  /** The background jobs that have due times, at which a moving clock stops (`advanceClock`). */
  datedJobs(): readonly DatedJob[];
  /** Makes a move in progress go to its end in one step. Called when the process is about to end. */
  hurry(): void;
  /** Resolves when no move is in progress. */
  close(): Promise<void>;
}

const MAX_DAYS_AHEAD = 3_650;
/** Maximum time that a call waits for the end of a move. The call is answered within a second; a longer move continues after the answer. */
const ANSWER_WITHIN_MS = 800;
const RETRY_AFTER_SECONDS = 1;

/** The refusal of a call because another call is changing the clock. */
export const refuseWhileMoving = (): Refusal => clockErrors.refuse("clock_moving", { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Total work that each job has done so far, by job name. */
export const doneCounts = (jobs: readonly DatedJob[]): ReadonlyMap<string, number> => new Map(jobs.map((work) => [work.name, work.done()]));

/** Creates the clock mover of this process. */
export function createClockMover({ clock, log, jobs }: ClockContext): ClockMover {
  // A moving clock does not stop for jobs without due times, such as notifications.
  const datedJobs = () => jobs().filter((work): work is DatedJob => work.nextDueAt !== undefined);
  let allMoves: Promise<unknown> = Promise.resolve();
  let last: ClockMove | undefined;
  let isEnding = false;

  /** Carries out a move to its end. Calls `onStarted` when the move can no longer be refused. */
  async function moveAllTheWay(control: ClockControl, request: MoveRequest, onStarted: () => void): Promise<ClockMove | Refusal> {
    const from = clock.now();
    const to = goalOf(request, from, clock);
    if (to instanceof Refusal) return to;
    const move: ClockMove = { from, to, doneBefore: doneCounts(datedJobs()), steps: 0 };
    const startedMs = performance.now();
    last = move;
    onStarted();
    try {
      await advanceClock({
        control,
        jobs: datedJobs(),
        from,
        to,
        elapsedMs: () => (isEnding ? Number.POSITIVE_INFINITY : performance.now() - startedMs),
        onStep: () => (move.steps += 1),
      });
    } finally {
      move.doneAfter = doneCounts(datedJobs());
    }
    return move;
  }

  return {
    async move(request) {
      let hasStarted = false;
      const wholeMove = clock.change((control) => moveAllTheWay(control, request, () => (hasStarted = true)));
      const ended = wholeMove.catch((error: unknown) => log.error({ error }, "the clock stopped on its way"));
      // A call that is refused because an earlier move takes too long ends before that move. So `close` must wait for the earlier moves too.
      const earlierMoves = allMoves;
      allMoves = ended.then(() => earlierMoves);
      let outcome = await Promise.race([wholeMove, answerTimeout()]);
      // If the move has not started, it may still be refused, so the call waits for its outcome.
      if (outcome === "late" && !hasStarted) outcome = await wholeMove;
      if (outcome === undefined) return refuseWhileMoving();
      return outcome instanceof Refusal ? outcome : "moved";
    },
    last: () => last,
    datedJobs,
    hurry() {
      isEnding = true;
    },
    close: async () => void (await allMoves),
  };
}

const answerTimeout = () => delay(ANSWER_WITHIN_MS, "late" as const, { ref: false });

/** The instant to which a request moves the clock from `from`, or the refusal of the request. Both times are epoch ms. */
function goalOf({ by, to }: MoveRequest, from: number, clock: SharedClock): number | Refusal {
  if ((by === undefined) === (to === undefined)) return clockErrors.refuse("clock_move_ambiguous");
  const goal = by === undefined ? to! : from + durationMs(by);
  if (goal < from) return clockErrors.refuse("clock_moves_forward", { params: { now: isoDateTime(from) } });
  if (goal - clock.real.now() > MAX_DAYS_AHEAD * DAY_MS) return clockErrors.refuse("clock_too_far", { allowed: MAX_DAYS_AHEAD });
  return goal;
}
