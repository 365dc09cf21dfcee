/** Keeps a group of calls within a quota together: whoever wants to call waits for its turn. Milliseconds of real time. */
export interface Pace {
  /** Resolves when the next call may be made. */
  turn(): Promise<void>;
  /** No call for so long, counted from now. */
  hold(ms: number): void;
  /** Reads `RateLimit` and `RateLimit-Policy` of an answer: with few calls left, calls come as fast as the quota grows back. */
  learn(headers: Headers): void;
}

/** A quota this nearly used up is not spent faster than it grows. */
const FEW_CALLS_LEFT = 16;

/** A pace without any limit at first. `now` is any clock that only goes forward; `wait` may reject to end the waiting. */
export function createPace(now: () => number, wait: (ms: number) => Promise<void>): Pace {
  let nextAt = 0;
  let heldUntil = 0;
  let stepMs = 0;
  return {
    async turn() {
      let at = Math.max(now(), nextAt);
      nextAt = at + stepMs;
      for (let left = at - now(); left > 0; left = at - now()) {
        await wait(left);
        // A hold may have come meanwhile.
        at = Math.max(at, heldUntil);
      }
    },
    hold(ms) {
      heldUntil = Math.max(heldUntil, now() + ms);
      nextAt = Math.max(nextAt, heldUntil);
    },
    learn(headers) {
      const left = parameter(headers.get("ratelimit"), "r");
      const quota = parameter(headers.get("ratelimit-policy"), "q");
      const seconds = parameter(headers.get("ratelimit-policy"), "w");
      stepMs = left < FEW_CALLS_LEFT && quota > 0 ? (seconds * 1_000) / quota : 0;
    },
  };
}

/** A whole number of a structured header, `"default";r=12;t=3`; NaN when it is not there. */
const parameter = (header: string | null, name: string) => Number(new RegExp(`;\\s*${name}=(\\d+)`).exec(header ?? "")?.[1]);
