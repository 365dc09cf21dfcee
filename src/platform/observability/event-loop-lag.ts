/** The recent lag of the event loop: how late due timers run. */
export interface LagMeter {
  /** Milliseconds, smoothed. */
  lagMs(): number;
  stop(): void;
}

const EVERY_MS = 50;
/** Weight of the newest reading. A pause of one second has no effect after another second. */
const NEWEST = 0.2;

/** Measures the lag until it is stopped. `now` is a monotonic clock in milliseconds. */
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

/** The smoothed lag after one more reading. */
export const smoothLag = (lag: number, reading: number): number => lag + NEWEST * (reading - lag);
