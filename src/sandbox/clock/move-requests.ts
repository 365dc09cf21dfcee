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
  /** All background work of the process. Called when the clock is moved. */
  readonly jobs: () => readonly SharedJob[];
}

/** How far or until when to move the clock: exactly one of the two. `to` is epoch ms. */
export interface MoveRequest {
  readonly by?: string;
  readonly to?: number;
}

/** A move of the clock by this process. It is over once `doneAfter` is set. */
export interface ClockMove {
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  /** How much each work had done before the move, by name, and after it. */
  readonly doneBefore: ReadonlyMap<string, number>;
  doneAfter?: ReadonlyMap<string, number>;
  steps: number;
}

/** Moves the clock on request of this process's callers. */
export interface ClockMover {
  /** Starts a move and waits for its end or for about a second. A refusal says why the clock did not move. */
  move(request: MoveRequest): Promise<"moved" | Refusal>;
  /** The last move of this process, which may still be under way. */
  last(): ClockMove | undefined;
  /** The background work that the clock stops for. */
  datedJobs(): readonly DatedJob[];
  /** Reports that the process is about to end. A move under way then goes to its end in one step. */
  hurry(): void;
  /** Resolves when no move is under way. */
  close(): Promise<void>;
}

const MAX_DAYS_AHEAD = 3_650;
/** A caller gets an answer within a second; a longer move goes on. */
const ANSWER_WITHIN_MS = 800;
const RETRY_AFTER_SECONDS = 1;

/** The refusal while another call changes the clock. */
export const refuseWhileMoving = (): Refusal => clockErrors.refuse("clock_moving", { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** How much each work has done so far, by name. */
export const doneCounts = (jobs: readonly DatedJob[]): ReadonlyMap<string, number> => new Map(jobs.map((work) => [work.name, work.done()]));

/** No move yet. */
export function createClockMover({ clock, log, jobs }: ClockContext): ClockMover {
  // Work without due times, such as notifications, runs at its own pace.
  const datedJobs = () => jobs().filter((work): work is DatedJob => work.nextDueAt !== undefined);
  let allMoves: Promise<unknown> = Promise.resolve();
  let last: ClockMove | undefined;
  let isEnding = false;

  /** Moves the clock all the way; `onStarted` is called once the goal is known. */
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
      // A call that is refused ends before the move it waited for, so both are awaited.
      const earlierMoves = allMoves;
      allMoves = ended.then(() => earlierMoves);
      let outcome = await Promise.race([wholeMove, answerTimeout()]);
      // It has waited for another move, or has not computed its goal yet.
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

/** The instant to move to from the current time of the clock, epoch ms, or why it cannot go there. */
function goalOf({ by, to }: MoveRequest, from: number, clock: SharedClock): number | Refusal {
  if ((by === undefined) === (to === undefined)) return clockErrors.refuse("clock_move_ambiguous");
  const goal = by === undefined ? to! : from + durationMs(by);
  if (goal < from) return clockErrors.refuse("clock_moves_forward", { params: { now: isoDateTime(from) } });
  if (goal - clock.real.now() > MAX_DAYS_AHEAD * DAY_MS) return clockErrors.refuse("clock_too_far", { allowed: MAX_DAYS_AHEAD });
  return goal;
}
