import type { Log } from "../observability/log.ts";
import type { Caller } from "./authentication.ts";
import { acceptsGzip, gzipBody, gzipHeaders, isCompressible, VARY_ACCEPT_ENCODING } from "./compression.ts";
import { httpErrors } from "./errors.ts";
import { NO_HEADERS, type Headers } from "./headers.ts";
import { CLIENT_CLOSED_REQUEST, type RequestContext, type RequestTracker } from "./request-context.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { abortResponse, streamBody } from "./streaming.ts";
import { queryOf } from "./url-parts.ts";

/** The state that the functions of this file share; one per server. */
export interface ResponseOutput {
  readonly log: Log;
  /** Headers of responses to callers who were not authenticated. */
  readonly anonymousHeaders: Headers;
  readonly tracker: Pick<RequestTracker, "finishTask" | "countUnread">;
  /** Answers a request whose response failed before the first byte was sent. */
  readonly onFailure: (context: RequestContext, error: unknown) => void;
  /** Whether the process is about to end. Every response then closes its connection. */
  draining: boolean;
}

/** A response whose body, if it has one, is complete before it is sent. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: string | Buffer | undefined;
}

const CLOSE_CONNECTION: Headers = { connection: "close" };

/** Sends a complete response, compressed if the caller prefers that. If the caller has a `record` function, the call is recorded first. */
export function sendWhole(output: ResponseOutput, context: RequestContext, { status, headers, body }: WholeResponse): void {
  const compressible = body !== undefined && isCompressible(headers, body);
  const compressed = compressible && acceptsGzip(context.request.headers["accept-encoding"]);
  const whole = { status, headers: compressible ? { ...headers, ...VARY_ACCEPT_ENCODING } : headers, body };
  if (compressed || context.caller?.record !== undefined) void sendLater(output, context, whole, compressed);
  else write(output, context, whole);
}

function write(output: ResponseOutput, context: RequestContext, { status, headers, body }: WholeResponse): void {
  context.reply
    .code(status)
    .headers(allHeaders(output, context, headers))
    .send(body);
}

const sendLater = (output: ResponseOutput, context: RequestContext, response: WholeResponse, compressed: boolean): Promise<void> =>
  trackedTask(output, context, async () => {
    await recordCall(context, response.status);
    if (!compressed) return write(output, context, response);
    write(output, context, { ...response, headers: gzipHeaders(response.headers), body: await gzipBody(response.body!) });
  });

/** Sends a body chunk by chunk. A failure before the first bytes is answered as a refusal; a later one aborts the connection. */
export function sendStream(
  output: ResponseOutput,
  context: RequestContext,
  { status, headers, stream }: { readonly status: number; readonly headers: Headers; readonly stream: AsyncIterable<Buffer> },
): Promise<void> {
  const { reply, response } = context;
  return trackedTask(output, context, async () => {
    await streamBody(stream, response, async () => {
      await recordCall(context, status);
      reply.hijack();
      response.writeHead(status, allHeaders(output, context, headers));
    });
  });
}

/** Ends the connection without a response. The call is still recorded. */
export const sendNothing = (output: ResponseOutput, context: RequestContext): Promise<void> =>
  trackedTask(output, context, async () => {
    await recordCall(context, CLIENT_CLOSED_REQUEST);
    context.reply.hijack();
    abortResponse(context.response);
  });

/**
 * Runs a task for a request. If the task fails, answers with a refusal, or aborts a response that has begun. The request stays unfinished until the
 * task ends.
 */
async function trackedTask(output: ResponseOutput, context: RequestContext, task: () => Promise<void>): Promise<void> {
  context.pendingTasks += 1;
  try {
    await task();
  } catch (error) {
    if (context.response.headersSent) abortMidway(output, context, error);
    else output.onFailure(context, error);
  } finally {
    output.tracker.finishTask(context);
  }
}

function abortMidway({ log }: ResponseOutput, { operation, requestId, response }: RequestContext, error: unknown): void {
  log.error({ requestId, operation: operation?.id, error }, "answer broke off");
  // The caller has already received the head of a successful response, but metrics and logs must show a failure.
  response.statusCode = httpErrors.unexpected.status;
  abortResponse(response);
}

/** Calls the caller's `record` with the outcome. A failure after that is not recorded again, because `record` itself may have failed. */
async function recordCall(context: RequestContext, status: number): Promise<void> {
  const { caller, operation, parameters, request, requestId, sentBody } = context;
  context.caller = caller && withoutRecord(caller);
  await caller?.record?.({ operation: operation!, parameters, query: queryOf(request.url!), sentBody, status, requestId });
}

const withoutRecord = ({ record: _record, ...caller }: Caller): Caller => caller;

/** All headers of a response: those of every response, the request id, those of the caller (its quota), and its own. */
const allHeaders = ({ anonymousHeaders, draining }: ResponseOutput, { requestId, caller }: RequestContext, headers: Headers): Headers => ({
  "x-request-id": requestId,
  ...SECURITY_HEADERS,
  ...(caller?.headers ?? anonymousHeaders),
  ...headers,
  ...(draining ? CLOSE_CONNECTION : NO_HEADERS),
});
