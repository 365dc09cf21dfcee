import { connect } from "node:net";

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; of repeated ones the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Exchange {
  /** Final answers, in order; interim ones (100) are in `interim`. */
  readonly answers: readonly RawAnswer[];
  readonly interim: readonly number[];
  /** The server ended the connection. */
  readonly closed: boolean;
  /** Milliseconds until the first answer, whole, or until the end when none came. */
  readonly ms: number;
}

/** A part of what is sent: bytes, or milliseconds to wait. */
export type Part = string | Buffer | number;

/**
 * Sends bytes as they are to a port of this machine and collects what comes back, until the server ends the connection,
 * or `answers` answers came and nothing followed for `quietMs`, or `limitMs` passed.
 */
export async function exchange(
  port: number,
  parts: readonly Part[],
  { limitMs = 4_000, quietMs = 60 }: { readonly limitMs?: number; readonly quietMs?: number } = {},
): Promise<Exchange> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const from = performance.now();
  let received: Buffer = Buffer.alloc(0);
  let lastMs = from;
  let firstMs: number | undefined;
  socket.on("error", () => undefined);
  const ended = new Promise<true>((resolve) => socket.once("close", () => resolve(true)));
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    lastMs = performance.now();
    if (firstMs === undefined && answersIn(received).answers.length > 0) firstMs = lastMs - from;
  });
  for (const part of parts) {
    if (typeof part === "number") await pause(part);
    else if (!socket.destroyed) socket.write(part);
  }
  const isOver = () =>
    socket.destroyed || performance.now() - from > limitMs || (firstMs !== undefined && performance.now() - lastMs > quietMs);
  while (!isOver()) await pause(5);
  const closed = await Promise.race([ended, pause(0).then(() => false)]);
  const ms = firstMs ?? performance.now() - from;
  socket.destroy();
  return { ...answersIn(received), closed, ms };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Splits what was received into answers; every one of ours says its length. */
function answersIn(received: Buffer): Pick<Exchange, "answers" | "interim"> {
  const answers: RawAnswer[] = [];
  const interim: number[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return { answers, interim };
    const [first = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0);
    const headers = new Map(lines.map((line) => [line.split(":", 1)[0]!.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]));
    const length = Number(headers.get("content-length") ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) return { answers, interim };
    if (status >= 200) answers.push({ status, headers, body: body.toString("utf8") });
    else interim.push(status);
    rest = rest.subarray(end + 4 + length);
  }
}
