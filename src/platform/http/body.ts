import { IncomingMessage } from "node:http";

/** A body that is larger than the operation takes. */
export class BodyTooLarge extends Error {}
/** A body that ended before its announced length. */
export class BodyIncomplete extends Error {}

const NOTHING = Buffer.alloc(0);
const nothing = () => undefined;

/** Hears of a body's pieces as they arrive; null = it is whole. */
type Taker = (piece: Buffer | null) => void;

/** How Node ends a request's stream of which nobody hears. It says nothing of it; Bun has no such way. */
interface Ending {
  _dumpAndCloseReadable?(): void;
}

/**
 * A request whose body goes to who takes it as it arrives. Node makes a stream of it, with a queue, two turns and three events, which costs 4 us
 * of the 30 that it needs for a small body and its answer.
 */
export class Request extends IncomingMessage {
  #taker: Taker | undefined;

  /** Hands the body to `taker`; false when some of it was there before, and it stays a stream. */
  handTo(taker: Taker): boolean {
    const mayBe = this.readableLength === 0 && !this.complete && (this as Ending)._dumpAndCloseReadable !== undefined;
    if (mayBe) this.#taker = taker;
    return mayBe;
  }

  /** What Node's parser calls with each piece, and at last with null. */
  override push(piece: Buffer | null): boolean {
    if (this.#taker === undefined) return super.push(piece);
    if (piece === null) (this as Ending)._dumpAndCloseReadable!();
    this.#taker(piece);
    return true;
  }
}

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
  if (!hasBody(request)) {
    if (request instanceof Request) request.handTo(nothing);
    return done(NOTHING);
  }
  // Its caller hung up: it will say nothing any more, not even that.
  if (request.destroyed) return done(new BodyIncomplete());
  if (Number(request.headers["content-length"]) > limitBytes) return done(new BodyTooLarge());
  const pieces: Buffer[] = [];
  let length = 0;
  let isDone = false;
  // Listeners stay: taking them off costs more than asking whether they are still wanted.
  const finish = (body: Buffer | Error) => {
    if (isDone) return;
    isDone = true;
    done(body);
  };
  const take: Taker = (piece) => {
    if (isDone) return;
    if (piece === null) return finish(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length));
    length += piece.length;
    if (length > limitBytes) finish(new BodyTooLarge());
    else pieces.push(piece);
  };
  request.on("error", () => finish(new BodyIncomplete()));
  if (request instanceof Request && request.handTo(take)) return;
  request.on("data", take);
  request.on("end", () => take(null));
}
