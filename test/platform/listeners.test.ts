import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { type Listeners, listenersOf } from "../../src/platform/http/listeners.ts";

const HOST = "127.0.0.1";
const CALLERS = 128;
const LIMIT_MS = 10_000;

const running: Listeners[] = [];
function opened(): { readonly server: Server; readonly listeners: Listeners } {
  const server = createServer((_request, response) => response.end("here"));
  const listeners = listenersOf(server);
  running.push(listeners);
  return { server, listeners };
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((listeners) => listeners.close()));
});

/** Connects `CALLERS` times on a thread of its own, and says so in `shared` while ours stands still. */
const CONNECTS = `
  const { workerData: { port, shared } } = require("node:worker_threads");
  const { connect } = require("node:net");
  const connected = new Int32Array(shared);
  for (let nth = 0; nth < ${CALLERS}; nth += 1) {
    const socket = connect(port, "${HOST}", () => {
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
    socket.on("error", () => undefined);
  }`;

describe("a server that listens through several sockets", () => {
  it("takes many who came at once in far fewer turns of its loop than they are", async () => {
    const { server, listeners } = opened();
    const port = await listeners.listen(0, HOST);
    const taken: Socket[] = [];
    server.on("connection", (socket) => taken.push(socket));
    const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const connected = new Int32Array(shared);
    const callers = new Worker(CONNECTS, { eval: true, workerData: { port, shared } });
    for (let seen = 0; seen < CALLERS; seen = Atomics.load(connected, 0))
      if (Atomics.wait(connected, 0, seen, LIMIT_MS) === "timed-out") throw new Error(`${seen} of ${CALLERS} connected`);
    const before = taken.length;
    let turns = 0;
    for (; taken.length < CALLERS; turns += 1) await setImmediate();
    expect(before).toBe(0);
    expect(turns).toBeLessThan(CALLERS / 3);
    await callers.terminate();
  });

  it("answers whichever of them took the call", async () => {
    const { listeners } = opened();
    const port = await listeners.listen(0, HOST);
    const answers = await Promise.all(Array.from({ length: CALLERS }, async () => (await fetch(`http://${HOST}:${port}/`)).text()));
    expect(new Set(answers)).toEqual(new Set(["here"]));
  });

  it("shares its port with nobody", async () => {
    const port = await opened().listeners.listen(0, HOST);
    await expect(opened().listeners.listen(port, HOST)).rejects.toMatchObject({ code: "EADDRINUSE" });
    const single = createServer();
    single.listen(port, HOST);
    await expect(once(single, "listening")).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("takes a port that was asked for, once it is free", async () => {
    const first = opened();
    const port = await first.listeners.listen(0, HOST);
    await first.listeners.close();
    expect(await opened().listeners.listen(port, HOST)).toBe(port);
  });

  it("does not take a port at which a single socket listens", async () => {
    const single = createServer();
    single.listen(0, HOST);
    await once(single, "listening");
    const { port } = single.address() as { readonly port: number };
    await expect(opened().listeners.listen(port, HOST)).rejects.toMatchObject({ code: "EADDRINUSE" });
    single.close();
  });

  it("listens no more once it is closed, and ends when everybody is answered", async () => {
    const { server, listeners } = opened();
    const port = await listeners.listen(0, HOST);
    const held: ServerResponse[] = [];
    server.removeAllListeners("request").on("request", (_request, response) => held.push(response));
    const answers = Array.from({ length: 40 }, async () => (await fetch(`http://${HOST}:${port}/`)).text());
    while (held.length < answers.length) await setImmediate();
    let isClosed = false;
    const closing = listeners.close().then(() => (isClosed = true));
    for (let nth = 0; nth < 50; nth += 1) {
      const late = once(connect(port, HOST), "connect");
      await expect(late).rejects.toMatchObject({ code: "ECONNREFUSED" });
    }
    expect(isClosed).toBe(false);
    for (const response of held) response.setHeader("connection", "close").end("here");
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["here"]));
    await closing;
  });
});
