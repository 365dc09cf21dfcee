import { type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request } from "./body.ts";

/** Where Node keeps what it knows of an answer. It says nothing of it. */
interface Kept {
  socket: Socket | null;
  /** The head, once it is written, and whether it was sent. */
  readonly _header?: string | null;
  _headerSent?: boolean;
  _hasBody?: boolean;
  /** All of it was given; whether it was sent is another matter. */
  finished: boolean;
  destroyed: boolean;
  _closed?: boolean;
  /** What waits for the answers before it. */
  readonly outputData: readonly unknown[];
  _flush(): void;
  _finish(): void;
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
  /** As Node's, but that `tendConnections` listens for all answers of the connection. */
  override assignSocket(socket: Socket & Carrier): void {
    if (socket._httpMessage) throw new Error("a connection carries one answer at a time");
    socket._httpMessage = this;
    const kept = keptOf(this);
    kept.socket = socket;
    this.emit("socket", socket);
    // It was answered before its turn.
    if (kept.outputData.length > 0) kept._flush();
  }

  /** As Node's, which takes its listener off here. */
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
    kept._finish();
    // Nothing is left of what could not be sent, either.
    if (socket.writableLength === 0 && socket.errored === null) this.emit("finish");
    // Its reader takes the rest later, or is gone: then the connection's end is what is heard.
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

/** Whether the whole answer may go at once: its request was read to the end, it has a body and a head that says how long. */
function mayGo(response: Response, socket: Socket): boolean {
  const { _header, _headerSent, _hasBody } = keptOf(response);
  const isWhole = Boolean(_header) && _headerSent === false && _hasBody === true && !response.chunkedEncoding;
  return isWhole && response.req.complete && socket.writable;
}

/**
 * Closes the answer that a connection carries when it ends, and lets those who still read theirs read on when the server closes: Node takes their
 * connections for idle ones once all of an answer was given.
 */
export function tendConnections(server: Server<typeof Request, typeof Response>): void {
  const open = new Set<Socket & Carrier>();
  server.on("connection", (socket: Socket & Carrier) => {
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      socket._httpMessage?.close();
    });
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const unread = [...open].flatMap(({ _httpMessage }) => (_httpMessage?.writableEnded ? [keptOf(_httpMessage)] : []));
    for (const kept of unread) kept.finished = false;
    closeIdle();
    for (const kept of unread) kept.finished = true;
  };
}
