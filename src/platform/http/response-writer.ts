import { Overloaded } from "../database/batching/batcher.ts";
import { serializedBody, type Answer } from "../contract/answer.ts";
import { DatabaseConflict, DatabaseUnavailable } from "../database/database.ts";
import { errorBody, type Refusal } from "../contract/errors.ts";
import { random } from "../basics/random.ts";
import { maskRefusal } from "../contract/masked-refusals.ts";
import type { Log } from "../observability/log.ts";
import { httpErrors } from "./errors.ts";
import type { Caller } from "./authentication.ts";
import { type Headers, JSON_TYPE } from "./headers.ts";
import { matchingETag, isCompressible, gzipBody, gzipHeaders, VARY_ACCEPT_ENCODING, acceptsGzip } from "./compression.ts";
import type { PlainResponse } from "./plain-routes.ts";
import { queryOf } from "./url-parts.ts";
import { NO_CACHE, SECURITY_HEADERS, NO_STORE } from "./security-headers.ts";
import { abortResponse, streamBody } from "./streaming.ts";
import { CLIENT_CLOSED_REQUEST, type RequestContext, type RequestTracker } from "./request-context.ts";

/** The ways to end a context; each is called once per context, and nothing else writes to a response. */
export interface ResponseWriter {
  /** An operation's answer. */
  send(context: RequestContext, answer: Answer): void;
  /** A page's answer. */
  show(context: RequestContext, page: PlainResponse): void;
  /** The documented error body. `headers` take the place of the door's of the same name. */
  refuse(context: RequestContext, refusal: Refusal, headers?: Headers): void;
  /** What was thrown, as the refusal it amounts to; logged when it is ours. */
  fail(context: RequestContext, error: unknown): void;
  /** Nothing: the connection ends, in a way that nobody takes for an answer. */
  cut(context: RequestContext): void;
  /** Every answer from now on ends its connection. */
  drain(): void;
}

