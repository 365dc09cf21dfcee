import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readBody, Request } from "../../src/platform/http/body.ts";
import { writeHead } from "../../src/platform/http/head.ts";
import { tendConnections, Response } from "../../src/platform/http/response.ts";
import { exchange, type Part } from "../reliability/raw-http.ts";

const LIMIT = 1_000_000;
/** More than the kernel keeps for a reader who does not read. */
const LONG = "á".repeat(8_000_000);
const UNTIL_CLOSED = { limitMs: 10_000, quietMs: 10_000 };

/** What became of each answer, in the order of the requests. */
interface Heard {
  readonly response: Response;
  finished: number;
  closed: number;
  /** Listeners for the connection's end while the answer is under way. */
  readonly listeners: number;
}

type Serve = (request: Request, response: Response) => void;

async function open(serve: Serve) {
  const heard: Heard[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ IncomingMessage: Request, ServerResponse: Response, keepAliveTimeout: 0 }, (request, response) => {
    const one: Heard = { response, finished: 0, closed: 0, listeners: request.socket.listenerCount("close") };
    heard.push(one);
    response.on("finish", () => (one.finished += 1)).on("close", () => (one.closed += 1));
    serve(request, response);
  });
  tendConnections(server);
  server.on("connection", (socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, heard, sockets, port: (server.address() as AddressInfo).port };
}

const answer = (response: Response, body: string, isLast = false) =>
  writeHead(response, { status: 200, requestId: "r-1", headers: [], length: Buffer.byteLength(body), isLast }).endWith(body, "utf8");
/** Sends each body back, once it was read. */
const echo: Serve = (request, response) => readBody(request, LIMIT, (body) => answer(response, String(body)));

