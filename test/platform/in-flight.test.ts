import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { endpoint, operation } from "../../src/platform/contract/operation.ts";
import type { Authenticate } from "../../src/platform/http/authentication.ts";
import type { PlainRoute } from "../../src/platform/http/plain-routes.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding, type LoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { object } from "../../src/platform/contract/schema.ts";
import { eventually } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";

const CALLERS = 45;
/** Of all places. */
const PAGES_SHARE = 0.9;
const closed = () => httpErrors.refuse("unexpected");

let server: HttpServer | undefined;
let places: LoadShedding;
afterEach(() => server?.close());

/** A server with these pages and nothing else; answers its port. */
const serve = (...pages: readonly PlainRoute[]): Promise<number> => listen(pages, closed);

const rows = { api: "v1", audience: "seller", permission: "any", path: "/things", replies: { 200: { description: "Feito" } } } as const;
const endpoints = [
  endpoint(operation({ ...rows, id: "readThing", method: "GET", summary: "Lê" }), async () => ({ status: 200, body: {} })),
  endpoint(operation({ ...rows, id: "putThing", method: "PUT", summary: "Guarda", body: object({}) }), async () => ({
    status: 200,
    body: {},
  })),
];

/** A server with these pages and `/things` behind this door; answers its port. */
async function listen(pages: readonly PlainRoute[], seller: Authenticate): Promise<number> {
  places = createLoadShedding({ maxInFlight: Math.floor(CALLERS / PAGES_SHARE) });
  server = createHttpServer({
    environment: "sandbox",
    endpoints,
    plainRoutes: pages,
    authenticators: { seller, operator: closed, person: closed, public: closed },
    anonymousHeaders: {},
    clock: movableClock(0),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: places,
    bodyLimitBytes: 1024,
  });
  return server.listen(0, "127.0.0.1");
}

async function callAndHangUp(port: number, path: string, afterMs: number, more?: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).pause();
  await once(socket, "connect");
  socket.write(more ?? `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  socket.destroy();
}

const headers = { "content-type": "text/plain" };
const idle = () => eventually("no request in progress", async () => places.inFlight() === 0);

describe("requests in progress (reliability T32)", () => {
  it("end when their callers are gone before they read the answer", async () => {
    const large = "x".repeat(16 * 1024 * 1024);
    let asked = 0;
    const answer = () => {
      asked += 1;
      return { status: 200, headers, body: large };
    };
    const port = await serve({ method: "GET", path: "/large", answer });
    await Promise.all(Array.from({ length: CALLERS }, () => callAndHangUp(port, "/large", 100)));
    // Whoever hung up before the server got to it is not in progress yet.
    await eventually("all of them to be heard", async () => asked === CALLERS);
    await idle();
    const reply = await fetch(`http://127.0.0.1:${port}/large`);
    expect([reply.status, (await reply.text()).length]).toEqual([200, large.length]);
  });

  it("count until their work is done, although their callers are gone", async () => {
    let release: (() => void) | undefined;
    const working = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answer = async () => {
      await working;
      return { status: 200, headers, body: "done" };
    };
    const port = await serve({ method: "GET", path: "/slow", answer });
    await Promise.all(Array.from({ length: CALLERS }, () => callAndHangUp(port, "/slow", 100)));
    expect(places.inFlight()).toBe(CALLERS);
    expect((await fetch(`http://127.0.0.1:${port}/slow`)).status).toBe(503);
    release!();
    await idle();
  });

  it.each([
    ["read", "GET /things HTTP/1.1\r\nHost: test\r\n\r\n"],
    ["write", "PUT /things HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"],
    ["write half", "PUT /things HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{"],
  ])("end once, and hold nothing of their holder's, when callers that %s are gone before the door knows them", async (_what, request) => {
    const entry = { identity: "Ana", sellerId: 7, principal: "app", headers: {}, record: async () => undefined };
    let open: () => void = () => undefined;
    let knocking = new Promise<void>((resolve) => (open = resolve));
    const port = await listen([], () => knocking.then(() => entry));
    const callers = Math.floor(CALLERS / 2);
    await Promise.all(Array.from({ length: callers }, () => callAndHangUp(port, "/things", 50, request)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    open();
    knocking = Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(places.inFlight()).toBe(0);
    const again = await Promise.all(Array.from({ length: 4 }, () => fetch(`http://127.0.0.1:${port}/things`)));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(places.inFlight()).toBe(0);
  });

  it("end once when callers are gone in the middle of what they send", async () => {
    const port = await listen([], () => ({ identity: "Ana", sellerId: 7, principal: "app", headers: {}, record: async () => undefined }));
    const half = "PUT /things HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{";
    await Promise.all(Array.from({ length: 4 }, () => callAndHangUp(port, "/things", 50, half)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(places.inFlight()).toBe(0);
  });
});
