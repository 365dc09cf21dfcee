import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { DOCUMENT_INFO } from "../../src/openapi/document-info.ts";
import { endpoint, operation } from "../../src/platform/contract/operation.ts";
import { DatabaseUnavailable } from "../../src/platform/database/database.ts";
import type { Caller } from "../../src/platform/http/authentication.ts";
import { createHttpServer, type HttpServer } from "../../src/platform/http/server.ts";
import { httpErrors } from "../../src/platform/http/errors.ts";
import { createLoadShedding, type LoadShedding } from "../../src/platform/http/load-shedding.ts";
import { streamBody } from "../../src/platform/http/streaming.ts";
import { createLog } from "../../src/platform/observability/log.ts";
import { openApiDocument } from "../../src/platform/contract/openapi.ts";
import { zip } from "../../src/platform/archive/zip.ts";
import { deflateEntry } from "../deflate-entry.ts";
import { eventually, NOON } from "../harness.ts";
import { movableClock } from "../movable-clock.ts";
import { readZip } from "../zip-reader.ts";

const download = operation({
  id: "download",
  api: "v1",
  method: "GET",
  path: "/download",
  audience: "seller",
  permission: "orders",
  summary: "Baixa as notas",
  replies: { 200: { description: "As notas", mediaType: "application/zip" } },
});

let server: HttpServer | undefined;
let places: LoadShedding;
let observed: number[] = [];
afterEach(async () => {
  await server?.close();
  observed = [];
});

const refused = () => httpErrors.refuse("unexpected");

/** A server whose one operation answers with this stream; answers its port. */
async function serve(stream: () => AsyncIterable<Buffer>, entry: Partial<Caller> = {}): Promise<number> {
  places = createLoadShedding({ maxInFlight: 10 });
  server = createHttpServer({
    environment: "sandbox",
    endpoints: [
      endpoint(download, () =>
        Promise.resolve({ status: 200, stream: stream(), headers: { "content-disposition": 'attachment; filename="notas.zip"' } }),
      ),
    ],
    plainRoutes: [],
    authenticators: { seller: () => ({ identity: undefined, headers: {}, ...entry }), operator: refused, person: refused, public: refused },
    anonymousHeaders: {},
    clock: movableClock(NOON),
    log: createLog("silent"),
    metrics: { observe: (_operation, status) => observed.push(status) },
    loadShedding: places,
    bodyLimitBytes: 1024,
  });
  return server.listen(0, "127.0.0.1");
}
const ask = (port: number, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/download`, init);
const idle = () => eventually("no request in progress", async () => places.inFlight() === 0);

/** A connection that asked, and reads nothing until it is resumed. */
async function lazyReader(port: number, version = "1.1") {
  const socket = connect(port, "127.0.0.1").pause();
  const failures: string[] = [];
  socket.on("error", (error: NodeJS.ErrnoException) => failures.push(error.code ?? error.message));
  await once(socket, "connect");
  socket.write(`GET /download HTTP/${version}\r\nHost: test\r\nConnection: close\r\n\r\n`);
  return { socket, failures };
}

const closeOf = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

const KIB_64 = Buffer.alloc(64 * 1024, "0123456789abcdef");
interface Source {
  readonly chunks: () => AsyncIterable<Buffer>;
  /** Chunks made so far. */
  made: number;
  /** How often it was let go of. */
  ended: number;
}
/** A source of so many chunks of 64 KiB that says what became of it; `fail` is thrown after the last. */
function sourceOf(count: number, fail?: () => Error): Source {
  const source: Source = {
    made: 0,
    ended: 0,
    async *chunks() {
      try {
        for (let index = 0; index < count; index += 1) {
          source.made += 1;
          yield KIB_64;
        }
        if (fail) throw fail();
      } finally {
        source.ended += 1;
      }
    },
  };
  return source;
}
const broken = () => new Error("row 4711 is sealed with an unknown key");

describe("an answer as a stream (decisions 5: zip streamed)", () => {
  it("arrives whole, of its media type and of no announced length", async () => {
    const source = sourceOf(100);
    const reply = await ask(await serve(source.chunks));
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("transfer-encoding")]).toEqual([
      200,
      "application/zip",
      "chunked",
    ]);
    expect([reply.headers.get("content-disposition"), reply.headers.has("content-length"), reply.headers.has("x-request-id")]).toEqual([
      'attachment; filename="notas.zip"',
      false,
      true,
    ]);
    expect((await reply.bytes()).length).toBe(100 * KIB_64.length);
    await idle();
    expect([source.ended, observed]).toEqual([1, [200]]);
  });

  it("may be empty", async () => {
    const reply = await ask(await serve(sourceOf(0).chunks));
    expect([reply.status, await reply.text()]).toEqual([200, ""]);
  });

  it("is never packed: what is streamed is packed already", async () => {
    const reply = await ask(await serve(sourceOf(1).chunks), { headers: { "accept-encoding": "gzip" } });
    expect(reply.headers.has("content-encoding")).toBe(false);
    expect((await reply.bytes()).length).toBe(KIB_64.length);
  });

  it("has a head alone for HEAD, and its source is not begun", async () => {
    let begun = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      begun = true;
      yield await Promise.resolve(KIB_64);
    }
    const reply = await ask(await serve(chunks), { method: "HEAD" });
    expect([reply.status, reply.headers.get("content-type"), await reply.text(), begun]).toEqual([200, "application/zip", "", false]);
    await idle();
  });

  it("carries 10,000 invoices in an archive that opens", async () => {
    const document = await deflateEntry(`<nfeProc>${"<det>ação</det>".repeat(400)}</nfeProc>`);
    const entries = Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}-procNFe.xml`, ...document }));
    const reply = await ask(await serve(() => zip(entries, NOON)));
    const { files } = readZip([Buffer.from(await reply.arrayBuffer())]);
    expect([files.length, files.at(-1)!.name]).toEqual([10_000, "9999-procNFe.xml"]);
    expect(files[4_711]!.document().toString()).toContain("<det>ação</det>");
  });

  it("is made no faster than it is read, holds its place until it is", async () => {
    const count = 8_192; // 512 MiB
    const source = sourceOf(count);
    const { socket } = await lazyReader(await serve(source.chunks));
    await eventually("the first chunks", async () => source.made > 0);
    await sleep(500);
    const made = source.made;
    // What the kernel takes for both sides of a connection is a few MiB.
    expect(made * KIB_64.length).toBeLessThan(32 * 1024 * 1024);
    await sleep(200);
    expect([source.made - made, places.inFlight()]).toEqual([0, 1]);
    let bytes = 0;
    for await (const part of socket) bytes += (part as Buffer).length;
    expect(bytes).toBeGreaterThan(count * KIB_64.length);
    await idle();
    expect([source.made, source.ended]).toEqual([count, 1]);
  });

  it("ends its source when the caller hangs up, reading or not", async () => {
    const source = sourceOf(Number.POSITIVE_INFINITY);
    const port = await serve(source.chunks);
    const { socket } = await lazyReader(port);
    await eventually("the first chunks", async () => source.made > 0);
    await sleep(200);
    socket.destroy();
    await eventually("the end of the source", async () => source.ended === 1);
    const { body } = await ask(port);
    await body!.cancel();
    await eventually("the end of the source again", async () => source.ended === 2);
    await idle();
    expect(observed).toEqual([200, 200]);
  });

  it("ends its source when the caller hangs up while it is being made", async () => {
    let release: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    let ended = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      try {
        await waiting;
        for (;;) yield KIB_64;
      } finally {
        ended = true;
      }
    }
    const { socket } = await lazyReader(await serve(chunks));
    await eventually("a request in progress", async () => places.inFlight() === 1);
    socket.destroy();
    await sleep(100);
    // Its work is not done yet.
    expect([places.inFlight(), ended]).toEqual([1, false]);
    release!();
    await idle();
    expect(ended).toBe(true);
  });
});

