import type { SharedJob } from "../../platform/jobs/index.ts";
import type { ClockControl } from "./store.ts";

/** A job that has due times. A moving clock stops at these times, unless the move takes long (`EXACT_PHASE_MS`). */
export type DatedJob = SharedJob & Required<Pick<SharedJob, "nextDueAt">>;

/** The inputs of one advance of the clock. */
export interface ClockAdvance {
  readonly control: Pick<ClockControl, "stepTo">;
  readonly jobs: readonly DatedJob[];
  /** Start and end of the advance, epoch ms of the marketplace's clock. The end is not before the start. */
  readonly from: number;
  readonly to: number;
  /** Real time since the advance began, in milliseconds; infinite when the advance must end now. */
  readonly elapsedMs: () => number;
  readonly onStep: () => void;
}

/** Real time from the start of an advance during which the clock stops at every due instant. */
const EXACT_PHASE_MS = 5_000;
/** Maximum real time of an advance. The round then in progress and the work due at the end of the advance may add to it. */
const BUDGET_MS = 20_000;

/**
 * Moves the clock from one due instant to the next and does the work that is due at each instant. So all effects happen at their due times,
 * in the right order. An advance that takes long in real time makes longer steps, and its last step goes to the end. Work due within a
 * longer step is done at the end of that step, in the order that each job chooses.
 */
export async function advanceClock({ control, jobs, from, to, elapsedMs, onStep }: ClockAdvance): Promise<void> {
  let at = from;
  // The clock must stand still while the jobs do the work that is due now. Otherwise it would pass the next due instant.
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
 * Runs the jobs in rounds until nothing is due at `at`, the time is up, or a round changes nothing because another process holds the work.
 * Returns the earliest due time after `at`; infinite when there is none.
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
 * The jobs due at `at`, earliest first, and the earliest due time after `at`. The background loops of this process also run these jobs, and
 * work in progress has no due time. So this function waits until the loops are idle. If they did any work, it reads the due times again.
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
