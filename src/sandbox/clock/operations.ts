import { isoDateTime } from "../../platform/basics/index.ts";
import { type Answer, type Endpoint, endpoint, Refusal } from "../../platform/contract/index.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import type { DatedJob } from "./advance.ts";
import * as contract from "./contract.ts";
import { createClockMover, doneCounts, refuseWhileMoving, type ClockContext, type ClockMove, type ClockMover } from "./move-requests.ts";
import type { ClockControl, SharedClock } from "./store.ts";

/** The clock's endpoints, and the functions that end the clock's moves when the process ends. */
export interface ClockOperations extends Pick<ClockMover, "hurry" | "close"> {
  readonly endpoints: readonly Endpoint[];
}

/** Endpoints with which operators control the sandbox's clock (decisions 8). */
export function createClockOperations(context: ClockContext): ClockOperations {
  const { clock } = context;
  const mover = createClockMover(context);
  const answer = async (): Promise<Answer> => ({ status: 200, body: await clockView(clock, mover) });

  async function change(work: (control: ClockControl) => Promise<void>): Promise<Answer | Refusal> {
    const outcome = await clock.change(async (control) => (await work(control), true));
    return outcome === undefined ? refuseWhileMoving() : answer();
  }

  const endpoints = [
    endpoint(contract.getClock, answer),
    endpoint(contract.moveClock, async (call: OperatorCall<typeof contract.moveClock>): Promise<Answer | Refusal> => {
      const outcome = await mover.move(call.body);
      return outcome instanceof Refusal ? outcome : answer();
    }),
    endpoint(contract.putClock, (call: OperatorCall<typeof contract.putClock>) => change((control) => control.freeze(call.body.frozen))),
    endpoint(contract.resetClock, () => change((control) => control.reset())),
  ];
  return { endpoints, hurry: mover.hurry, close: mover.close };
}

const links = [
  { rel: "self", href: "/operator/v1/clock" },
  { rel: "moves", href: "/operator/v1/clock/moves" },
];

async function clockView(clock: SharedClock, mover: ClockMover) {
  const jobs = mover.datedJobs();
  const [now, realNow, next] = [clock.now(), clock.real.now(), await earliestDue(jobs)];
  const last = mover.last();
  return {
    now: isoDateTime(now),
    realNow: isoDateTime(realNow),
    aheadMs: now - realNow,
    frozen: clock.isFrozen(),
    ...(last && !last.doneAfter ? { movingTo: isoDateTime(last.to) } : {}),
    ...(next === undefined ? {} : { next: { work: next.name, dueAt: isoDateTime(Math.max(now, next.dueAt)) } }),
    ...(last && { moved: moveView(last, doneCounts(jobs)) }),
    links,
  };
}

const moveView = ({ from, to, steps, doneBefore, doneAfter }: ClockMove, doneNow: ReadonlyMap<string, number>) => ({
  from: isoDateTime(from),
  to: isoDateTime(to),
  steps,
  finished: doneAfter !== undefined,
  done: [...(doneAfter ?? doneNow)]
    .map(([work, count]) => ({ work, count: count - doneBefore.get(work)! }))
    .filter(({ count }) => count > 0),
});

/** The job with the earliest due time, and that time; undefined when no job has one. */
async function earliestDue(jobs: readonly DatedJob[]): Promise<{ readonly name: string; readonly dueAt: number } | undefined> {
  const dueTimes = await Promise.all(jobs.map(async ({ name, nextDueAt }) => ({ name, dueAt: await nextDueAt() })));
  return dueTimes
    .flatMap(({ name, dueAt }) => (dueAt === undefined ? [] : [{ name, dueAt }]))
    .reduce<{ name: string; dueAt: number } | undefined>((first, one) => (first && first.dueAt <= one.dueAt ? first : one), undefined);
}
