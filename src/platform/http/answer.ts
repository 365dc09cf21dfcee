import { Overloaded } from "../batch.ts";
import type { Answer } from "../contract.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../db.ts";
import { errorBody, type Refusal } from "../errors.ts";
import { type Headers, type Lines, linesOf, replaced } from "../header-lines.ts";
import { chance } from "../ids.ts";
import { keptRefusal } from "../kept.ts";
import { joined } from "../lent.ts";
import type { Log } from "../log.ts";
import { BodyIncomplete, BodyTooLarge } from "./body.ts";
import { httpErrors } from "./errors.ts";
import type { Entry } from "./door.ts";
import { writeHead } from "./head.ts";
import { JSON_TYPE } from "./headers.ts";
import { heldTag, isPackablePage, isPacked, isWorthPacking, pack, packedHeaders, VARIES } from "./representation.ts";
import type { PageAnswer } from "./page.ts";
import { type Pieces, piecesOf, sendPieces } from "./pieces.ts";
import type { Response } from "./response.ts";
import { queryOf } from "./router.ts";
import { REVALIDATED, UNSTORED } from "./secured.ts";
import { cut, pour } from "./stream.ts";
import { HUNG_UP, type Visit, type Visits } from "./visit.ts";

/** How the characters of a body become bytes; those of `Utf8` are bytes already. */
type Coding = "utf8" | "latin1";
type Body = string | Buffer | Pieces;
/** Headers of an answer: the service's own as lines, all others by their names. */
type Parts = readonly (Headers | Lines)[];

/** The ways to end a visit; each is called once per visit, and nothing else writes to a response. */
export interface Answers {
  /** An operation's answer. */
  send(visit: Visit, answer: Answer): void;
  /** A page's answer. */
  show(visit: Visit, page: PageAnswer): void;
  /** The documented error body. Headers that are lines take the place of the door's of the same name. */
  refuse(visit: Visit, refusal: Refusal, headers?: Headers | Lines): void;
  /** What was thrown, as the refusal it amounts to; logged when it is ours. */
  fail(visit: Visit, error: unknown): void;
  /** Nothing: the connection ends, in a way that nobody takes for an answer. */
  cut(visit: Visit): void;
  /** Every answer from now on ends its connection. */
  drain(): void;
}

export interface AnswerSettings {
  readonly log: Log;
  /** Headers of answers to whom no door let in. */
  readonly anonymousHeaders: Lines;
  readonly bodyLimitBytes: number;
}

/** Shorter answers are gone into the kernel's buffers at once. */
const SMALLEST_HELD = 64 * 1024;

const JSON_LINES = linesOf({ "content-type": JSON_TYPE });
const NO_HEADERS: Headers = {};

/** Those who are refused at one moment come back at different ones, within so many seconds. */
const LONGEST_RETRY_SECONDS = 5;

