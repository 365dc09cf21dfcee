import type { ServerResponse } from "node:http";

/** Longest a reader may take nothing of what was sent; a slower one is as good as gone, and holds a place and its source. */
const STALL_MS = 60_000;

/**
 * Sends a body as it comes, no faster than it is read; nothing of it for HEAD. `begin` sends the head, once there is something to
 * send: until then whatever is thrown may still be refused. Ends when all is sent, or when the reader is gone, for which it waits one
 * chunk at most; the body's source is over then. Throws what the source or `begin` throws.
 */
export async function streamBody(
  body: AsyncIterable<Buffer>,
  response: ServerResponse,
  begin: () => Promise<void>,
  stallMs = STALL_MS,
): Promise<void> {
  for await (const chunk of response.req.method === "HEAD" ? unread(body) : body) {
    if (!response.headersSent) await begin();
    if (response.destroyed) return;
    if (!response.write(chunk)) await taken(response, "drain", stallMs);
  }
  if (!response.headersSent) await begin();
  if (response.destroyed) return;
  response.end();
  await taken(response, "finish", stallMs);
}

/** Nothing of a body: it is over before its source began. */
function unread(body: AsyncIterable<Buffer>): readonly Buffer[] {
  void body[Symbol.asyncIterator]().return?.();
  return [];
}

/**
 * Ends a connection in the middle of an answer such that its reader cannot take it for the whole. An answer in HTTP/1.0 ends where its
 * connection ends, and proxies still ask in it: only a reset differs.
 */
export function abortResponse(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}

/** Waits until the reader took what was sent; cuts the answer when it takes too long. */
function taken(response: ServerResponse, event: "drain" | "finish", stallMs: number): Promise<void> {
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