describe("a stream that fails", () => {
  it("is refused like everything else when nothing was sent", async () => {
    const port = await serve(sourceOf(0, broken).chunks);
    const reply = await ask(port);
    expect([reply.status, await reply.json()]).toMatchObject([500, { details: [{ code: "unexpected" }] }]);
  });

  it("is 503 when the database is away", async () => {
    const reply = await ask(await serve(sourceOf(0, () => new DatabaseUnavailable("away")).chunks));
    expect([reply.status, reply.headers.get("content-type")]).toEqual([503, "application/json; charset=utf-8"]);
    expect(reply.headers.get("retry-after")).toMatch(/^[1-5]$/);
  });

  it.each([1, 3, 200])("after %d chunks is seen by the caller to be cut, and measured as a failure", async (count) => {
    const source = sourceOf(count, broken);
    const port = await serve(source.chunks);
    await expect(ask(port).then((reply) => reply.bytes())).rejects.toThrow("terminated");
    const asked = request({ port, path: "/download" }).on("error", () => undefined);
    const [answer] = (await once(asked.end(), "response")) as [IncomingMessage];
    await expect(answer.toArray()).rejects.toThrow("aborted");
    expect(answer.complete).toBe(false);
    await idle();
    expect([source.ended, observed]).toEqual([2, [500, 500]]);
  });

  it("is seen to be cut in HTTP/1.0 too, where the end of the connection is the end of the answer", async () => {
    const { socket, failures } = await lazyReader(await serve(sourceOf(2, broken).chunks), "1.0");
    await idle();
    socket.resume();
    await closeOf(socket);
    expect(failures).toEqual(["ECONNRESET"]);
  });
});

