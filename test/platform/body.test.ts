import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBody, Request } from "../../src/platform/http/body.ts";
import { exchange, type Part } from "../reliability/raw-http.ts";

const LIMIT = 1_000_000;

let server: Server;
/** Answers each body with itself; one for /late is taken when it has been there for a while. */
beforeAll(async () => {
  server = createServer({ IncomingMessage: Request }, (request, response) => {
    const take = () =>
      readBody(request, LIMIT, (body) => {
        response.statusCode = body instanceof Error ? 400 : 200;
        response.end(body instanceof Error ? body.constructor.name : body);
      });
    if (request.url === "/late") setTimeout(take, 50);
    else take();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

/** The last request asks for the end of the connection. */
const UNTIL_CLOSED = { limitMs: 10_000, quietMs: 10_000 };
const LAST = "\r\nConnection: close";

const port = () => (server.address() as AddressInfo).port;
const head = (path: string, framing: string) => `PUT ${path} HTTP/1.1\r\nHost: test\r\n${framing}\r\n\r\n`;
const sized = (path: string, body: string, more = "") => head(path, `Content-Length: ${Buffer.byteLength(body)}${more}`) + body;
const answersTo = async (parts: readonly Part[]) =>
  (await exchange(port(), parts, UNTIL_CLOSED)).answers.map(({ status, body }) => [status, body] as const);

const BODY = '{"name":"Tênis"}';
const CHUNKED = "Transfer-Encoding: chunked";
const LONG = "á".repeat(LIMIT / 2 - 1);

describe.each(["/at-once", "/late"])("a body that is taken %s", (path) => {
  it.each<[string, readonly Part[], string]>([
    ["in one packet", [sized(path, BODY)], BODY],
    ["behind its head", [head(path, `Content-Length: ${Buffer.byteLength(BODY)}`), BODY], BODY],
    ["byte for byte", [...Buffer.from(sized(path, BODY))].map((byte) => Buffer.from([byte])), BODY],
    ["in chunks", [`${head(path, CHUNKED)}3\r\n{"n\r\n`, '5;x=y\r\name":\r\n', "3\r\n1}\n\r\n0\r\n\r\n"], '{"name":1}\n'],
    ["in chunks with a trailer", [`${head(path, CHUNKED)}2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n`], "{}"],
    ["in chunks that bring nothing", [head(path, CHUNKED), "0\r\n\r\n"], ""],
    ["of no length", [sized(path, "")], ""],
    ["as long as may be", [sized(path, LONG)], LONG],
  ])("comes whole %s, and the connection goes on", async (_how, parts, body) => {
    const answers = await answersTo([...parts, sized(path, "next", LAST)]);
    expect(answers).toEqual([
      [200, body],
      [200, "next"],
    ]);
  });

  it("comes whole before the one behind it in the same packet", async () => {
    const bodies = [BODY, "", LONG, "last"];
    expect(await answersTo([bodies.map((body, i) => sized(path, body, i === 3 ? LAST : "")).join("")])).toEqual(
      bodies.map((body) => [200, body]),
    );
  });

  it("is too large by what was announced, or by what came", async () => {
    expect(await answersTo([sized(path, `${LONG}..!`, LAST)])).toEqual([[400, "BodyTooLarge"]]);
    const chunk = `${(LIMIT - 1).toString(16)}\r\n${"a".repeat(LIMIT - 1)}\r\n`;
    expect(await answersTo([head(path, CHUNKED + LAST), chunk, "2\r\naa\r\n", "0\r\n\r\n"])).toEqual([[400, "BodyTooLarge"]]);
  });
});
