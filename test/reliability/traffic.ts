import { Agent, request } from "node:http";

/** What became of one call. */
export interface Told {
  readonly status: number;
  readonly ms: number;
  /** As it was sent; empty when it was not. */
  readonly retryAfter: string;
}
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** One call, without what `fetch` costs: the machine belongs to the server. A call whose connection breaks has status 0. */
export function tell(baseUrl: string, { method = "GET", path, headers, json }: Asked): Promise<Told> {
  const from = performance.now();
  const body = json === undefined ? undefined : JSON.stringify(json);
  const more = body === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const told = (status: number, retryAfter = "") => resolve({ status, retryAfter, ms: performance.now() - from });
    const call = request(baseUrl + path, { agent, method, headers: { ...headers, ...more } }, (answer) => {
      answer.resume().once("end", () => told(answer.statusCode ?? 0, answer.headers["retry-after"] ?? ""));
    });
    call.once("error", () => told(0)).end(body);
  });
}

/** So many callers, each calling again as soon as `next` allows it: milliseconds to wait after an answer. Ends after `forMs`. */
export async function crowd(
  callers: number,
  forMs: number,
  call: (caller: number) => Promise<Told>,
  next: (told: Told) => number = () => 0,
): Promise<readonly Told[]> {
  const all: Told[] = [];
  const untilMs = performance.now() + forMs;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < untilMs) {
        const told = await call(caller);
        all.push(told);
        const waitMs = Math.min(next(told), untilMs - performance.now());
        if (waitMs > 0) await pause(waitMs);
      }
    }),
  );
  return all;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls at a fixed rate, whatever becomes of those before them. They count from when they were due: waiting is told, not hidden. */
export async function steadily(perSecond: number, forMs: number, call: (nth: number) => Promise<Told>): Promise<readonly Told[]> {
  const calls: Promise<Told>[] = [];
  const from = performance.now();
  const count = Math.floor((perSecond * forMs) / 1_000);
  for (let nth = 0; nth < count; nth += 1) {
    const dueMs = from + (nth * 1_000) / perSecond;
    const aheadMs = dueMs - performance.now();
    if (aheadMs > 0) await pause(aheadMs);
    const lateMs = performance.now() - dueMs;
    calls.push(call(nth).then((told) => ({ ...told, ms: told.ms + lateMs })));
  }
  return Promise.all(calls);
}

/** The value that so many of 100 do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? Number.NaN;

export const withStatus = (told: readonly Told[], status: number): readonly Told[] => told.filter((one) => one.status === status);
