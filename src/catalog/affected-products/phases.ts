import { DAY_MS, HOUR_MS, localHourOf } from "../../platform/basics/index.ts";

/** What sellers are told about a change, in the order of its life. `told` is the version of the last phase that was told, 0 for none. */
export interface Phase {
  /** The cause of the event. */
  readonly cause: "announced" | "sevenDays" | "oneDay" | "inEffect";
  /** The version of the event, which grows with each phase. */
  readonly version: number;
  /** How long before the change the phase begins, in ms; undefined = as soon as the change was counted. */
  readonly leadMs: number | undefined;
}

/** The phases of every change. Of phases that have begun, only the last one is told. */
const PHASES: readonly Phase[] = [
  { cause: "announced", version: 1, leadMs: undefined },
  { cause: "sevenDays", version: 2, leadMs: 7 * DAY_MS },
  { cause: "oneDay", version: 3, leadMs: DAY_MS },
  { cause: "inEffect", version: 4, leadMs: 0 },
];

/** The event of a withdrawn change, for sellers who were told of the change. */
export const WITHDRAWN = { cause: "withdrawn", version: 5 } as const;

/** How long a change in effect is still counted. Afterwards its counts are deleted. */
const COUNTED_AFTERWARDS_MS = 30 * DAY_MS;

/** Hour in São Paulo at which changes are counted again. */
const COUNTING_HOUR = 3;

/** The instant at which a phase of a change begins, epoch ms. */
const beginningOf = ({ leadMs }: Phase, effectiveAt: number): number =>
  leadMs === undefined ? Number.NEGATIVE_INFINITY : effectiveAt - leadMs;

/** The last phase that has begun. The first one begins when the change is recorded. */
export const phaseAt = (effectiveAt: number, now: number): Phase => PHASES.findLast((phase) => beginningOf(phase, effectiveAt) <= now)!;

/** The instant at which the first phase after `told` begins; undefined after the last one. */
export function nextPhaseAt(effectiveAt: number, told: number): number | undefined {
  const next = PHASES.find((phase) => phase.version > told && Number.isFinite(beginningOf(phase, effectiveAt)));
  return next && beginningOf(next, effectiveAt);
}

/** The instant at which a change is forgotten. */
export const forgottenAt = (effectiveAt: number): number => effectiveAt + COUNTED_AFTERWARDS_MS;

/** The instant of the next count: the next night, or the effect of the change if that is sooner. */
export function nextCountAt(effectiveAt: number, now: number): number {
  const night = nextNight(now);
  return now < effectiveAt ? Math.min(night, effectiveAt) : night;
}

/** The first full hour after `now` at which clocks in São Paulo show the counting hour. */
function nextNight(now: number): number {
  let hour = (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  while (localHourOf(hour) !== COUNTING_HOUR) hour += HOUR_MS;
  return hour;
}
