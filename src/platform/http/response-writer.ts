import { serializedBody, type Answer } from "../contract/answer.ts";
import { errorBody, type Refusal } from "../contract/errors.ts";
import { maskRefusal } from "../contract/mask-personal-data.ts";
import type { Log } from "../observability/log.ts";
import { matchingETag, VARY_ACCEPT_ENCODING } from "./compression.ts";
import { httpErrors } from "./errors.ts";
import { isContention, refusalOfFailure, retryHeaders } from "./failure-refusals.ts";
import { JSON_TYPE, NO_HEADERS, type Headers } from "./headers.ts";
import type { PlainResponse } from "./plain-routes.ts";
import type { RequestContext, RequestTracker } from "./request-context.ts";
import { sendNothing, sendStream, sendWhole, type ResponseOutput, type WholeResponse } from "./response-output.ts";
import { NO_CACHE, NO_STORE } from "./security-headers.ts";

/** The ways to answer a request. Each request is answered in exactly one of them, once. Nothing else writes to a response. */
export interface ResponseWriter {
  /** Sends an operation's answer. */
  send(context: RequestContext, answer: Answer): void;
  /** Sends the answer of a plain route. */
  sendPlain(context: RequestContext, response: PlainResponse): void;
  /** Sends the documented error body. `headers` override the caller's headers of the same name. */
  refuse(context: RequestContext, refusal: Refusal, headers?: Headers): void;
  /** Answers a thrown error with the refusal it becomes. Internal failures are logged. */
  fail(context: RequestContext, error: unknown): void;
  /** Ends the connection without an answer. */
  abort(context: RequestContext): void;
  /** Makes every response from now on close its connection. */
  drain(): void;
}

export interface ResponseWriterSettings {
  readonly log: Log;
  /** Headers of responses to callers who were not authenticated. */
  readonly anonymousHeaders: Headers;
  readonly bodyLimitBytes: number;
}

/** Minimum size of a body that counts as unread, in bytes or, for a text, in characters. Smaller bodies go straight to the kernel's buffers. */
const UNREAD_FROM_BYTES = 64 * 1024;
const JSON_HEADERS: Headers = { "content-type": JSON_TYPE };

/** Answers requests in the documented shape, even when they fail. */
export function createResponseWriter(
  { log, anonymousHeaders, bodyLimitBytes }: ResponseWriterSettings,
  tracker: Pick<RequestTracker, "finishTask" | "countUnread">,
): ResponseWriter {
  const fail = (context: RequestContext, error: unknown) => answerFailure(output, context, error, bodyLimitBytes);
  const output: ResponseOutput = { log, anonymousHeaders, tracker, onFailure: fail, draining: false };
  return {
    send: (context, answer) => sendAnswer(output, context, answer),
    sendPlain: (context, { status, headers, body }) =>
      sendUnlessUnread(output, context, { status, headers: { ...NO_CACHE, ...headers }, body }),
    refuse: (context, refusal, headers) => refuse(output, context, refusal, headers),
    fail,
    abort: (context) => void sendNothing(output, context),
    drain() {
      output.draining = true;
    },
  };
}

function sendAnswer(output: ResponseOutput, context: RequestContext, answer: Answer): void {
  const { status, stream } = answer;
  const headers = { ...(context.operation!.confidential ? NO_STORE : NO_CACHE), ...answer.headers };
  const etag = answer.headers?.["etag"];
  const isRead = context.operation?.method === "GET";
  const known = etag === undefined || status !== 200 || !isRead ? undefined : matchingETag(etag, context.request.headers["if-none-match"]);
  if (known !== undefined)
    return sendWhole(output, context, { status: 304, headers: { ...headers, etag: known, ...VARY_ACCEPT_ENCODING } });
  if (stream !== undefined) {
    const type = context.operation?.replies[status]?.mediaType ?? JSON_TYPE;
    return void sendStream(output, context, { status, headers: { "content-type": type, ...headers }, stream });
  }
  if (status === 204) return sendWhole(output, context, { status, headers });
  const body = serializedBody(answer);
  context.observedResponse = { body: answer.kept ?? body, location: answer.headers?.["location"] };
  sendUnlessUnread(output, context, { status, headers: { ...headers, ...JSON_HEADERS }, body });
}

/** Sends a complete response. A large response to a GET becomes a refusal with 503 while its caller has too many unread bytes. */
function sendUnlessUnread(output: ResponseOutput, context: RequestContext, response: WholeResponse): void {
  const { body } = response;
  const isLarge = body !== undefined && body.length >= UNREAD_FROM_BYTES && context.request.method === "GET";
  if (isLarge && !output.tracker.countUnread(context, Buffer.byteLength(body)))
    refuse(output, context, httpErrors.refuse("answers_unread"));
  else sendWhole(output, context, response);
}

function refuse(output: ResponseOutput, context: RequestContext, refusal: Refusal, more: Headers = NO_HEADERS): void {
  const { lang, requestId } = context;
  const { status } = refusal.failures[0]!.row;
  const bodyOf = (shown: Refusal) => JSON.stringify(errorBody(shown, lang, requestId));
  const body = bodyOf(refusal);
  const masked = maskRefusal(refusal);
  context.observedResponse = { body: masked === refusal ? body : bodyOf(masked), refusal: masked };
  // A refusal may repeat what the caller sent, so no cache may store it.
  const headers = { ...JSON_HEADERS, ...NO_STORE, "content-language": lang, ...retryHeaders(refusal, status), ...more };
  sendUnlessUnread(output, context, { status, headers, body });
}

function answerFailure(output: ResponseOutput, context: RequestContext, error: unknown, bodyLimitBytes: number): void {
  const { operation, reply, request, requestId } = context;
  // The caller hung up before the request was complete, so no answer is sent.
  if (request.destroyed && !request.complete) return void reply.hijack();
  const refusal = refusalOfFailure(error, request.headers["content-type"], operation?.bodyLimitBytes ?? bodyLimitBytes);
  const fields = { requestId, operation: operation?.id, error };
  if (isContention(error)) output.log.warn(fields, "request put off");
  else if (refusal.failures[0]!.row.status >= 500) output.log.error(fields, "request failed");
  refuse(output, context, refusal);
}
