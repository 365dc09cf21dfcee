import type { Socket } from "node:net";
import type pg from "pg";

/** COPY over the driver's connection, which knows its messages and leaves them to whoever submits the statement. */

/** Whole rows as COPY writes them, one after the other, and how many they are. */
export interface CopiedRows {
  readonly bytes: Buffer;
  readonly rows: number;
}

/** The driver's connection as far as it matters here. */
interface Wire {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What the driver calls of a statement that is no query of its own; of the rest there is nothing to hear. */
interface Submitted {
  submit(connection: unknown): void;
  handleCommandComplete(message: { readonly text: string }): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
  handleCopyData?(message: { readonly chunk: Buffer }): void;
  handleCopyInResponse?(connection: unknown): void;
}

/** Chunks that wait for whoever reads; from here on the socket is left full. */
const MOST_WAITING = 2;

/** The rows of `copy ... to stdout` in pieces of about `pieceBytes`; a single row may be larger. Reads no faster than it is read. */
export async function* copyOut(client: pg.Client, text: string, pieceBytes: number): AsyncGenerator<CopiedRows> {
  const ready: CopiedRows[] = [];
  let piece = createPiece(pieceBytes);
  let wire: Wire | undefined;
  let failure: Error | undefined;
  let isDone = false;
  let wake: (() => void) | undefined;
  const push = () => {
    if (piece.rows === 0) return;
    ready.push({ bytes: piece.memory.subarray(0, piece.end), rows: piece.rows });
    piece = createPiece(pieceBytes);
    if (ready.length >= MOST_WAITING) wire?.stream.pause();
    wake?.();
  };
  const submitted: Submitted = {
    submit(connection) {
      wire = connection as Wire;
      wire.query(text);
    },
    // One message is one row, in memory that the next one overwrites.
    handleCopyData({ chunk }) {
      if (piece.end > 0 && piece.end + chunk.length > piece.memory.length) push();
      if (chunk.length > piece.memory.length) piece = createPiece(chunk.length);
      piece.end += chunk.copy(piece.memory, piece.end);
      piece.rows += 1;
    },
    handleCommandComplete: push,
    handleReadyForQuery() {
      isDone = true;
      wake?.();
    },
    handleError(error) {
      failure ??= error;
      wake?.();
    },
  };
  client.query(submitted as unknown as pg.Submittable);
  try {
    for (;;) {
      const next = ready.shift();
      if (next) {
        if (ready.length < MOST_WAITING) wire?.stream.resume();
        yield next;
      } else if (failure) throw failure;
      else if (isDone) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    // Whoever stops reading half way ends the connection: the rest of the rows is on its way.
    if (!isDone && !failure) wire?.stream.destroy();
  }
}

const createPiece = (bytes: number) => ({ memory: Buffer.allocUnsafeSlow(bytes), end: 0, rows: 0 });

/** Sends pieces to `copy ... from stdin`; answers how many rows it took. A source that throws takes the statement back. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failure: unknown;
    let hasEnded = false;
    const send = async (wire: Wire) => {
      try {
        for await (const piece of source) {
          if (hasEnded) return;
          wire.sendCopyFromChunk(piece);
          if (wire.stream.writableNeedDrain) await drained(wire.stream);
        }
        if (!hasEnded) wire.endCopyFrom();
      } catch (error) {
        failure = error;
        if (!hasEnded) wire.sendCopyFail("the source ended early");
      }
    };
    const submitted: Submitted = {
      submit: (connection) => (connection as Wire).query(text),
      handleCopyInResponse: (connection) => void send(connection as Wire),
      handleCommandComplete(message) {
        rows = Number(/^COPY (\d+)$/.exec(message.text)?.[1]);
      },
      handleReadyForQuery() {
        hasEnded = true;
        resolve(rows);
      },
      handleError(error) {
        hasEnded = true;
        reject((failure as Error | undefined) ?? error);
      },
    };
    client.query(submitted as unknown as pg.Submittable);
  });
}

/** When the socket takes more, or nothing ever again. */
const drained = (stream: Socket) =>
  new Promise<void>((resolve) => {
    const go = () => {
      stream.off("drain", go).off("close", go);
      resolve();
    };
    stream.on("drain", go).on("close", go);
  });
