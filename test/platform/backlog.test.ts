import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { endpoint, operation } from "../../src/platform/contract/operation.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import { createUnreadLimit } from "../../src/platform/http/unread-responses.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding, type LoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { eventually, NOON } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";

const MIB = 1024 * 1024;
/** Answers of 8 MiB that one caller may leave unread. */
const KEPT = 8;
const HEAVY = JSON.stringify("x".repeat(8 * MIB - 2));
const facts = {
  api: "v1",
  audience: "seller",
  permission: "orders",
  summary: "Responde",
  replies: { 200: { description: "O texto" } },
} as const;
const heavy = operation({ ...facts, id: "heavy", method: "GET", path: "/heavy" });
const light = operation({ ...facts, id: "light", method: "GET", path: "/light" });
const change = operation({ ...facts, id: "change", method: "POST", path: "/heavy" });

let server: HttpServer | undefined;
let places: LoadShedding;
let sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server?.close();
});

async function serve(stallMs?: number): Promise<number> {
  places = createLoadShedding({ maxInFlight: 100 });
  server = createHttpServer({
    environment: "sandbox",
    endpoints: [
      ...[heavy, change].map((one) => endpoint(one, () => Promise.resolve({ status: 200, text: HEAVY }))),
      endpoint(light, () => Promise.resolve({ status: 200, text: "{}" })),
    ],
    plainRoutes: [],
    authenticators: {
      seller: (knock) => ({ identity: undefined, sellerId: Number(knock.values("client_id")[0] ?? 1), headers: {} }),
      operator: () => httpErrors.refuse("unexpected"),
      person: () => httpErrors.refuse("unexpected"),
      public: () => httpErrors.refuse("unexpected"),
    },
    anonymousHeaders: {},
    clock: movableClock(NOON),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: places,
    bodyLimitBytes: 1024,
    ...(stallMs === undefined ? {} : { stallMs }),
  });
  return server.listen(0, "127.0.0.1");
}

/** A connection that asks so often at once, and reads nothing until it is resumed. */
async function lazyReader(port: number, times: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => undefined);
  sockets.push(socket);
  await once(socket, "connect");
  socket.write("GET /heavy HTTP/1.1\r\nHost: test\r\n\r\n".repeat(times));
  return socket;
}
const ask = (port: number, path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);

describe("answers that nobody reads", () => {
  it.each([
    ["one connection", 1, 12],
    ["many", 12, 1],
  ])("are bounded for a caller, over %s, and nobody else's", async (_title, connections, times) => {
    const port = await serve();
    const readers = await Promise.all(Array.from({ length: connections }, () => lazyReader(port, times)));
    await eventually("as many answers as are kept", async () => places.inFlight() >= KEPT);
    const refused = await eventually("the bound", async () => {
      const reply = await ask(port, "/heavy");
      const body = (await reply.json()) as { readonly details?: readonly { readonly code: string }[] };
      return reply.status === 503 && { reply, body };
    });
    expect(refused.reply.headers.get("retry-after")).toMatch(/^[1-5]$/);
    expect(refused.body.details![0]!.code).toBe("answers_unread");
    expect((await ask(port, "/light")).status).toBe(200);
    expect((await ask(port, "/heavy", { headers: { client_id: "2" } }).then((reply) => reply.bytes())).length).toBe(HEAVY.length);
    // What was carried out is told, whatever is unread.
    expect((await ask(port, "/heavy", { method: "POST" }).then((reply) => reply.bytes())).length).toBe(HEAVY.length);

    let bytes = 0;
    for (const reader of readers) reader.on("data", (part: Buffer) => (bytes += part.length)).resume();
    await eventually("all answers to be read", async () => places.inFlight() === 0 && bytes >= KEPT * HEAVY.length);
    expect(Math.floor(bytes / HEAVY.length)).toBe(KEPT);
    expect((await ask(port, "/heavy")).status).toBe(200);
  });

  it("are cut off in time, and give their places back", async () => {
    const port = await serve(300);
    await lazyReader(port, 3);
    await eventually("requests in progress", async () => places.inFlight() > 0);
    await eventually("no request in progress", async () => places.inFlight() === 0);
    // A reader that is slow and reads is no such reader.
    const socket = await lazyReader(port, 1);
    let bytes = 0;
    socket.on("data", (part: Buffer) => {
      bytes += part.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    socket.resume();
    await eventually("all of it", async () => bytes > HEAVY.length);
    expect(socket.destroyed).toBe(false);
  });
});

describe("a server that ends", () => {
  // One in sixteen comes by the socket of the server itself.
  it.each([1, 2, 3, 4, 5, 6])("waits no longer than it would otherwise for who says half of a request, once more (%i)", async () => {
    const port = await serve(300);
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    const ended = once(socket, "close");
    socket.write("POST /heavy HTTP/1.1\r\nHost: test\r\ncontent-length: 10\r\n\r\nhalf");
    await eventually("its head", async () => places.inFlight() === 1);
    await server!.close();
    expect(await ended).toEqual([false]);
  });
});

describe("a backlog", () => {
  it("takes one answer of any size, then as much as is room for", () => {
    const { add: take, release: drop } = createUnreadLimit(100);
    expect([take("a", 500), take("a", 1), take("b", 60), take("b", 41), take("b", 40)]).toEqual([true, false, true, false, true]);
    drop("a", 500);
    drop("b", 60);
    expect([take("a", 100), take("b", 61), take("b", 60)]).toEqual([true, false, true]);
  });
});
