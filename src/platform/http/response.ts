import { type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request } from "./body.ts";

/** Where Node keeps what it knows of an answer. It says nothing of it; a runtime that has no such places sends answers in its own way. */
interface Kept {
  socket: Socket | null;
  /** The head, once it is written, and whether it was sent. */
  readonly _header?: string | null;
  _headerSent?: boolean;
  _hasBody?: boolean;
  finished: boolean;
  destroyed: boolean;
  _closed?: boolean;
  /** What waits for the answers before it. */
  readonly outputData: readonly unknown[];
  _flush(): void;
}
const keptOf = (response: Response): Kept => response as unknown as Kept;

/** Where Node looks for the answer that a connection carries. */
interface Carrier {
  _httpMessage?: Response | null;
}

/**
 * An answer that goes to the kernel in one piece where it can. Node holds each part back for those that might follow, hears a turn later that all of
 * it is gone, and listens for its connection's end anew with every answer, which costs 1 to 2 us of the 21 that it needs for a short one.
 */
export class Response extends ServerResponse<Request> {
  /** As Node's, but that `hearEnds` listens for all answers of the connection. */
  override assignSocket(socket: Socket & Carrier): void {
    if (socket._httpMessage) throw new Error("a connection carries one answer at a time");
    socket._httpMessage = this;
    const kept = keptOf(this);
    kept.socket = socket;
    // It was answered before its turn.
    if (kept.outputData.length > 0 || kept.finished) kept._flush();
  }

  /** As Node's. */
  override detachSocket(socket: Socket & Carrier): void {
    socket._httpMessage = null;
    keptOf(this).socket = null;
  }

  /** Ends an answer whose head is written with the whole of its body. */
  endWith(body: string, coding: "utf8" | "latin1"): void {
    const { socket } = this;
    if (socket === null || !mayGo(this, socket)) return void this.end(body, coding);
    const kept = keptOf(this);
    kept._headerSent = true;
    kept.finished = true;
    socket.write(kept._header! + body, coding);
    if (socket.writableLength === 0) this.emit("finish");
    // Its reader is slow. Where the connection ends before that, it is closed without.
    else socket.write("", (error) => void (error || this.emit("finish")));
  }

  /** Closes the answer whose connection ended. */
  close(): void {
    if (this.closed) return;
    const kept = keptOf(this);
    kept.destroyed = true;
    kept._closed = true;
    this.emit("close");
  }
}

/** Whether the whole answer may go at once: its request was read to the end, it has a body and a head that says how long, and nothing is before it. */
function mayGo(response: Response, socket: Socket): boolean {
  const { _header, _headerSent, _hasBody, finished } = keptOf(response);
  const isWhole = Boolean(_header) && _headerSent === false && _hasBody === true && !finished && !response.chunkedEncoding;
  return isWhole && response.req.complete && socket.writable && socket.writableCorked === 0;
}

/** Closes the answer that a connection carries when it ends. */
export function hearEnds(server: Server<typeof Request, typeof Response>): void {
  server.on("connection", (socket: Socket & Carrier) => {
    socket.on("close", () => socket._httpMessage?.close());
  });
}
