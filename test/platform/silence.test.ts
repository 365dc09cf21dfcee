import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { endpoint, operation } from "../../src/platform/contract/operation.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { movableClock } from "../movable-clock.ts";

const LIMIT_MS = 400;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const slow = operation({
  id: "slow",
  api: "v1",
  method: "GET",
  path: "/slow",
  audience: "public",
  permission: "any",
  summary: "Slow",
  replies: { 200: { description: "Late" } },
});

let server: HttpServer;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** A connection to a server that answers after so many milliseconds. */
async function caller(answerMs: number) {
  server = createHttpServer({
    environment: "sandbox",
    endpoints: [endpoint(slow, async () => (await pause(answerMs), { status: 200, body: {} }))],
    plainRoutes: [],
    authenticators: {
      seller: () => httpErrors.refuse("unexpected"),
      operator: () => httpErrors.refuse("unexpected"),
      person: () => httpErrors.refuse("unexpected"),
      public: () => ({ identity: undefined, headers: {} }),
    },
    anonymousHeaders: {},
    clock: movableClock(0),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: createLoadShedding({ maxInFlight: 10 }),
    bodyLimitBytes: 1024,
    stallMs: LIMIT_MS,
  });
  const socket = connect(await server.listen(0, "127.0.0.1"), "127.0.0.1");
  sockets.push(socket.resume());
  const ask = () => socket.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
  return { socket, ask };
}

describe("a silent connection", () => {
  it("ends when its answer does not come, and not before its time", async () => {
    const { socket, ask } = await caller(10 * LIMIT_MS);
    ask();
    const startedMs = performance.now();
    await once(socket, "close");
    expect(performance.now() - startedMs).toBeGreaterThan(LIMIT_MS - 1);
  });

  it("stays while its caller goes on asking, and waits longer for the next call than for an answer", async () => {
    const { socket, ask } = await caller(0);
    const untilMs = performance.now() + 3 * LIMIT_MS;
    while (performance.now() < untilMs) {
      ask();
      await pause(LIMIT_MS / 4);
    }
    await pause(2 * LIMIT_MS);
    expect(socket.closed).toBe(false);
  });
});
