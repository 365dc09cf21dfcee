import { Overloaded } from "../database/batching/batcher.ts";
import { contentOf, type Answer } from "../contract/answer.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../database/database.ts";
import { errorBody, type Refusal } from "../contract/errors.ts";
import { chance } from "../basics/random.ts";
import { keptRefusal } from "../contract/masked-refusals.ts";
import type { Log } from "../observability/log.ts";
import { httpErrors } from "./errors.ts";
import type { Entry } from "./authentication.ts";
import { type Headers, JSON_TYPE } from "./headers.ts";
import { heldTag, isPackable, pack, packedHeaders, VARIES, wantsPacked } from "./compression.ts";
import type { PageAnswer } from "./plain-routes.ts";
import { queryOf } from "./url-parts.ts";
import { REVALIDATED, SECURED, UNSTORED } from "./security-headers.ts";
import { cut, pour } from "./streaming.ts";
import { HUNG_UP, type Visit, type Visits } from "./request-context.ts";

/** The ways to end a visit; each is called once per visit, and nothing else writes to a response. */
export interface Answers {
  /** An operation's answer. */
  send(visit: Visit, answer: Answer): void;
  /** A page's answer. */
  show(visit: Visit, page: PageAnswer): void;
  /** The documented error body. `headers` take the place of the door's of the same name. */
  refuse(visit: Visit, refusal: Refusal, headers?: Headers): void;
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
  readonly anonymousHeaders: Headers;
  readonly bodyLimitBytes: number;
}

/** Shorter answers are gone into the kernel's buffers at once. */
const SMALLEST_HELD = 64 * 1024;
/** Those who are refused at one moment come back at different ones, within so many seconds. */
const LONGEST_RETRY_SECONDS = 5;
const NO_HEADERS: Headers = {};
const JSON_HEADERS: Headers = { "content-type": JSON_TYPE };
const CLOSES: Headers = { connection: "close" };

/** Answers in the documented shape, whatever happens to a request. */
export function createAnswers(settings: AnswerSettings, visits: Pick<Visits, "finished" | "hold">): Answers {
  const { log, anonymousHeaders, bodyLimitBytes } = settings;
  let draining = false;
  /** What every answer to the visit carries: its id, and what the door tells of its quota. */
  const headed = ({ requestId, entry }: Visit, headers: Headers): Headers => ({
    "x-request-id": requestId,
    ...SECURED,
    ...(entry?.headers ?? anonymousHeaders),
    ...headers,
    ...(draining ? CLOSES : NO_HEADERS),
  });

  function write(visit: Visit, status: number, headers: Headers, body?: string | Buffer): void {
    visit.reply.code(status).headers(headed(visit, headers)).send(body);
  }

  /**
   * Ends a visit: at once, unless its answer is to be recorded or packed first. What is read is not, when its caller leaves too
   * much unread.
   */
  function end(visit: Visit, status: number, headers: Headers, body?: string | Buffer): void {
    if (body === undefined) return endWhole(visit, status, headers, false);
    if (body.length >= SMALLEST_HELD && visit.request.method === "GET" && !visits.hold(visit, Buffer.byteLength(body)))
      return refuse(visit, httpErrors.refuse("answers_unread"));
    const packable = isPackable(headers, body);
    const packed = packable && wantsPacked(visit.request.headers["accept-encoding"]);
    endWhole(visit, status, packable ? { ...headers, ...VARIES } : headers, packed, body);
  }

  function endWhole(visit: Visit, status: number, headers: Headers, packed: boolean, body?: string | Buffer): void {
    if (packed || visit.entry?.record !== undefined) void endLater(visit, status, headers, packed, body);
    else write(visit, status, headers, body);
  }

  async function endLater(visit: Visit, status: number, headers: Headers, packed: boolean, body?: string | Buffer): Promise<void> {
    visit.unfinished += 1;
    try {
      await record(visit, status);
      if (packed) write(visit, status, packedHeaders(headers), await pack(body!));
      else write(visit, status, headers, body);
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
  async function endStream(visit: Visit, status: number, headers: Headers, body: AsyncIterable<Buffer>): Promise<void> {
    const { reply, response } = visit;
    visit.unfinished += 1;
    try {
      await pour(body, response, async () => {
        await record(visit, status);
        reply.hijack();
        response.writeHead(status, headed(visit, headers));
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
      visit.reply.hijack();
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

  function refuse(visit: Visit, refusal: Refusal, more: Headers = NO_HEADERS): void {
    const { status } = refusal.failures[0]!.row;
    const textOf = (told: Refusal) => JSON.stringify(errorBody(told, visit.lang, visit.requestId));
    const text = textOf(refusal);
    const kept = keptRefusal(refusal);
    visit.answered = { body: kept === refusal ? text : textOf(kept), refusal: kept };
    // It may repeat what was sent.
    end(visit, status, { ...JSON_HEADERS, ...UNSTORED, "content-language": visit.lang, ...retryHeaders(refusal, status), ...more }, text);
  }

  function fail(visit: Visit, error: unknown): void {
    const { operation, reply, request, requestId } = visit;
    // Who hung up in the middle is not there to be answered.
    if (request.destroyed && !request.complete) return void reply.hijack();
    const refusal = refusalFor(error, visit, operation?.bodyLimitBytes ?? bodyLimitBytes);
    const fields = { requestId, operation: operation?.id, error };
    if (isPassing(error)) log.warn(fields, "request put off");
    else if (refusal.failures[0]!.row.status >= 500) log.error(fields, "request failed");
    refuse(visit, refusal);
  }

  return {
    send(visit, answer) {
      const { status, stream } = answer;
      const headers = { ...(visit.operation!.confidential ? UNSTORED : REVALIDATED), ...answer.headers };
      if (stream !== undefined) {
        const type = visit.operation?.replies[status]?.mediaType ?? JSON_TYPE;
        return void endStream(visit, status, { ...headers, "content-type": type }, stream);
      }
      const etag = answer.headers?.["etag"];
      const held = etag === undefined || status !== 200 ? undefined : heldTag(etag, visit.request.headers["if-none-match"]);
      if (held !== undefined) return end(visit, 304, { ...headers, etag: held, ...VARIES });
      if (status === 204) return end(visit, status, headers);
      const body = contentOf(answer);
      visit.answered = { body: answer.kept ?? body, location: answer.headers?.["location"] };
      end(visit, status, { ...headers, ...JSON_HEADERS }, body);
    },
    show: (visit, { status, headers, body }) => end(visit, status, { ...REVALIDATED, ...headers }, body),
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

const unrecorded = ({ record: _record, ...entry }: Entry): Entry => entry;

/** Whether a failure is the work of many callers at once, and nothing to mend. */
const isPassing = (error: unknown): boolean => error instanceof DatabaseConflict || error instanceof Overloaded;

/** What the framework refuses while it reads a body, by its codes. */
const FRAMEWORK_CODES: Readonly<Record<string, "payload_too_large" | "body_incomplete" | "unsupported_media_type">> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body_incomplete",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

function refusalFor(error: unknown, { request }: Visit, limitBytes: number): Refusal {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) return httpErrors.refuse("database_unavailable");
  if (error instanceof Overloaded) return httpErrors.refuse("overloaded");
  const code = FRAMEWORK_CODES[(error as { code?: string }).code ?? ""];
  if (code === "payload_too_large") return httpErrors.refuse(code, { params: { limitBytes } });
  if (code === "unsupported_media_type")
    return httpErrors.refuse(code, { pointer: "header.Content-Type", received: request.headers["content-type"] ?? "-" });
  return httpErrors.refuse(code ?? "unexpected");
}
