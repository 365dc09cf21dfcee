import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { endpoint, operation } from "../../src/platform/contract/operation.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding } from "../../src/platform/http/load-shedding.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { object, text } from "../../src/platform/contract/schema.ts";
import { eventually, NOON } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";

/** More than a connection takes without being read. */
const BYTES = 1024 * 1024;
const page = operation({
  id: "page",
  api: "v1",
  method: "GET",
  path: "/pages/{letter}",
  audience: "seller",
  permission: "any",
  summary: "Responde uma letra muitas vezes",
  parameters: object({ letter: text() }),
  replies: { 200: { description: "As letras" } },
});
/** Of this one there is more than the kernel keeps for a reader who does not read. */
const LONGEST = "0";
const lengthOf = (letter: string) => (letter === LONGEST ? 16 * BYTES : BYTES);
const expected = (letter: string) => `{"é":"${letter.repeat(lengthOf(letter))}"}`;

let server: HttpServer;
let port: number;
let sockets: Socket[] = [];
beforeEach(async () => {
  server = createHttpServer({
    environment: "sandbox",
    endpoints: [
      endpoint(page, async ({ path }: { readonly path: { readonly letter: string } }) => ({ status: 200, text: expected(path.letter) })),
    ],
    plainRoutes: [],
    authenticators: {
      seller: () => ({ identity: undefined, sellerId: 1, headers: {} }),
      operator: () => httpErrors.refuse("unexpected"),
      person: () => httpErrors.refuse("unexpected"),
      public: () => httpErrors.refuse("unexpected"),
    },
    anonymousHeaders: {},
    clock: movableClock(NOON),
    log: createLog("silent"),
    metrics: { observe: () => undefined },
    loadShedding: createLoadShedding({ maxInFlight: 200 }),
    bodyLimitBytes: 1024,
  });
  port = await server.listen(0, "127.0.0.1");
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.close();
});

/** Asks for pages over one connection, and reads nothing until it is told to. */
async function lazyReader(letters: readonly string[]): Promise<() => Promise<string>> {
  const socket = connect(port, "127.0.0.1").pause();
  sockets.push(socket);
  await once(socket, "connect");
  socket.write(letters.map((letter) => `GET /pages/${letter} HTTP/1.1\r\nHost: test\r\n\r\n`).join(""));
  const parts: Buffer[] = [];
  return async () => {
    socket.on("data", (part: Buffer) => parts.push(part)).resume();
    const length = letters.length * BYTES;
    const arrived = () => parts.reduce((sum, part) => sum + part.length, 0);
    await eventually("all of it", async () => arrived() > length && parts.at(-1)!.toString().endsWith(`"}`));
    return Buffer.concat(parts).toString();
  };
}
const read = async (letter: string, init: RequestInit = {}) => (await fetch(`http://127.0.0.1:${port}/pages/${letter}`, init)).text();

it("sends a long answer whole and with its length", async () => {
  const reply = await fetch(`http://127.0.0.1:${port}/pages/a`, { headers: { "accept-encoding": "identity" } });
  expect(reply.headers.get("content-length")).toBe(String(Buffer.byteLength(expected("a"))));
  expect(await reply.text()).toBe(expected("a"));
});

it("keeps what nobody has read yet from everybody else", async () => {
  const letters = "abcdefghijklmnop".split("");
  const finish = await lazyReader(letters);
  // Others read meanwhile, into whatever memory lies ready.
  for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") expect(await read(letter)).toBe(expected(letter));
  const answers = (await finish()).split(/HTTP\/1\.1 200 OK\r\n[^{]*/).slice(1);
  expect(answers.map((answer) => answer[answer.indexOf(":") + 2])).toEqual(letters);
  for (const [i, letter] of letters.entries()) expect(answers[i] === expected(letter), `page ${letter}`).toBe(true);
});

it("serves many at once, each with its own", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  for (let round = 0; round < 4; round += 1)
    expect((await Promise.all(letters.map((letter) => read(letter)))).every((answer, i) => answer === expected(letters[i]!))).toBe(true);
});

it("packs one for those who ask, and sends nothing of it to HEAD", async () => {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.write("GET /pages/z HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n");
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  expect(gunzipSync(bytes.subarray(bytes.indexOf("\r\n\r\n") + 4)).toString()).toBe(expected("z"));
  expect(await read("z", { method: "HEAD" })).toBe("");
  expect(await read("y")).toBe(expected("y"));
});

it("goes on after readers who left in the middle", async () => {
  for (let nth = 0; nth < 20; nth += 1) {
    await lazyReader(["q", "r", "s", "t", "u", "v"]);
    sockets.at(-1)!.destroy();
    expect(await read("w")).toBe(expected("w"));
  }
});

it("are read to their end by whoever reads slowly while the server closes", async () => {
  const finish = await lazyReader([LONGEST]);
  expect(await read("y")).toBe(expected("y"));
  server.drain();
  const closed = server.close();
  // Idle connections are looked for several times.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await finish()).endsWith(expected(LONGEST))).toBe(true);
  await closed;
});
