/** Keeps the calls of one credential within its quota. Milliseconds of real time. */
export interface RateLimiter {
  /** Resolves when the next call may be made. */
  acquire(): Promise<void>;
  /** Starts no call for this long, counted from now. */
  pause(ms: number): void;
  /** Reads `RateLimit` and `RateLimit-Policy` of an answer. With few calls left, calls are spaced as the quota refills. */
  update(headers: Headers): void;
}

/** With fewer calls left than this, the quota is spent no faster than it refills. */
const LOW_QUOTA = 16;

/** A limiter that does not limit until `update` or `pause` is called. `now` is a monotonic clock; a rejecting `wait` ends the waiting. */
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
        // `pause` may have been called meanwhile.
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

/** An integer parameter of a structured header such as `"default";r=12;t=3`; NaN when it is absent. */
const headerParameter = (header: string | null, name: string) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? "")?.[1]);
