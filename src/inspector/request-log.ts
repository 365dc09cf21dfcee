import { setImmediate } from "node:timers/promises";
import { type Clock, realNow } from "../platform/basics/index.ts";
import type { Database } from "../platform/database/index.ts";
import type { CallObserver, ObservedCall } from "../platform/http/index.ts";
import { createLogSampler } from "./sampling.ts";
import { insertRequests } from "./queries.ts";
import { SENT_BODY_MAX_CHARS, toLogRow, type LogRow, type PendingCall } from "./log-row.ts";

/** Collects the calls of this process and writes them to the log. */
export interface RequestLog {
  /** Decides whether to keep a call, and puts it into the queue. `flush` does the other work. */
  readonly observe: CallObserver;
  /** Writes queued calls with at most one statement. Resolves to the number of calls written. */
  flush(): Promise<number>;
  counts(): LogCounts;
}
/** Numbers of calls. `waiting` counts the calls that wait now. The other numbers count since the process started. */
export interface LogCounts {
  readonly kept: number;
  /** Number of calls not kept because too many came in one second. */
  readonly thinned: number;
  /** Number of calls lost because writing failed or the queue was full. */
  readonly dropped: number;
  readonly waiting: number;
}

export interface RequestLogSettings {
  readonly db: Database;
  readonly clock: Clock;
  /** Maximum number of calls kept per second; 0 = none. */
  readonly perSecond: number;
}

/** Maximum number of calls in the queue. */
const MAX_WAITING = 4_000;
/** Maximum number of calls in one statement. */
const MAX_ROWS = 500;
/** Number of rows to build before yielding to the event loop. Building them takes about a millisecond. */
const ROWS_PER_TURN = 16;
/** Maximum size of a body that is held in memory: bytes of a request body, characters of a response body. */
const BODY_MAX_BYTES = SENT_BODY_MAX_CHARS;
/** Maximum number of refusal codes kept for one call. */
const MAX_CODES = 20;

const COLUMNS: readonly (keyof LogRow)[] = [
  "sellerId",
  "at",
  "moment",
  "requestId",
  "clientId",
  "credentialId",
  "operation",
  "method",
  "target",
  "status",
  "ms",
  "language",
  "headers",
  "sent",
  "answered",
  "codes",
  "isReplayable",
];

/** Creates the log. It masks and serialises queued calls when it writes them, so callers do not wait for this. */
export function createRequestLog({ db, clock, perSecond }: RequestLogSettings): RequestLog {
  const sampler = createLogSampler(perSecond);
  let waiting: PendingCall[] = [];
  let [kept, dropped] = [0, 0];
  return {
    observe(call) {
      if (!sampler.shouldKeep(realNow(), call.status >= 400)) return;
      if (waiting.length >= MAX_WAITING) dropped += 1;
      else waiting.push(pendingCall(call, clock.now()));
    },
    async flush() {
      if (waiting.length === 0) return 0;
      const calls = waiting.slice(0, MAX_ROWS);
      waiting = waiting.slice(MAX_ROWS);
      try {
        const rows = await rowsOf(calls);
        const sellers = [...new Set(rows.map(({ sellerId }) => sellerId))];
        await db.run(
          sellers,
          insertRequests,
          COLUMNS.map((column) => rows.map((row) => row[column])),
        );
      } catch (error) {
        dropped += calls.length;
        throw error;
      }
      kept += calls.length;
      return calls.length;
    },
    counts: () => ({ kept, thinned: sampler.skipped(), dropped, waiting: waiting.length }),
  };
}

/** Masks and serialises a few calls at a time, so that the process can handle requests in between. */
async function rowsOf(calls: readonly PendingCall[]): Promise<readonly LogRow[]> {
  const rows: LogRow[] = [];
  for (let from = 0; from < calls.length; from += ROWS_PER_TURN) {
    if (from > 0) await setImmediate();
    rows.push(...calls.slice(from, from + ROWS_PER_TURN).map(toLogRow));
  }
  return rows;
}

/** Prepares a call for the queue. Does not copy or parse bodies, because other requests wait meanwhile. */
function pendingCall(call: ObservedCall, moment: number): PendingCall {
  const { requestId, operation, identity, at, ms, status, lang, parameters, query, headers, sentBody, responseBody, refusal } = call;
  const isSentTooLong = sentBody !== undefined && !(Number(headers["content-length"]) <= BODY_MAX_BYTES);
  const isHeld = typeof responseBody === "string" && responseBody.length <= BODY_MAX_BYTES;
  return {
    requestId,
    operation,
    who: identity,
    at,
    ms,
    status,
    lang,
    parameters,
    query,
    headers,
    moment,
    isSentTooLong,
    sent: isSentTooLong ? undefined : sentBody,
    answered: isHeld ? responseBody : undefined,
    isAnswerTooLong: responseBody !== undefined && !isHeld,
    codes: refusal?.failures.slice(0, MAX_CODES).map(({ code }) => code) ?? [],
  };
}