/** Answers in the documented shape, whatever happens to a request. */
export function createAnswers(settings: AnswerSettings, visits: Pick<Visits, "finished" | "hold">): Answers {
  const { log, anonymousHeaders, bodyLimitBytes } = settings;
  let draining = false;
  /** What the door, if any let the visit in, tells of its quota. */
  const metered = ({ entry }: Visit): Lines => entry?.headers ?? anonymousHeaders;

  /** The same of an operation's answer, and who may keep it. */
  const owned = (visit: Visit): Lines => (metered(visit) + (visit.operation!.confidential ? UNSTORED : REVALIDATED)) as Lines;

  const begin = ({ response, requestId }: Visit, status: number, headers: Parts, length?: number): Response =>
    writeHead(response, { status, requestId, headers, length, isLast: draining });

  function write(visit: Visit, status: number, headers: Parts, body?: Body, coding: Coding = "utf8"): void {
    if (body === undefined) begin(visit, status, headers).end();
    else if (isInPieces(body)) sendPieces(begin(visit, status, headers, body.length), body);
    else {
      const bytes = Buffer.byteLength(body, coding);
      // ASCII is in Latin-1 what it is in UTF-8, and written faster.
      const response = begin(visit, status, headers, bytes);
      if (typeof body === "string") response.endWith(body, bytes === body.length ? "latin1" : coding);
      else response.end(body);
    }
  }

  /**
   * Ends a visit: at once, unless its answer is to be recorded or packed first. What is read is not, when its caller leaves too
   * much unread.
   */
  function end(visit: Visit, status: number, headers: Parts, body?: Body, coding?: Coding): void {
    if (body !== undefined && body.length >= SMALLEST_HELD && visit.request.method === "GET" && !visits.hold(visit, body.length))
      return refuse(visit, httpErrors.refuse("answers_unread"));
    const packed = body !== undefined && isPacked(headers, visit.request.headers["accept-encoding"]);
    if (packed || visit.entry?.record !== undefined) void endLater(visit, status, headers, packed, body, coding);
    else write(visit, status, headers, body, coding);
  }

  async function endLater(visit: Visit, status: number, headers: Parts, packed: boolean, body?: Body, coding?: Coding): Promise<void> {
    visit.unfinished += 1;
    try {
      await record(visit, status);
      if (packed) write(visit, status, packedHeaders(headers), await pack(bytesOf(body!, coding)));
      else write(visit, status, headers, body, coding);
    } catch (error) {
      fail(visit, error);
    } finally {
      visits.finished(visit);
    }
  }

  /** Tells the door how the call ended. Once: what fails afterwards is not told, for it may be the record's own failure. */
  async function record(visit: Visit, status: number): Promise<void> {
    const { entry, operation, parameters, request, requestId, sent } = visit;
    visit.entry = entry && unrecorded(entry);
    await entry?.record?.({ operation: operation!, parameters, query: queryOf(request.url!), sent, status, requestId });
  }

  /** Ends a visit with a body as it comes. What fails before its first bytes is refused; later the connection is cut. */
  async function endStream(visit: Visit, status: number, headers: Parts, body: AsyncIterable<Buffer>): Promise<void> {
    const { response } = visit;
    visit.unfinished += 1;
    try {
      await pour(body, response, async () => {
        await record(visit, status);
        begin(visit, status, headers);
      });
    } catch (error) {
      if (response.headersSent) breakOff(visit, error);
      else fail(visit, error);
    } finally {
      visits.finished(visit);
    }
  }

  /** Ends a visit without a word. Its door hears of it all the same. */
  async function endUnanswered(visit: Visit): Promise<void> {
    visit.unfinished += 1;
    try {
      await record(visit, HUNG_UP);
      cut(visit.response);
    } catch (error) {
      fail(visit, error);
    } finally {
      visits.finished(visit);
    }
  }

  function breakOff({ operation, requestId, response }: Visit, error: unknown): void {
    log.error({ requestId, operation: operation?.id, error }, "answer broke off");
    // The head went out as a success; figures and logs hear otherwise.
    response.statusCode = httpErrors.unexpected.status;
    cut(response);
  }

  function endJson(visit: Visit, status: number, own: Lines, headers: Headers, text: string | Pieces, coding?: Coding): void {
    const parts = isWorthPacking(text.length) ? [own, headers, JSON_LINES, VARIES] : [own, headers, JSON_LINES];
    end(visit, status, parts, text, coding);
  }

  function refuse(visit: Visit, refusal: Refusal, more: Headers | Lines = NO_HEADERS): void {
    const { status } = refusal.failures[0]!.row;
    const textOf = (told: Refusal) => JSON.stringify(errorBody(told, visit.lang, visit.requestId));
    const text = textOf(refusal);
    const kept = keptRefusal(refusal);
    visit.answered = { body: kept === refusal ? text : textOf(kept), refusal: kept };
    const [own, named] = typeof more === "string" ? [replaced(metered(visit), more), NO_HEADERS] : [metered(visit), more];
    // It may repeat what was sent.
    endJson(visit, status, (own + UNSTORED) as Lines, { ...retryHeaders(refusal, status), ...named, "content-language": visit.lang }, text);
  }

  function fail(visit: Visit, error: unknown): void {
    const { operation, requestId } = visit;
    const refusal = refusalFor(error, operation?.bodyLimitBytes ?? bodyLimitBytes);
    const fields = { requestId, operation: operation?.id, error };
    if (isPassing(error)) log.warn(fields, "request put off");
    else if (refusal.failures[0]!.row.status >= 500) log.error(fields, "request failed");
    refuse(visit, refusal);
  }

  return {
    send(visit, { status, headers = NO_HEADERS, stream, pieces, utf8, text, body, kept }) {
      const own = owned(visit);
      if (stream !== undefined) {
        const type = visit.operation?.replies[status]?.mediaType ?? JSON_TYPE;
        return void endStream(visit, status, [own, headers, { "content-type": type }], stream);
      }
      const { etag } = headers;
      const held = etag === undefined || status !== 200 ? undefined : heldTag(etag, visit.request.headers["if-none-match"]);
      if (held !== undefined) end(visit, 304, [own, { ...headers, etag: held }, VARIES]);
      else if (status === 204) end(visit, status, [own, headers]);
      else if (pieces !== undefined) {
        visit.answered = { isLong: true, location: headers["location"] };
        endJson(visit, status, own, headers, piecesOf(pieces));
      } else {
        const json = utf8 ?? text ?? JSON.stringify(body);
        visit.answered = { body: kept ?? json, isBytes: kept === undefined && utf8 !== undefined, location: headers["location"] };
        endJson(visit, status, own, headers, json, utf8 === undefined ? "utf8" : "latin1");
      }
    },
    show(visit, { status, headers, body }) {
      end(visit, status, isPackablePage(headers, body) ? [anonymousHeaders, headers, VARIES] : [anonymousHeaders, headers], body);
    },
    refuse,
    fail,
    cut: (visit) => void endUnanswered(visit),
    drain() {
      draining = true;
    },
  };
}

/** When to come back: what the refusal says; of what the service is short of, some seconds by chance. */
function retryHeaders({ retryAfterSeconds }: Refusal, status: number): Headers {
  if (retryAfterSeconds === undefined && status !== httpErrors.overloaded.status) return NO_HEADERS;
  return { "retry-after": String(retryAfterSeconds ?? 1 + Math.floor(chance() * LONGEST_RETRY_SECONDS)) };
}

const isInPieces = (body: Body): body is Pieces => typeof body === "object" && "parts" in body;
const bytesOf = (body: Body, coding?: Coding): Buffer =>
  typeof body === "string" ? Buffer.from(body, coding) : isInPieces(body) ? joined(body.parts) : body;
const unrecorded = ({ record: _record, ...entry }: Entry): Entry => entry;

/** Whether a failure is the work of many callers at once, and nothing to mend. */
const isPassing = (error: unknown): boolean => error instanceof DatabaseConflict || error instanceof Overloaded;

function refusalFor(error: unknown, limitBytes: number): Refusal {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) return httpErrors.refuse("database_unavailable");
  if (error instanceof Overloaded) return httpErrors.refuse("overloaded");
  if (error instanceof BodyTooLarge) return httpErrors.refuse("payload_too_large", { params: { limitBytes } });
  return httpErrors.refuse(error instanceof BodyIncomplete ? "body_incomplete" : "unexpected");
}
