import { setTimeout as delay } from "node:timers/promises";
import { DAY_MS, isoDateTime } from "../../platform/basics/clock.ts";
import { endpoint, type Answer, type Endpoint } from "../../platform/contract/operation.ts";
import { Refusal } from "../../platform/contract/errors.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { SharedJob } from "../../platform/jobs/job.ts";
import type { OperatorCall } from "../../sellers/index.ts";
import * as contract from "./contract.ts";
import { durationMs } from "./duration.ts";
import { clockErrors } from "./errors.ts";
import { moveInSteps, type DatedJob } from "./move.ts";
import type { Hand, SharedClock } from "./store.ts";

export interface ClockContext {
  readonly clock: SharedClock;
  readonly log: Log;
  /** All background work there is, asked for when the clock is moved. */
  readonly jobs: () => readonly SharedJob[];
}

/** The clock's operations. */
export interface ClockOperations {
  readonly endpoints: readonly Endpoint[];
  /** The process is about to end: a move under way goes to its end in one step. */
  hurry(): void;
  /** Resolves when no move is under way. */
  close(): Promise<void>;
}

const FURTHEST_DAYS = 3_650;
/** Whoever moves the clock is answered within a second; a longer move goes on. */
const ANSWER_WITHIN_MS = 800;
const RETRY_AFTER_SECONDS = 1;
const links = [
  { rel: "self", href: "/operator/v1/clock" },
  { rel: "moves", href: "/operator/v1/clock/moves" },
];

/** A move of this process, under way until it has `doneAfter`. */
interface OwnMove {
  readonly from: number;
  readonly to: number;
  readonly doneBefore: ReadonlyMap<string, number>;
  doneAfter?: ReadonlyMap<string, number>;
  steps: number;
}

/** The sandbox's clock in an operator's hand (decisions 8). */
export function openClock({ clock, log, jobs }: ClockContext): ClockOperations {
  // Work without a date, notifications above all, goes on in its own time.
  const dated = () => jobs().filter((work): work is DatedJob => work.nextDueAt !== undefined);
  const doneOf = () => new Map(dated().map((work) => [work.name, work.done()]));
  let moving: Promise<unknown> = Promise.resolve();
  let last: OwnMove | undefined;
  let isEnding = false;

  async function view() {
    const [now, realNow, next] = [clock.now(), clock.real.now(), await earliest(dated())];
    return {
      now: isoDateTime(now),
      realNow: isoDateTime(realNow),
      aheadMs: now - realNow,
      frozen: clock.isFrozen(),
      ...(last && !last.doneAfter ? { movingTo: isoDateTime(last.to) } : {}),
      ...(next === undefined ? {} : { next: { work: next.name, dueAt: isoDateTime(Math.max(now, next.dueAt)) } }),
      ...(last && { moved: movedView(last, doneOf()) }),
      links,
    };
  }

  const refuseMoving = () => clockErrors.refuse("clock_moving", { retryAfterSeconds: RETRY_AFTER_SECONDS });

  async function changed(work: (hand: Hand) => Promise<void>): Promise<Answer | Refusal> {
    const outcome = await clock.change(async (hand) => (await work(hand), true));
    return outcome === undefined ? refuseMoving() : { status: 200, body: await view() };
  }

  /** Where to, from where the clock stands. */
  function goalOf({ by, to }: { readonly by?: string; readonly to?: number }, from: number): number | Refusal {
    if ((by === undefined) === (to === undefined)) return clockErrors.refuse("clock_move_ambiguous");
    const goal = by === undefined ? to! : from + durationMs(by);
    if (goal < from) return clockErrors.refuse("clock_moves_forward", { params: { now: isoDateTime(from) } });
    if (goal - clock.real.now() > FURTHEST_DAYS * DAY_MS) return clockErrors.refuse("clock_too_far", { allowed: FURTHEST_DAYS });
    return goal;
  }

  /** Goes all the way; `began` is called when it is known where to. */
  async function go(hand: Hand, body: { readonly by?: string; readonly to?: number }, began: () => void) {
    const from = clock.now();
    const to = goalOf(body, from);
    if (to instanceof Refusal) return to;
    const move: OwnMove = { from, to, doneBefore: doneOf(), steps: 0 };
    const startedMs = performance.now();
    last = move;
    began();
    try {
      await moveInSteps({
        hand,
        jobs: dated(),
        from,
        to,
        elapsedMs: () => (isEnding ? Number.POSITIVE_INFINITY : performance.now() - startedMs),
        onStep: () => (move.steps += 1),
      });
    } finally {
      move.doneAfter = doneOf();
    }
    return move;
  }

  const endpoints = [
    endpoint(contract.getClock, async (): Promise<Answer> => ({ status: 200, body: await view() })),
    endpoint(contract.moveClock, async (call: OperatorCall<typeof contract.moveClock>): Promise<Answer | Refusal> => {
      let hasBegun = false;
      const whole = clock.change((hand) => go(hand, call.body, () => (hasBegun = true)));
      const ended = whole.catch((error: unknown) => log.error({ error }, "the clock stopped on its way"));
      // One that is refused does not end before the one that it waited for.
      const before = moving;
      moving = ended.then(() => before);
      let outcome = await Promise.race([whole, patience()]);
      // It waited for another move, or has not looked where it stands.
      if (outcome === "late" && !hasBegun) outcome = await whole;
      if (outcome === undefined) return refuseMoving();
      if (outcome instanceof Refusal) return outcome;
      return { status: 200, body: await view() };
    }),
    endpoint(contract.putClock, (call: OperatorCall<typeof contract.putClock>) => changed((hand) => hand.freeze(call.body.frozen))),
    endpoint(contract.resetClock, () => changed((hand) => hand.reset())),
  ];
  return {
    endpoints,
    hurry() {
      isEnding = true;
    },
    close: async () => void (await moving),
  };
}

const patience = () => delay(ANSWER_WITHIN_MS, "late" as const, { ref: false });

const movedView = ({ from, to, steps, doneBefore, doneAfter }: OwnMove, doneNow: ReadonlyMap<string, number>) => ({
  from: isoDateTime(from),
  to: isoDateTime(to),
  steps,
  finished: doneAfter !== undefined,
  done: [...(doneAfter ?? doneNow)]
    .map(([work, count]) => ({ work, count: count - doneBefore.get(work)! }))
    .filter(({ count }) => count > 0),
});

async function earliest(jobs: readonly DatedJob[]): Promise<{ readonly name: string; readonly dueAt: number } | undefined> {
  const dated = await Promise.all(jobs.map(async ({ name, nextDueAt }) => ({ name, dueAt: await nextDueAt() })));
  return dated
    .flatMap(({ name, dueAt }) => (dueAt === undefined ? [] : [{ name, dueAt }]))
    .reduce<{ name: string; dueAt: number } | undefined>((first, one) => (first && first.dueAt <= one.dueAt ? first : one), undefined);
}
