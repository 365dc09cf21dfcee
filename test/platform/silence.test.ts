import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { endSilent } from "../../src/platform/http/silence.ts";

const LIMIT_MS = 400;
const SWEEP_MS = LIMIT_MS / 8;

let server: Server;
let endSweeps: () => void;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  endSweeps();
  server.close().closeAllConnections();
});

/** A connection to a server that answers after so many milliseconds, and when it ended. */
async function caller(answerMs = 0) {
  server = createServer({ keepAliveTimeout: 0 }, (_, response) => void setTimeout(() => response.end("ok"), answerMs));
  endSweeps = endSilent(server, LIMIT_MS);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  let lastMs = performance.now();
  socket.on("data", () => (lastMs = performance.now()));
  const silentMs = once(socket, "close").then(() => performance.now() - lastMs);
  const ask = () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  return { socket, ask, silentMs };
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("a silent connection", () => {
  it("ends, but not before its time", async () => {
    const { ask, silentMs } = await caller();
    ask();
    expect(await silentMs).toBeGreaterThan(LIMIT_MS - 1);
  });

  it("ends when its answer does not come", async () => {
    const { ask, silentMs } = await caller(10 * LIMIT_MS);
    ask();
    expect(await silentMs).toBeGreaterThan(LIMIT_MS - 1);
  });

  it.each([
    ["hardly pauses", SWEEP_MS / 4],
    ["pauses for several sweeps", 3 * SWEEP_MS],
  ])("stays while its caller %s", async (_title, pauseMs) => {
    const { socket, ask, silentMs } = await caller();
    const untilMs = performance.now() + 3 * LIMIT_MS;
    while (performance.now() < untilMs) {
      ask();
      await pause(pauseMs);
      expect(socket.closed).toBe(false);
    }
    expect(await silentMs).toBeGreaterThan(LIMIT_MS - 1 - pauseMs);
  });
});