export interface ResponseWriterSettings {
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
export function createResponseWriter(
  settings: ResponseWriterSettings,
  contexts: Pick<RequestTracker, "finishTask" | "countUnread">,
): ResponseWriter {
  const { log, anonymousHeaders, bodyLimitBytes } = settings;
  let draining = false;
  /** What every answer to the context carries: its id, and what the door tells of its quota. */
  const headed = ({ requestId, caller }: RequestContext, headers: Headers): Headers => ({
    "x-request-id": requestId,
    ...SECURITY_HEADERS,
    ...(caller?.headers ?? anonymousHeaders),
    ...headers,
    ...(draining ? CLOSES : NO_HEADERS),
  });

  function write(context: RequestContext, status: number, headers: Headers, body?: string | Buffer): void {
    context.reply.code(status).headers(headed(context, headers)).send(body);
  }

  /**
   * Ends a context: at once, unless its answer is to be recorded or packed first. What is read is not, when its caller leaves too
   * much unread.
   */
  function end(context: RequestContext, status: number, headers: Headers, body?: string | Buffer): void {
    if (body === undefined) return endWhole(context, status, headers, false);
    if (body.length >= SMALLEST_HELD && context.request.method === "GET" && !contexts.countUnread(context, Buffer.byteLength(body)))
      return refuse(context, httpErrors.refuse("answers_unread"));
    const packable = isCompressible(headers, body);
    const packed = packable && acceptsGzip(context.request.headers["accept-encoding"]);
    endWhole(context, status, packable ? { ...headers, ...VARY_ACCEPT_ENCODING } : headers, packed, body);
  }

  function endWhole(context: RequestContext, status: number, headers: Headers, packed: boolean, body?: string | Buffer): void {
    if (packed || context.caller?.record !== undefined) void endLater(context, status, headers, packed, body);
    else write(context, status, headers, body);
  }

  async function endLater(
    context: RequestContext,
    status: number,
    headers: Headers,
    packed: boolean,
    body?: string | Buffer,
  ): Promise<void> {
    context.pendingTasks += 1;
    try {
      await record(context, status);
      if (packed) write(context, status, gzipHeaders(headers), await gzipBody(body!));
      else write(context, status, headers, body);
    } catch (error) {
      fail(context, error);
    } finally {
      contexts.finishTask(context);
    }
  }

  /** Tells the door how the call ended. Once: what fails afterwards is not told, for it may be the record's own failure. */
  async function record(context: RequestContext, status: number): Promise<void> {
    const { caller, operation, parameters, request, requestId, sent } = context;
    context.caller = caller && unrecorded(caller);
    await caller?.record?.({ operation: operation!, parameters, query: queryOf(request.url!), sent, status, requestId });
  }

  /** Ends a context with a body as it comes. What fails before its first bytes is refused; later the connection is cut. */
  async function endStream(context: RequestContext, status: number, headers: Headers, body: AsyncIterable<Buffer>): Promise<void> {
    const { reply, response } = context;
    context.pendingTasks += 1;
    try {
      await streamBody(body, response, async () => {
        await record(context, status);
        reply.hijack();
        response.writeHead(status, headed(context, headers));
      });
    } catch (error) {
      if (response.headersSent) breakOff(context, error);
      else fail(context, error);
    } finally {
      contexts.finishTask(context);
    }
  }

  /** Ends a context without a word. Its door hears of it all the same. */
  async function endUnanswered(context: RequestContext): Promise<void> {
    context.pendingTasks += 1;
    try {
      await record(context, CLIENT_CLOSED_REQUEST);
      context.reply.hijack();
      abortResponse(context.response);
    } catch (error) {
      fail(context, error);
    } finally {
      contexts.finishTask(context);
    }
  }

  function breakOff({ operation, requestId, response }: RequestContext, error: unknown): void {
    log.error({ requestId, operation: operation?.id, error }, "answer broke off");
    // The head went out as a success; figures and logs hear otherwise.
    response.statusCode = httpErrors.unexpected.status;
    abortResponse(response);
  }

  function refuse(context: RequestContext, refusal: Refusal, more: Headers = NO_HEADERS): void {
    const { status } = refusal.failures[0]!.row;
    const textOf = (told: Refusal) => JSON.stringify(errorBody(told, context.lang, context.requestId));
    const text = textOf(refusal);
    const kept = maskRefusal(refusal);
    context.answered = { body: kept === refusal ? text : textOf(kept), refusal: kept };
    // It may repeat what was sent.
    end(
      context,
      status,
      { ...JSON_HEADERS, ...NO_STORE, "content-language": context.lang, ...retryHeaders(refusal, status), ...more },
      text,
    );
  }

  function fail(context: RequestContext, error: unknown): void {
    const { operation, reply, request, requestId } = context;
    // Who hung up in the middle is not there to be answered.
    if (request.destroyed && !request.complete) return void reply.hijack();
    const refusal = refusalFor(error, context, operation?.bodyLimitBytes ?? bodyLimitBytes);
    const fields = { requestId, operation: operation?.id, error };
    if (isPassing(error)) log.warn(fields, "request put off");
    else if (refusal.failures[0]!.row.status >= 500) log.error(fields, "request failed");
    refuse(context, refusal);
  }

  return {
    send(context, answer) {
      const { status, stream } = answer;
      const headers = { ...(context.operation!.confidential ? NO_STORE : NO_CACHE), ...answer.headers };
      if (stream !== undefined) {
        const type = context.operation?.replies[status]?.mediaType ?? JSON_TYPE;
        return void endStream(context, status, { ...headers, "content-type": type }, stream);
      }
      const etag = answer.headers?.["etag"];
      const held = etag === undefined || status !== 200 ? undefined : matchingETag(etag, context.request.headers["if-none-match"]);
      if (held !== undefined) return end(context, 304, { ...headers, etag: held, ...VARY_ACCEPT_ENCODING });
      if (status === 204) return end(context, status, headers);
      const body = serializedBody(answer);
      context.answered = { body: answer.kept ?? body, location: answer.headers?.["location"] };
      end(context, status, { ...headers, ...JSON_HEADERS }, body);
    },
    show: (context, { status, headers, body }) => end(context, status, { ...NO_CACHE, ...headers }, body),
    refuse,
    fail,
    cut: (context) => void endUnanswered(context),
    drain() {
      draining = true;
    },
  };
}

/** When to come back: what the refusal says; of what the service is short of, some seconds by chance. */
function retryHeaders({ retryAfterSeconds }: Refusal, status: number): Headers {
  if (retryAfterSeconds === undefined && status !== httpErrors.overloaded.status) return NO_HEADERS;
  return { "retry-after": String(retryAfterSeconds ?? 1 + Math.floor(random() * LONGEST_RETRY_SECONDS)) };
}

const unrecorded = ({ record: _record, ...caller }: Caller): Caller => caller;

/** Whether a failure is the work of many callers at once, and nothing to mend. */
const isPassing = (error: unknown): boolean => error instanceof DatabaseConflict || error instanceof Overloaded;

/** What the framework refuses while it reads a body, by its codes. */
const FRAMEWORK_CODES: Readonly<Record<string, "payload_too_large" | "body_incomplete" | "unsupported_media_type">> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body_incomplete",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

function refusalFor(error: unknown, { request }: RequestContext, limitBytes: number): Refusal {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseConflict) return httpErrors.refuse("database_unavailable");
  if (error instanceof Overloaded) return httpErrors.refuse("overloaded");
  const code = FRAMEWORK_CODES[(error as { code?: string }).code ?? ""];
  if (code === "payload_too_large") return httpErrors.refuse(code, { params: { limitBytes } });
  if (code === "unsupported_media_type")
    return httpErrors.refuse(code, { pointer: "header.Content-Type", received: request.headers["content-type"] ?? "-" });
  return httpErrors.refuse(code ?? "unexpected");
}
