import type { SharedJob } from "../../platform/jobs/index.ts";
import type { ClockControl } from "./store.ts";

/** A job with due times, at which the clock stops. */
export type DatedJob = SharedJob & Required<Pick<SharedJob, "nextDueAt">>;

/** An advance of the clock. */
export interface ClockAdvance {
  readonly control: Pick<ClockControl, "stepTo">;
  readonly jobs: readonly DatedJob[];
  /** Start and end of the advance, epoch ms. The end is not before the start. */
  readonly from: number;
  readonly to: number;
  /** Real time since the advance began, in milliseconds; infinite when the advance must end now. */
  readonly elapsedMs: () => number;
  readonly onStep: () => void;
}

/** The first part of an advance, in real time. During it, the clock stops at every due instant. */
const EXACT_PHASE_MS = 5_000;
/** Maximum real time of an advance, not counting the round in progress and the work due at its end. */
const BUDGET_MS = 20_000;

/**
 * Moves the clock from one due instant to the next and does the work due at each. So all effects happen in the order of their due times and
 * have those times. A long advance makes longer steps, and its last step goes to the end. Work due within such a step is done at the end of
 * the step, in the order in which each job takes it.
 */
export async function advanceClock({ control, jobs, from, to, elapsedMs, onStep }: ClockAdvance): Promise<void> {
  let at = from;
  // The clock must not run while the work due now is done. Otherwise it would pass the next due instant.
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
 * Does due work until nothing is due, the time is up, or a round changes nothing because another process holds the work. Returns the due
 * time of the next work; infinite when there is none.
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
 * The jobs due now, earliest first, and the due time of the next work. The loops of this process also run, and the work that they hold is
 * not counted as due. So this function waits for them. If they did something in the meantime, it reads the due times again.
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
