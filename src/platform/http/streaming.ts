import type { ServerResponse } from "node:http";

/** Time limit for the caller to read what was sent. A slower caller would occupy capacity and the source of the stream. */
const STALL_MS = 60_000;

/**
 * Sends a body chunk by chunk, only as fast as the caller reads it. A HEAD request gets no body. `begin` sends the head with the first chunk, so an
 * earlier error can still be answered with a refusal. Resolves when everything is sent. If the caller leaves, resolves after at most one more
 * chunk. In both cases the source has ended. Throws what the source or `begin` throws.
 */
export async function streamBody(
  body: AsyncIterable<Buffer>,
  response: ServerResponse,
  begin: () => Promise<void>,
  stallMs = STALL_MS,
): Promise<void> {
  for await (const chunk of response.req.method === "HEAD" ? noChunks(body) : body) {
    if (!response.headersSent) await begin();
    if (response.destroyed) return;
    if (!response.write(chunk)) await untilRead(response, "drain", stallMs);
  }
  if (!response.headersSent) await begin();
  if (response.destroyed) return;
  response.end();
  await untilRead(response, "finish", stallMs);
}

/** Returns no chunks, for a HEAD request. Ends `body` before it produces anything. */
function noChunks(body: AsyncIterable<Buffer>): readonly Buffer[] {
  void body[Symbol.asyncIterator]().return?.();
  return [];
}

/**
 * Ends a connection in the middle of a response, so that the caller cannot mistake the response for a complete one. A response to an HTTP/1.0
 * proxy is complete when its connection is closed, so the connection is reset instead.
 */
export function abortResponse(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}

/** Waits until the caller has read what was sent or has left. Aborts the response when that takes too long. */
function untilRead(response: ServerResponse, event: "drain" | "finish", stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off(event, done).off("close", done);
      resolve();
    };
    const timer = setTimeout(() => {
      abortResponse(response);
      done();
    }, stallMs);
    response.on(event, done).on("close", done);
  });
}
