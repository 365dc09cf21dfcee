import { once } from "node:events";
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { headersOf, linesOf, NO_LINES, replaced } from "../../src/platform/header-lines.ts";
import { type Head, writeHead } from "../../src/platform/http/head.ts";

/** A response of a runtime that keeps its head nowhere that we know. */
class Unheaded extends ServerResponse {
  constructor(request: IncomingMessage) {
    super(request);
    delete (this as { _header?: string | null })._header;
  }
}

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const HEAD: Head = { status: 200, requestId: "r-1", headers: [{}], length: 3, isLast: false };

type Kind = new (request: IncomingMessage) => ServerResponse;

/** What a caller receives for a request whose answer has this head; `failed` when the head could not be written. */
async function received(kind: Kind, request: string, head: Head, body?: string) {
  let failed = false;
  const server = createServer(
    { ServerResponse: kind as typeof ServerResponse, keepAliveTimeout: 0, requireHostHeader: false },
    (_, response) => {
      try {
        writeHead(response, head).end(body);
      } catch {
        failed = true;
        response.destroy();
      }
    },
  );
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.write(request);
  // The second request is answered only on a connection that was kept, and ends it.
  socket.write("GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  await once(socket, "close");
  const answers = text.split(/(?=HTTP\/1\.1 \d{3})/).map((answer) => {
    const [lines = "", sent] = answer.split("\r\n\r\n");
    const [first, ...rest] = lines.split("\r\n");
    const headers = rest.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())).sort();
    return { first, headers: headers.filter((line) => !line.startsWith("date: ")), sent };
  });
  return { answers, failed };
}

describe("an answer's head", () => {
  const requests = {
    GET: "GET / HTTP/1.1\r\n\r\n",
    HEAD: "HEAD / HTTP/1.1\r\n\r\n",
    "GET of HTTP/1.0": "GET / HTTP/1.0\r\n\r\n",
    "GET of HTTP/1.0 that stays": "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "GET that is the last": "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
  };
  const heads: Readonly<Record<string, [Partial<Head>, string?]>> = {
    "headers of several parts": [{ headers: [{ etag: '"1"' }, {}, { location: "/a", vary: "accept" }] }, "abc"],
    "parts that are lines": [{ headers: [linesOf({ etag: '"1"', vary: "accept" }), { location: "/a" }, NO_LINES] }, "abc"],
    "an error": [{ status: 422 }, "abc"],
    "a word that is no ASCII": [{ headers: [{ "x-word": "caf\u00e9" }] }, "abc"],
    "no content": [{ status: 204, length: undefined }],
    "nothing new": [{ status: 304, length: undefined, headers: [{ etag: '"1"' }] }],
    "no length": [{ length: undefined }, "abc"],
    "a length of its own": [{ headers: [{ "content-length": "3" }] }, "abc"],
    "the end of its connection": [{ headers: [{ connection: "close" }] }, "abc"],
    "the end of everything": [{ isLast: true }, "abc"],
  };
  const cases = Object.entries(requests).flatMap(([asked, request]) =>
    Object.entries(heads).map(([title, [part, body]]) => [asked, title, request, { ...HEAD, ...part }, body] as const),
  );

  it.each(cases)("for a %s is what the runtime itself would write: %s", async (_asked, _title, request, head, body) => {
    const ours = await received(ServerResponse, request, head, body);
    expect(ours.failed).toBe(false);
    expect(ours).toEqual(await received(Unheaded, request, head, body));
  });

  it("tells when it was written, and how long the connection stays", async () => {
    const { answers } = await received(ServerResponse, requests.GET, HEAD, "abc");
    expect(answers[0]).toEqual({
      first: "HTTP/1.1 200 OK",
      headers: [
        "connection: keep-alive",
        "content-length: 3",
        "content-security-policy: default-src 'none'; frame-ancestors 'none'",
        "keep-alive: timeout=75",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "x-request-id: r-1",
      ],
      sent: "abc",
    });
  });

  it("is mostly written without the runtime's help", async () => {
    const helped: unknown[] = [];
    class Helping extends ServerResponse {
      override writeHead(...head: unknown[]): this {
        helped.push(this.req.headers.connection);
        return super.writeHead(...(head as [number]));
      }
    }
    const kept: Partial<Head>[] = [{}, { headers: [{ etag: '"1"' }, linesOf({ vary: "a" })] }, { status: 204, length: undefined }];
    for (const part of kept) await received(Helping, requests.GET, { ...HEAD, ...part });
    expect(helped).toEqual(["close", "close", "close"]);
  });

  it.each(["/a\r\nset-cookie: b", "/a\nb", "/a\rb", "/a\u0000", "/\u0100"])("is never one with the value %j", async (location) => {
    const { answers, failed } = await received(ServerResponse, requests.GET, { ...HEAD, headers: [{ location }] }, "abc");
    expect(failed).toBe(true);
    expect(answers.map(({ first }) => first)).toEqual([""]);
    expect(() => linesOf({ location })).toThrow("location");
  });

  it("has lines that can be told otherwise", () => {
    const lines = linesOf({ etag: '"1"', "x-time": "10:45: late" });
    expect(headersOf(lines)).toEqual({ etag: '"1"', "x-time": "10:45: late" });
    expect(headersOf(replaced(lines, linesOf({ etag: '"2"', vary: "a" })))).toEqual({ etag: '"2"', "x-time": "10:45: late", vary: "a" });
    expect(headersOf(NO_LINES)).toEqual({});
    for (const name of ["connection", "content-length"]) expect(() => linesOf({ [name]: "1" })).toThrow(name);
  });
});
