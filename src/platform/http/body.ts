import type { IncomingMessage } from "node:http";

/** A body that is larger than the operation takes. */
export class BodyTooLarge extends Error {}
/** A body that ended before its announced length. */
export class BodyIncomplete extends Error {}

const NOTHING = Buffer.alloc(0);

/** Whether a request may have a body at all. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== "GET" &&
  method !== "HEAD" &&
  (headers["transfer-encoding"] !== undefined || (headers["content-length"] !== undefined && headers["content-length"] !== "0"));

/**
 * Reads a request's body whole and hands it over, once: bytes, or why there are none. A body announced as too large is not read.
 * Callbacks, for this happens to every request.
 */
export function readBody(request: IncomingMessage, limitBytes: number, done: (body: Buffer | Error) => void): void {
  if (!hasBody(request)) return done(NOTHING);
  // Its caller hung up: it will say nothing any more, not even that.
  if (request.destroyed) return done(new BodyIncomplete());
  if (Number(request.headers["content-length"]) > limitBytes) return done(new BodyTooLarge());
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  // Listeners stay: taking them off costs more than asking whether they are still wanted.
  const finish = (body: Buffer | Error) => {
    if (isDone) return;
    isDone = true;
    done(body);
  };
  request.on("data", (chunk: Buffer) => {
    if (isDone) return;
    length += chunk.length;
    if (length > limitBytes) finish(new BodyTooLarge());
    else chunks.push(chunk);
  });
  request.on("end", () => finish(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
  request.on("error", () => finish(new BodyIncomplete()));
}