const put = (body: string, more = "") => `PUT / HTTP/1.1\r\nHost: test\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;
const LAST = "Connection: close\r\n";

let opened: Awaited<ReturnType<typeof open>> | undefined;
const serving = async (serve: Serve) => (opened = await open(serve));
/** How often Node ended an answer in its own way. */
const nodes = vi.spyOn(ServerResponse.prototype, "end");
beforeEach(() => void nodes.mockClear());
afterEach(() => opened?.server.close().closeAllConnections());

const bodiesOf = async (port: number, parts: readonly Part[]) =>
  (await exchange(port, parts, UNTIL_CLOSED)).answers.map(({ status, body }) => [status, body] as const);
const counts = (heard: readonly Heard[]) => heard.map(({ finished, closed }) => [finished, closed]);
const ONCE = [1, 1];

describe("an answer that is sent at once", () => {
  it("is one text to the kernel, and Node's own way of ending has no part in it", async () => {
    const { heard, sockets, port } = await serving(echo);
    const caller = connect(port, "127.0.0.1");
    caller.write(put("0"));
    await once(caller, "data");
    const write = vi.spyOn(sockets[0]!, "write");
    caller.write(put('{"name":"Tênis"}'));
    const [received] = (await once(caller, "data")) as [Buffer];
    expect(received.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"name":"Tênis"\}$/);
    expect(write.mock.calls.map(([text]) => text)).toEqual([received.toString()]);
    expect(nodes).not.toHaveBeenCalled();
    await expect.poll(() => counts(heard)).toEqual([ONCE, ONCE]);
    expect(heard[1]!.response).toMatchObject({ headersSent: true, writableEnded: true, closed: true, socket: null });
    caller.destroy();
  });

  it("leaves nothing on its connection, however many there are", async () => {
    const { heard, port } = await serving(echo);
    const bodies = Array.from({ length: 60 }, (_, i) => `body ${i}`);
    const parts = bodies.map((body, i) => put(body, i === bodies.length - 1 ? LAST : ""));
    expect(await bodiesOf(port, parts)).toEqual(bodies.map((body) => [200, body]));
    await expect.poll(() => counts(heard)).toEqual(bodies.map(() => ONCE));
    expect(new Set(heard.map(({ listeners }) => listeners)).size).toBe(1);
  });

  it.each([
    ["sooner", (i: number) => (6 - i) * 15],
    ["later", (i: number) => i * 15],
    ["by turns sooner and later", (i: number) => (i % 2) * 30],
  ])("waits for those before it, when it is ready %s than they are", async (_when, delayMs) => {
    let asked = 0;
    const { heard, port } = await serving((request, response) => {
      const wait = delayMs((asked += 1));
      readBody(request, LIMIT, (body) => void setTimeout(() => answer(response, String(body)), wait));
    });
    const bodies = ["first", "", "third", "fourth", "fifth", "last"];
    const packet = bodies.map((body, i) => put(body, i === bodies.length - 1 ? LAST : "")).join("");
    expect(await bodiesOf(port, [packet])).toEqual(bodies.map((body) => [200, body]));
    await expect.poll(() => counts(heard)).toEqual(bodies.map(() => ONCE));
  });

  it("to a reader who does not read is over when all of it was read, and not before", async () => {
    const { heard, port } = await serving((request, response) => readBody(request, LIMIT, () => answer(response, LONG)));
    const caller = connect(port, "127.0.0.1").pause();
    let received = 0;
    caller.write(put("{}"));
    await expect.poll(() => heard.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(counts(heard)).toEqual([[0, 0]]);
    caller.on("data", (bytes: Buffer) => (received += bytes.length)).resume();
    await expect.poll(() => counts(heard), { timeout: 10_000 }).toEqual([ONCE]);
    await expect.poll(() => received).toBeGreaterThan(Buffer.byteLength(LONG));
    expect(nodes).not.toHaveBeenCalled();
    caller.write(put("{}"));
    await expect.poll(() => counts(heard), { timeout: 10_000 }).toEqual([ONCE, ONCE]);
    caller.destroy();
  });

  it("is closed, and never finished, when its reader is gone and nobody knows it yet", async () => {
    const callers: Socket[] = [];
    const { heard, port } = await serving((request, response) =>
      readBody(request, LIMIT, () => {
        setImmediate(() => {
          callers[0]!.resetAndDestroy();
          answer(response, "to nobody");
        });
      }),
    );
    callers.push(connect(port, "127.0.0.1"));
    callers[0]!.write(put("{}"));
    await expect.poll(() => counts(heard)).toEqual([[0, 1]]);
  });

  it("is closed once when it was given up before its turn", async () => {
    let asked = 0;
    const { heard, sockets, port } = await serving((request, response) => {
      const isFirst = (asked += 1) === 1;
      readBody(request, LIMIT, () => void (isFirst ? setTimeout(() => answer(response, "first"), 20) : response.destroy()));
    });
    const caller = connect(port, "127.0.0.1");
    caller.write(put("1") + put("2"));
    await expect.poll(() => counts(heard)).toEqual([ONCE, [0, 1]]);
    expect(heard[1]!.response.socket).toBe(sockets[0]);
    const ended = once(sockets[0]!, "close");
    caller.destroy();
    await ended;
    expect(counts(heard)).toEqual([ONCE, [0, 1]]);
  });

  it("is read to its end by whoever reads slowly while the server closes", async () => {
    const { server, heard, port } = await serving((request, response) => readBody(request, LIMIT, () => answer(response, LONG)));
    const caller = connect(port, "127.0.0.1").pause();
    const idle = connect(port, "127.0.0.1");
    caller.write(put("{}"));
    await expect.poll(() => heard.length).toBe(1);
    const closed = once(server, "close");
    server.close();
    server.closeIdleConnections();
    expect(heard[0]!.response.writableEnded).toBe(true);
    let received = 0;
    caller.on("data", (bytes: Buffer) => (received += bytes.length)).resume();
    await expect.poll(() => counts(heard), { timeout: 10_000 }).toEqual([ONCE]);
    await expect.poll(() => received).toBeGreaterThan(Buffer.byteLength(LONG));
    server.closeIdleConnections();
    await closed;
    idle.destroy();
  });

  it("is closed, and never finished, when its reader goes in the middle of it", async () => {
    const { heard, port } = await serving((request, response) => readBody(request, LIMIT, () => answer(response, LONG)));
    const caller = connect(port, "127.0.0.1").pause();
    caller.write(put("{}"));
    await expect.poll(() => heard.length).toBe(1);
    caller.resetAndDestroy();
    await expect.poll(() => counts(heard)).toEqual([[0, 1]]);
  });

  it("is closed when its caller goes before it, and then goes nowhere", async () => {
    const { heard, port } = await serving((request) => readBody(request, LIMIT, () => undefined));
    const caller = connect(port, "127.0.0.1");
    caller.write(put("{}"));
    await expect.poll(() => heard.length).toBe(1);
    caller.resetAndDestroy();
    await expect.poll(() => counts(heard)).toEqual([[0, 1]]);
    const { response } = heard[0]!;
    expect(response).toMatchObject({ closed: true, destroyed: true });
    answer(response, "too late");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(counts(heard)).toEqual([[0, 1]]);
  });
});

describe("how an answer ends", () => {
  it.each<[string, string, number, number]>([
    ["of HEAD", `HEAD / HTTP/1.1\r\nHost: test\r\n${LAST}\r\n`, 0, 1],
    ["the last of its connection", put("{}", LAST), 3, 0],
    ["to HTTP/1.0", "PUT / HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}", 3, 0],
  ])("is as long as it should be, and closes: %s", async (_which, request, length, ended) => {
    const { heard, port } = await serving((asked, response) =>
      readBody(asked, LIMIT, (body) => void setImmediate(() => answer(response, `${String(body)}!`))),
    );
    const caller = connect(port, "127.0.0.1");
    let text = "";
    caller.on("data", (bytes: Buffer) => (text += bytes.toString()));
    caller.write(request);
    await once(caller, "close");
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toHaveLength(length);
    expect(nodes).toHaveBeenCalledTimes(ended);
    await expect.poll(() => counts(heard)).toEqual([ONCE]);
  });

  it("before its request was read lets the rest come to nothing, and the connection goes on", async () => {
    const { heard, port } = await serving((_, response) => answer(response, "refused"));
    const head = (more = "") => `PUT / HTTP/1.1\r\nHost: test\r\nContent-Length: 20000\r\n${more}\r\n`;
    const half = "x".repeat(10_000);
    expect(await bodiesOf(port, [head(), half, half, head(LAST), half, half])).toEqual([
      [200, "refused"],
      [200, "refused"],
    ]);
    expect(nodes).toHaveBeenCalledTimes(2);
    await expect.poll(() => counts(heard)).toEqual([ONCE, ONCE]);
  });

  it("in chunks where its head says no length", async () => {
    const { port } = await serving((request, response) =>
      readBody(request, LIMIT, () => {
        writeHead(response, { status: 200, requestId: "r-1", headers: [], length: undefined, isLast: false }).endWith("12345", "utf8");
      }),
    );
    const caller = connect(port, "127.0.0.1");
    let text = "";
    caller.on("data", (bytes: Buffer) => (text += bytes.toString())).write(put("{}"));
    await expect.poll(() => text).toMatch(/\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n$/);
    caller.destroy();
  });

  it("in the middle of a turn of reading is followed by the next of its packet", async () => {
    const { heard, port } = await serving((_, response) => answer(response, "at once"));
    const get = (more = "") => `GET / HTTP/1.1\r\nHost: test\r\n${more}\r\n`;
    expect(await bodiesOf(port, [get() + get() + get(LAST)])).toEqual([1, 2, 3].map(() => [200, "at once"]));
    await expect.poll(() => counts(heard)).toEqual([ONCE, ONCE, ONCE]);
  });
});