describe("the record of a stream", () => {
  it("is told before the head leaves, and once", async () => {
    const told: number[] = [];
    let release: (() => void) | undefined;
    const recording = new Promise<void>((resolve) => {
      release = resolve;
    });
    const record = async ({ status }: { readonly status: number }) => {
      told.push(status);
      await recording;
    };
    const port = await serve(sourceOf(2, broken).chunks, { record });
    const reply = ask(port);
    await eventually("the record", async () => told.length > 0);
    expect(await Promise.race([reply, sleep(100, "nothing yet")])).toBe("nothing yet");
    release!();
    await expect(reply.then((one) => one.bytes())).rejects.toThrow("terminated");
    expect(told).toEqual([200]);
  });

  it("that fails refuses the answer, and the source is over", async () => {
    const source = sourceOf(5);
    const reply = await ask(await serve(source.chunks, { record: () => Promise.reject(broken()) }));
    expect([reply.status, source.ended]).toEqual([500, 1]);
  });

  it("is told what is refused instead", async () => {
    const told: number[] = [];
    const record = ({ status }: { readonly status: number }) => Promise.resolve(void told.push(status));
    expect((await ask(await serve(sourceOf(0, broken).chunks, { record }))).status).toBe(500);
    expect(told).toEqual([500]);
  });
});

describe("the end of a server (reliability T61)", () => {
  it("waits for the streams in progress, and for no connection that had one", async () => {
    const source = sourceOf(2_048); // 128 MiB
    const reply = await ask(await serve(source.chunks));
    server!.drain();
    let closed = false;
    const closing = server!.close().then(() => {
      closed = true;
    });
    await sleep(300);
    expect([closed, source.ended]).toEqual([false, 0]);
    expect((await reply.bytes()).length).toBe(2_048 * KIB_64.length);
    const readMs = performance.now();
    await closing;
    expect(performance.now() - readMs).toBeLessThan(2_000);
    server = undefined;
  });
});

describe("a reader that stops reading", () => {
  it.each(["1.0", "1.1"])("is cut off in time (HTTP/%s)", async (version) => {
    const source = sourceOf(Number.POSITIVE_INFINITY);
    const bare = createServer((_request, response) => {
      const begin = () => Promise.resolve(void response.writeHead(200));
      void streamBody(source.chunks(), response, begin, 300);
    }).listen(0, "127.0.0.1");
    await once(bare, "listening");
    const { socket, failures } = await lazyReader((bare.address() as AddressInfo).port, version);
    await eventually("the end of the source", async () => source.ended === 1);
    socket.resume();
    await closeOf(socket);
    expect(failures).toEqual(["ECONNRESET"]);
    await new Promise((resolve) => bare.close(resolve));
  });

  it("is cut off at the very end too, when only the last bytes are left", async () => {
    const { promise: gone, resolve } = Promise.withResolvers<boolean>();
    const bare = createServer((_request, response) => {
      const begin = () => Promise.resolve(void response.writeHead(200));
      void streamBody(untilItIsFull(response), response, begin, 300).then(() => resolve(response.destroyed));
    }).listen(0, "127.0.0.1");
    await once(bare, "listening");
    const { socket } = await lazyReader((bare.address() as AddressInfo).port);
    expect(await gone).toBe(true);
    socket.destroy();
    await new Promise((done) => bare.close(done));
  });

  /** Small chunks until the kernel takes no more of them. */
  async function* untilItIsFull({ socket }: ServerResponse): AsyncGenerator<Buffer> {
    while (socket!.writableLength === 0) {
      yield KIB_64.subarray(0, 4_096);
      await setImmediate();
    }
  }
});

describe("what an operation of another media type accepts", () => {
  it.each(["application/zip", "application/json", "*/*", "text/html, application/zip;q=0.5", "APPLICATION/ZIP", "application/*"])(
    "is %j",
    async (accept) => {
      const reply = await ask(await serve(sourceOf(1).chunks), { headers: { accept } });
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/zip"]);
      await reply.body!.cancel();
    },
  );

  it.each(["text/html", "application/zip;q=0", "application/zippy"])("is not %j, which is said with what there is", async (accept) => {
    const reply = await ask(await serve(sourceOf(1).chunks), { headers: { accept, "accept-language": "en" } });
    expect([reply.status, await reply.json()]).toMatchObject([
      406,
      {
        description: `The Accept header asks for ${accept}; this address answers application/json, application/zip only.`,
        details: [{ code: "not_acceptable", allowed: ["application/json", "application/zip"] }],
      },
    ]);
  });

  it("stands in its document: bytes of its type, its refusals JSON", () => {
    const document = openApiDocument([download], { ...DOCUMENT_INFO.v1, api: "v1", version: "1", servers: [], authenticationErrors: [] });
    const shown = JSON.parse(JSON.stringify(document)) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      components: { responses: Record<string, unknown> };
    };
    expect(shown.paths["/download"]!["get"]!.responses["200"]).toMatchObject({
      description: "As notas",
      content: { "application/zip": { schema: { type: "string", format: "binary" } } },
    });
    expect(shown.components.responses["InternalServerError"]).toMatchObject({ content: { "application/json": {} } });
  });
});
