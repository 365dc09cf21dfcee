import type { SharedJob } from "../../platform/jobs/job.ts";
import type { Hand } from "./store.ts";

/** Works that the clock stops for. */
export type DatedJob = SharedJob & Required<Pick<SharedJob, "nextDueAt">>;

/** A way that the clock is to go. */
export interface Move {
  readonly hand: Pick<Hand, "stepTo">;
  readonly jobs: readonly DatedJob[];
  /** Epoch ms; where the clock stands, and where it goes, which is not before. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds of real time since the move began; infinite when it must end now. */
  readonly elapsedMs: () => number;
  readonly onStep: () => void;
}

/** So long a move stops at every instant at which something is due. */
const EXACT_MS = 5_000;
/** A move takes longer only for the round in progress and what is due at its end. */
const BUDGET_MS = 20_000;

/**
 * Moves the clock from one due instant to the next and carries out what is due at each, so that consequences come in the order of
 * their due times and carry their instants, also consequences of consequences. When it takes long its steps get longer, until one
 * goes to the end: what is due within a step happens at its end, in the order in which each work takes what is due.
 */
export async function moveInSteps({ hand, jobs, from, to, elapsedMs, onStep }: Move): Promise<void> {
  let at = from;
  // It stands here too while what is due already happens: a step to what is due next would be one back otherwise.
  await hand.stepTo(at);
  for (;;) {
    const next = await drain(jobs, at, elapsedMs);
    if (at >= to) return;
    const spent = Math.min(1, Math.max(0, elapsedMs() - EXACT_MS) / (BUDGET_MS - EXACT_MS));
    const least = at + Math.round((to - at) * spent ** 2);
    at = Math.min(to, Math.max(next, least));
    await hand.stepTo(at);
    onStep();
  }
}

/**
 * Carries out what is due until nothing is, or the time is up, or a round changes nothing because somebody else is at it. Answers when the
 * first thing is due that is not due yet; infinite when there is none.
 */
async function drain(jobs: readonly DatedJob[], at: number, elapsedMs: () => number): Promise<number> {
  let inVain = "";
  for (;;) {
    const { due, next, doneBefore } = await look(jobs, at, elapsedMs);
    const waiting = `${doneBefore} ${due.map(({ work, dueAt }) => `${work.name} ${dueAt}`).join()}`;
    if (due.length === 0 || waiting === inVain || elapsedMs() >= BUDGET_MS) return next;
    for (const { work } of due) await work.run();
    inVain = waiting;
  }
}

/**
 * What is due, the earliest first, and when the next thing is. Loops of this process are at work too: what they hold is not seen as due,
 * so whoever looks waits for them, and looks again if they got something done meanwhile.
 */
async function look(jobs: readonly DatedJob[], at: number, elapsedMs: () => number) {
  for (;;) {
    const doneBefore = doneBy(jobs);
    const dated = await Promise.all(jobs.map(async (work) => ({ work, dueAt: (await work.nextDueAt()) ?? Number.POSITIVE_INFINITY })));
    await Promise.all(jobs.map((work) => work.idle()));
    if (doneBy(jobs) !== doneBefore && elapsedMs() < BUDGET_MS) continue;
    const due = dated.filter(({ dueAt }) => dueAt <= at).toSorted((a, b) => a.dueAt - b.dueAt);
    const next = Math.min(...dated.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > at));
    return { due, next, doneBefore };
  }
}

const doneBy = (jobs: readonly DatedJob[]) => jobs.reduce((sum, work) => sum + work.done(), 0);
