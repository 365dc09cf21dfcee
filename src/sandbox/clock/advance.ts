import type { SharedJob } from "../../platform/jobs/index.ts";
import type { ClockControl } from "./store.ts";

/** Work with due times, for which the clock stops. */
export type DatedJob = SharedJob & Required<Pick<SharedJob, "nextDueAt">>;

/** An advance of the clock. */
export interface ClockAdvance {
  readonly control: Pick<ClockControl, "stepTo">;
  readonly jobs: readonly DatedJob[];
  /** The time of the clock, and the time to move it to, which is not earlier. Epoch ms. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds of real time since the advance began; infinite when it must end now. */
  readonly elapsedMs: () => number;
  readonly onStep: () => void;
}

/** During this first part of its time, an advance stops at every due instant. */
const EXACT_PHASE_MS = 5_000;
/** An advance takes at most this long, plus the round in progress and the work due at its end. */
const BUDGET_MS = 20_000;

/**
 * Moves the clock from one due instant to the next and carries out the work due at each. So all effects happen in the order of their due
 * times and have those times. An advance that takes long makes longer steps; the last one goes to the end. Work due within such a step
 * happens at its end, in the order in which each work takes what is due.
 */
export async function advanceClock({ control, jobs, from, to, elapsedMs, onStep }: ClockAdvance): Promise<void> {
  let at = from;
  // The clock must stand still while work due now is done. Otherwise it would run past what becomes due next.
  await control.stepTo(at);
  for (;;) {
    const next = await runDueJobs(jobs, at, elapsedMs);
    if (at >= to) return;
    const spentShare = Math.min(1, Math.max(0, elapsedMs() - EXACT_PHASE_MS) / (BUDGET_MS - EXACT_PHASE_MS));
    const shortestStepTo = at + Math.round((to - at) * spentShare ** 2);
    at = Math.min(to, Math.max(next, shortestStepTo));
    await control.stepTo(at);
    onStep();
  }
}

/**
 * Carries out due work until nothing is due, the time is up, or a round changes nothing because another process holds the work. Returns
 * when the next work is due; infinite when there is none.
 */
async function runDueJobs(jobs: readonly DatedJob[], at: number, elapsedMs: () => number): Promise<number> {
  let lastRound = "";
  for (;;) {
    const { due, next, doneBefore } = await findDueJobs(jobs, at, elapsedMs);
    const round = `${doneBefore} ${due.map(({ work, dueAt }) => `${work.name} ${dueAt}`).join()}`;
    if (due.length === 0 || round === lastRound || elapsedMs() >= BUDGET_MS) return next;
    for (const { work } of due) await work.run();
    lastRound = round;
  }
}

/**
 * The work due now, the earliest first, and when the next is due. The loops of this process run too, and the work that they hold is not
 * counted as due. So this waits for them, and reads again if they did something in the meantime.
 */
async function findDueJobs(jobs: readonly DatedJob[], at: number, elapsedMs: () => number) {
  for (;;) {
    const doneBefore = totalDone(jobs);
    const dated = await Promise.all(jobs.map(async (work) => ({ work, dueAt: (await work.nextDueAt()) ?? Number.POSITIVE_INFINITY })));
    await Promise.all(jobs.map((work) => work.idle()));
    if (totalDone(jobs) !== doneBefore && elapsedMs() < BUDGET_MS) continue;
    const due = dated.filter(({ dueAt }) => dueAt <= at).toSorted((a, b) => a.dueAt - b.dueAt);
    const next = Math.min(...dated.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > at));
    return { due, next, doneBefore };
  }
}

const totalDone = (jobs: readonly DatedJob[]) => jobs.reduce((sum, work) => sum + work.done(), 0);
