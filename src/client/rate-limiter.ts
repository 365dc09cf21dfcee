/** Keeps the calls of one credential within its quota. All times are milliseconds of real time. */
export interface RateLimiter {
  /** Resolves when the next call may be made. */
  acquire(): Promise<void>;
  /** Delays all calls until `ms` milliseconds from now. */
  pause(ms: number): void;
  /** Reads the headers `RateLimit` and `RateLimit-Policy` of a reply. If few calls are left, allows calls only as fast as the quota refills. */
  update(headers: Headers): void;
}

/** Minimum number of calls left for full speed. If fewer are left, calls are made only as fast as the quota refills. */
const LOW_QUOTA = 16;

/** Creates a limiter that delays no call until `update` or `pause` is called. `now` is a monotonic clock. `acquire` rejects if `wait` rejects. */
export function createRateLimiter(now: () => number, wait: (ms: number) => Promise<void>): RateLimiter {
  let nextAt = 0;
  let pausedUntil = 0;
  let intervalMs = 0;
  return {
    async acquire() {
      let at = Math.max(now(), nextAt);
      nextAt = at + intervalMs;
      for (let left = at - now(); left > 0; left = at - now()) {
        await wait(left);
        // `pause` may have been called during the wait.
        at = Math.max(at, pausedUntil);
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms);
      nextAt = Math.max(nextAt, pausedUntil);
    },
    update(headers) {
      const left = headerParameter(headers.get("ratelimit"), "r");
      const quota = headerParameter(headers.get("ratelimit-policy"), "q");
      const seconds = headerParameter(headers.get("ratelimit-policy"), "w");
      intervalMs = left < LOW_QUOTA && quota > 0 ? (seconds * 1_000) / quota : 0;
    },
  };
}

/** An integer parameter of a structured header such as `"default";r=12;t=3`; NaN if it is absent. */
const headerParameter = (header: string | null, name: string) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? "")?.[1]);
