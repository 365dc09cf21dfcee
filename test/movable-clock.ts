import { realNow, type Clock } from "../src/platform/basics/clock.ts";

/** A clock that a test moves. */
export interface MovableClock extends Clock {
  /** Forward by so many milliseconds; backward when negative. */
  move(ms: number): void;
  /** To this instant, epoch ms. */
  set(ms: number): void;
}

/** A clock that can be moved. With `start` it stands still between moves; without, it runs with real time. */
export function movableClock(start?: number): MovableClock {
  const base = start === undefined ? realNow : () => 0;
  let ahead = start ?? 0;
  return {
    now: () => base() + ahead,
    move: (ms) => {
      ahead += ms;
    },
    set: (ms) => {
      ahead = ms - base();
    },
  };
}
