import { setImmediate } from "node:timers/promises";
import { realNow, type Clock } from "../platform/basics/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Observe, ObservedCall } from "../platform/http/call-observers.ts";
import { createKeeper } from "./sampling.ts";
import { insertRequests } from "./queries.ts";
import { MOST_SENT_CHARS, recorded, type Recorded, type Seen } from "./log-row.ts";

/** The calls of this process on their way into the log. */
export interface RequestLog {
  /** Takes a call in; does no work beyond that. */
  readonly observe: Observe;
  /** Writes what is held, one statement at most; answers how many calls it wrote. */
  flush(): Promise<number>;
  counts(): LogCounts;
}
/** Since the process started. */
export interface LogCounts {
  readonly kept: number;
  /** Left out because there were more than a second takes. */
  readonly thinned: number;
  /** Lost because the database did not take them. */
  readonly dropped: number;
  readonly waiting: number;
}

export interface RequestLogSettings {
  readonly db: Database;
  readonly clock: Clock;
  /** Calls kept per second; 0 = none. */
  readonly perSecond: number;
}

/** Calls that wait at most. */
const MOST_WAITING = 4_000;
/** Calls in one statement. */
const MOST_ROWS = 500;
/** Calls made rows of before others have their turn: about a millisecond's work. */
const ROWS_AT_ONCE = 16;
/** Bodies beyond it are not held until they are written. */
const LONGEST_BODY_BYTES = MOST_SENT_CHARS;
/** Codes of one refusal that are kept. */
const MOST_CODES = 20;

const COLUMNS: readonly (keyof Recorded)[] = [
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

/** Keeps calls until they are written: masked and serialised then, not while somebody waits for an answer. */
export function createRequestLog({ db, clock, perSecond }: RequestLogSettings): RequestLog {
  const keeper = createKeeper(perSecond);
  let waiting: Seen[] = [];
  let [kept, dropped] = [0, 0];
  return {
    observe(call) {
      if (!keeper.keeps(realNow(), call.status >= 400)) return;
      if (waiting.length >= MOST_WAITING) dropped += 1;
      else waiting.push(seen(call, clock.now()));
    },
    async flush() {
      if (waiting.length === 0) return 0;
      const calls = waiting.slice(0, MOST_ROWS);
      waiting = waiting.slice(MOST_ROWS);
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
    counts: () => ({ kept, thinned: keeper.thinned(), dropped, waiting: waiting.length }),
  };
}

/** Masks and serialises a few at a time: whoever comes meanwhile does not wait for all of it. */
async function rowsOf(calls: readonly Seen[]): Promise<readonly Recorded[]> {
  const rows: Recorded[] = [];
  for (let from = 0; from < calls.length; from += ROWS_AT_ONCE) {
    if (from > 0) await setImmediate();
    rows.push(...calls.slice(from, from + ROWS_AT_ONCE).map(recorded));
  }
  return rows;
}

/** A call as it is held until the next flush. Nothing is read or copied here: this runs between two answers. */
function seen(call: ObservedCall, moment: number): Seen {
  const { requestId, operation, who, at, ms, status, lang, parameters, query, headers, sent, answered, refusal } = call;
  const isSentLong = sent !== undefined && !(Number(headers["content-length"]) <= LONGEST_BODY_BYTES);
  const isText = typeof answered === "string" && answered.length <= LONGEST_BODY_BYTES;
  return {
    requestId,
    operation,
    who,
    at,
    ms,
    status,
    lang,
    parameters,
    query,
    headers,
    moment,
    isSentLong,
    sent: isSentLong ? undefined : sent,
    answered: isText ? answered : undefined,
    isAnsweredLong: answered !== undefined && !isText,
    codes: refusal?.failures.slice(0, MOST_CODES).map(({ code }) => code) ?? [],
  };
}
