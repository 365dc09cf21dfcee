/** Measures the recent lag of the event loop, which is the delay of due timers. */
export interface LagMeter {
  /** The smoothed lag in milliseconds. */
  lagMs(): number;
  stop(): void;
}

const EVERY_MS = 50;
/** Weight of the newest measurement in the smoothed lag. One second after a pause of one second, its effect is less than 3 ms. */
const NEWEST = 0.2;

/** Starts to measure the lag, until the meter is stopped. `now` is a monotonic clock in milliseconds. */
export function startLagMeter(now: () => number = () => performance.now()): LagMeter {
  let lag = 0;
  let dueAt = now() + EVERY_MS;
  const timer = setInterval(() => {
    const nowMs = now();
    lag = smoothLag(lag, Math.max(0, nowMs - dueAt));
    dueAt = nowMs + EVERY_MS;
  }, EVERY_MS).unref();
  return { lagMs: () => lag, stop: () => clearInterval(timer) };
}

/** The smoothed lag after another measurement. */
export const smoothLag = (lag: number, reading: number): number => lag + NEWEST * (reading - lag);
