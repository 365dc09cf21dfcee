/** How long the event loop keeps what is due waiting, lately. */
export interface LagMeter {
  /** Milliseconds, smoothed. */
  lagMs(): number;
  stop(): void;
}

const EVERY_MS = 50;
/** Weight of the newest reading: a pause of a second is forgotten within another one. */
const NEWEST = 0.2;

/** Measures until it is stopped. `now` is any clock in milliseconds that only goes forward. */
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

/** The lag after one reading more. */
export const smoothLag = (lag: number, reading: number): number => lag + NEWEST * (reading - lag);
