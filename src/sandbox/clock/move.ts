import type { SharedWork } from "../../platform/work.ts";
import type { Hand } from "./store.ts";

/** Works that the clock stops for. */
export type DatedWork = SharedWork & Required<Pick<SharedWork, "nextDueAt">>;

/** A way that the clock is to go. */
export interface Move {
  readonly hand: Pick<Hand, "stepTo">;
  readonly works: readonly DatedWork[];
  /** Epoch ms; where the clock stands, and where it goes, which is not before. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds of real time since the move began; infinite when it must end now. */
  readonly elapsedMs: () => number;
  readonly onStep: () => void;
}

/** A move takes longer only for the round in progress and what is due at its end. */
const BUDGET_MS = 20_000;

/**
 * Moves the clock from one due instant to the next and carries out what is due at each, so that consequences come in the order of their
 * due times and carry their instants, also consequences of consequences. The longer it takes, the longer the steps get, until one goes
 * to the end: what is due within a step happens at its end, in the order in which each work takes what is due.
 */
export async function moveInSteps({ hand, works, from, to, elapsedMs, onStep }: Move): Promise<void> {
  let at = from;
  for (;;) {
    const next = await drain(works, at, elapsedMs);
    if (at >= to) return;
    const spent = Math.min(1, elapsedMs() / BUDGET_MS);
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
async function drain(works: readonly DatedWork[], at: number, elapsedMs: () => number): Promise<number> {
  let inVain = "";
  for (;;) {
    const dated = await Promise.all(works.map(async (work) => ({ work, dueAt: (await work.nextDueAt()) ?? Number.POSITIVE_INFINITY })));
    const due = dated.filter(({ dueAt }) => dueAt <= at).toSorted((a, b) => a.dueAt - b.dueAt);
    const waiting = due.map(({ work, dueAt }) => `${work.name} ${dueAt}`).join();
    // A loop of this process may have done it meanwhile, and something new may follow from that: only what stays as it was is in vain.
    if (waiting === inVain || elapsedMs() >= BUDGET_MS) return Math.min(...dated.map(({ dueAt }) => dueAt).filter((dueAt) => dueAt > at));
    let done = 0;
    for (const { work } of due) done += await work.run();
    inVain = done === 0 ? waiting : "";
  }
}
