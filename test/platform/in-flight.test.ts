import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { movableClock } from "../../src/platform/clock.ts";
import { createHttpServer, type HttpServer, type Page } from "../../src/platform/http.ts";
import { httpErrors } from "../../src/platform/http-errors.ts";
import { createLog } from "../../src/platform/log.ts";
import { eventually } from "../harness.ts";

const CALLERS = 50;
const closed = () => httpErrors.refuse("unexpected");

let server: HttpServer | undefined;
afterEach(() => server?.close());

/** A server with these pages and nothing else; answers its port. */
async function serve(...pages: readonly Page[]): Promise<number> {
  server = createHttpServer({
    environment: "sandbox",
    endpoints: [],
    pages,
    doors: { seller: closed, operator: closed },
    anonymousHeaders: {},
    clock: movableClock(0),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    maxInFlight: CALLERS,
    bodyLimitBytes: 1024,
    retryAfterSeconds: 1,
  });
  return server.listen(0, "127.0.0.1");
}

async function callAndHangUp(port: number, path: string, afterMs: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined).pause();
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  socket.destroy();
}

const headers = { "content-type": "text/plain" };
const idle = () => eventually("no request in progress", async () => server!.inFlight() === 0);

describe("requests in progress (reliability T32)", () => {
  it("end when their callers are gone before they read the answer", async () => {
    const large = "x".repeat(16 * 1024 * 1024);
    const port = await serve({ method: "GET", path: "/large", answer: () => ({ status: 200, headers, body: large }) });
    await Promise.all(Array.from({ length: CALLERS }, () => callAndHangUp(port, "/large", 100)));
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
    expect(server!.inFlight()).toBe(CALLERS);
    expect((await fetch(`http://127.0.0.1:${port}/slow`)).status).toBe(503);
    release!();
    await idle();
  });
});
