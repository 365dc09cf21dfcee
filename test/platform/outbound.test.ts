import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { createOutbound, type OutboundOptions, type OutboundRequest } from "../../src/platform/outbound/client.ts";
import { localServer } from "../local-server.ts";
import { selfSigned } from "../self-signed.ts";

const SHORT = { connectTimeoutMs: 400, headersTimeoutMs: 2_000, bodyTimeoutMs: 2_000, totalTimeoutMs: 2_000 };
const GET = { method: "GET", maxBodyBytes: 1_000, maxRedirects: 3 } as const;

/** One request of a fresh client, closed afterwards. */
async function ask(options: Partial<OutboundOptions>, request: Partial<OutboundRequest> & { url: string }) {
  const outbound = createOutbound({ allowedHosts: [], ...SHORT, ...options });
  try {
    return await outbound.fetch({ ...GET, ...request });
  } finally {
    await outbound.close();
  }
}

/** What hostile name servers say; the names exist nowhere else. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "private.test": ["127.0.0.1"],
  "mixed.test": ["127.0.0.1", "1.1.1.1"],
  "metadata.test": ["169.254.169.254"],
  localhost: ["127.0.0.1", "::1"],
  "localhost.": ["127.0.0.1", "::1"],
};
const resolve = (hostname: string) => Promise.resolve(NAMES[hostname] ?? []);

/** Reliability 5.4: 30 of its 31 vectors, PORT being the canary's; rebinding has a test of its own below. `local`: leads to the canary when nothing guards. */
const VECTORS: readonly { readonly what: string; readonly url: string; readonly local?: true }[] = [
  { what: "loopback", url: "http://127.0.0.1:PORT/", local: true },
  { what: "localhost", url: "http://localhost:PORT/", local: true },
  { what: "decimal", url: "http://2130706433:PORT/", local: true },
  { what: "hexadecimal", url: "http://0x7f000001:PORT/", local: true },
  { what: "octal", url: "http://0177.0.0.01:PORT/", local: true },
  { what: "short form", url: "http://127.1:PORT/", local: true },
  { what: "zero", url: "http://0:PORT/", local: true },
  { what: "unspecified", url: "http://0.0.0.0:PORT/", local: true },
  { what: "IPv6 loopback", url: "http://[::1]:PORT/" },
  { what: "IPv6 unspecified", url: "http://[::]:PORT/" },
  { what: "IPv4-mapped, dotted", url: "http://[::ffff:127.0.0.1]:PORT/", local: true },
  { what: "IPv4-mapped, hexadecimal", url: "http://[::ffff:7f00:1]:PORT/", local: true },
  { what: "IPv4-compatible", url: "http://[::7f00:1]:PORT/" },
  { what: "NAT64", url: "http://[64:ff9b::7f00:1]:PORT/" },
  { what: "6to4", url: "http://[2002:7f00:1::]:PORT/" },
  { what: "unique local", url: "http://[fd00::1]:PORT/" },
  { what: "link local", url: "http://[fe80::1]:PORT/" },
  { what: "cloud metadata", url: "http://169.254.169.254:PORT/latest/meta-data/" },
  { what: "carrier-grade NAT", url: "http://100.64.0.1:PORT/" },
  { what: "benchmarking", url: "http://198.18.0.1:PORT/" },
  { what: "documentation", url: "http://192.0.2.1:PORT/" },
  { what: "broadcast", url: "http://255.255.255.255:PORT/" },
  { what: "private network", url: "http://10.0.0.1:PORT/" },
  { what: "name of a private address", url: "http://private.test:PORT/", local: true },
  { what: "name of public and private addresses", url: "http://mixed.test:PORT/", local: true },
  { what: "name of the metadata address", url: "http://metadata.test:PORT/" },
  { what: "full-width digits", url: "http://１２７.０.０.１:PORT/", local: true },
  { what: "circled digits", url: "http://①②⑦.⓪.⓪.①:PORT/", local: true },
  { what: "user info before the host", url: "http://images.example@127.0.0.1:PORT/" },
  { what: "trailing dot", url: "http://localhost.:PORT/", local: true },
];

describe("outbound requests reach no private address (T40, reliability 5.4)", () => {
  it.each(VECTORS)("blocks $what: $url", async ({ url }) => {
    await using canary = await localServer((_request, response) => response.end("secret"));
    const reply = await ask({ resolve, webPorts: [canary.port] }, { url: url.replace("PORT", String(canary.port)) });
    expect(reply).toEqual({ kind: "blocked" });
    expect(canary.connections()).toBe(0);
  });

  it("would be heard by the canary if it did: without a guard these vectors arrive", async () => {
    await using canary = await localServer((_request, response) => response.end("secret"));
    for (const { what, url } of VECTORS.filter(({ local }) => local)) {
      const everything = { resolve, allowedHosts: ["0.0.0.0/0", "::/0"] };
      const reply = await ask(everything, { url: url.replace("PORT", String(canary.port)) });
      expect(reply, what).toMatchObject({ kind: "answered", status: 200 });
    }
  });

  it("asks for a name once and connects to that answer: rebinding arrives nowhere else", async () => {
    await using canary = await localServer((_request, response) => response.end("secret"));
    await using harmless = await localServer((_request, response) => response.end("fine"), { host: "127.0.0.2", port: canary.port });
    let lookups = 0;
    const rebinding = () => Promise.resolve(lookups++ === 0 ? ["127.0.0.2"] : ["127.0.0.1"]);
    const outbound = createOutbound({ ...SHORT, allowedHosts: ["127.0.0.2/32"], webPorts: [canary.port], resolve: rebinding });
    const request = { ...GET, url: `http://rebind.test:${canary.port}/`, headers: { connection: "close" } };
    expect(await outbound.fetch(request)).toMatchObject({ kind: "answered", body: Buffer.from("fine") });
    expect(lookups).toBe(1);
    expect(await outbound.fetch(request)).toEqual({ kind: "blocked" });
    expect(lookups).toBe(2);
    expect(harmless.requests).toHaveLength(1);
    expect(canary.connections()).toBe(0);
    await outbound.close();
  });

  it("looks again where the connection arrived, and says nothing to a stranger", async () => {
    // The kernel connects 0.0.0.0 to 127.0.0.1: an exempt address that leads to another.
    await using canary = await localServer((_request, response) => response.end("secret"));
    expect(await ask({ allowedHosts: ["0.0.0.0/32"] }, { url: `http://0.0.0.0:${canary.port}/` })).toEqual({ kind: "blocked" });
    expect(canary.requests).toHaveLength(0);
  });

  it.each([301, 302, 303, 307, 308])("checks where a %i redirects to", async (status) => {
    await using canary = await localServer((_request, response) => response.end("secret"));
    await using hop = await localServer(({ url }, response) =>
      response.writeHead(status, { location: url === "/2" ? `http://127.0.0.1:${canary.port}/` : "/2" }).end(),
    );
    const reply = await ask({ allowedHosts: [hop.authority], webPorts: [canary.port] }, { url: `http://${hop.authority}/1` });
    expect(reply).toEqual({ kind: "blocked" });
    expect(hop.requests).toHaveLength(2);
    expect(canary.connections()).toBe(0);
  });

  it.each([
    ["another scheme", "file:///etc/passwd"],
    ["another scheme", "gopher://127.0.0.1/"],
    ["a user", "https://user@images.example/"],
    ["a password", "https://:password@images.example/"],
    ["no URL", "images.example/1.jpg"],
    ["a host name too long", `http://${"a.".repeat(150)}example/`],
    ["ssh", "http://1.1.1.1:22/"],
    ["mail", "http://1.1.1.1:25/"],
    ["PostgreSQL", "http://1.1.1.1:5432/"],
    ["Redis", "http://1.1.1.1:6379/"],
    ["a high port", "https://1.1.1.1:8443/"],
  ])("refuses %s: %s", async (_what, url) => {
    expect(await ask({}, { url })).toEqual({ kind: "blocked" });
  });

  it("ignores proxy variables", async () => {
    await using proxy = await localServer((_request, response) => response.end("proxied"));
    await using host = await localServer((_request, response) => response.end("direct"));
    const names = ["http_proxy", "HTTP_PROXY", "all_proxy", "NODE_USE_ENV_PROXY"];
    for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : `http://${proxy.authority}`;
    try {
      const reply = await ask({ allowedHosts: [host.authority] }, { url: `http://${host.authority}/` });
      expect(reply).toMatchObject({ body: Buffer.from("direct") });
      expect(proxy.connections()).toBe(0);
    } finally {
      for (const name of names) delete process.env[name];
    }
  });
});

describe("outbound answers", () => {
  it("come with status, headers and the body as sent, from the User-Agent that is ours, without cookies", async () => {
    await using host = await localServer(({ headers }, response) => {
      response.writeHead(404, { "content-encoding": "gzip", "set-cookie": "a=1", "x-note": ["1", "2"] });
      response.end(JSON.stringify(headers));
    });
    const outbound = createOutbound({ ...SHORT, allowedHosts: [host.authority], agent: "Tester/1" });
    const request = { ...GET, url: `http://${host.authority}/a?b=c#d`, headers: { range: "bytes=0-9", "user-agent": "forged" } };
    const reply = await outbound.fetch(request);
    await outbound.close();
    if (reply.kind !== "answered") throw new Error(reply.kind);
    expect(reply).toMatchObject({ status: 404, truncated: false, headers: { "x-note": "1, 2", "content-encoding": "gzip" } });
    const sent: unknown = JSON.parse(reply.body.toString());
    expect(sent).toEqual({ host: host.authority, connection: "keep-alive", range: "bytes=0-9", "user-agent": "Tester/1" });
    expect(host.requests[0]!.url).toBe("/a?b=c");
  });

  it("share connections of one host", async () => {
    await using host = await localServer((_request, response) => response.end("fine"));
    const outbound = createOutbound({ ...SHORT, allowedHosts: [host.authority], maxConcurrentPerHost: 2 });
    for (let nth = 0; nth < 10; nth++) await outbound.fetch({ ...GET, url: `http://${host.authority}/` });
    await outbound.close();
    expect(host.connections()).toBeLessThanOrEqual(2);
  });

  it("send a body", async () => {
    await using host = await localServer((request, response) => void request.pipe(response));
    const url = `http://${host.authority}/`;
    const reply = await ask({ allowedHosts: [host.authority] }, { url, method: "POST", body: '{"é":1}', maxRedirects: 0 });
    expect(reply).toMatchObject({ kind: "answered", status: 200, body: Buffer.from('{"é":1}') });
  });

  it.each([
    { size: 999, received: 999, kept: 500, truncated: false },
    { size: 1_000, received: 1_000, kept: 500, truncated: false },
    { size: 1_001, received: 1_001, kept: 500, truncated: true },
    { size: 5_000_000, received: 1_001, kept: 500, truncated: true },
  ])("of $size bytes are read up to the cap of 1,000, kept up to 500", async ({ size, received, kept, truncated }) => {
    await using host = await localServer((_request, response) => response.end(Buffer.alloc(size)));
    const reply = await ask({ allowedHosts: [host.authority] }, { url: `http://${host.authority}/`, keepBodyBytes: 500 });
    expect(reply).toMatchObject({ receivedBytes: received, truncated, body: Buffer.alloc(kept) });
  });

  it("are cut off for good: the connection of an endless answer is closed", async () => {
    const closed = Promise.withResolvers<void>();
    await using host = await localServer((_request, response) => {
      const pour = () => void (response.write(Buffer.alloc(16_384)) && setImmediate(pour));
      response.on("drain", pour).on("close", closed.resolve);
      pour();
    });
    const outbound = createOutbound({ ...SHORT, allowedHosts: [host.authority] });
    const reply = await outbound.fetch({ ...GET, url: `http://${host.authority}/` });
    expect(reply).toMatchObject({ truncated: true, receivedBytes: 1_001 });
    await closed.promise;
    await outbound.close();
  });

  it("may set the cap by their head", async () => {
    await using host = await localServer((_request, response) => response.writeHead(500).end("long excuse"));
    const maxBodyBytes = ({ status }: { status: number }) => (status === 200 ? 1_000 : 0);
    const reply = await ask({ allowedHosts: [host.authority] }, { url: `http://${host.authority}/`, maxBodyBytes });
    expect(reply).toMatchObject({ status: 500, body: Buffer.alloc(0), truncated: true });
  });

  it("follow as many redirects as asked and no more; a POST none", async () => {
    await using host = await localServer(({ url }, response) => {
      const left = Number(url!.slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(302, { location: `${left - 1}` }).end("x".repeat(99));
    });
    const to = (left: number, request: Partial<OutboundRequest> = {}) =>
      ask({ allowedHosts: [host.authority] }, { url: `http://${host.authority}/${left}`, ...request });
    expect(await to(3)).toMatchObject({ kind: "answered", status: 200, url: `http://${host.authority}/0` });
    expect(await to(4)).toEqual({ kind: "unreachable", cause: "TOO_MANY_REDIRECTS" });
    expect(await to(1, { maxRedirects: 0 })).toMatchObject({ kind: "answered", status: 302, headers: { location: "0" } });
    expect(await to(1, { method: "POST", body: "" })).toMatchObject({ kind: "answered", status: 302 });
  });
});

describe("outbound TLS", () => {
  it("asks the host by its name over HTTP/1.1, and trusts only certificates that are trusted and its own", async () => {
    const certificate = selfSigned("images.test");
    const asked: unknown[] = [];
    const server = createTlsServer({ ...certificate, ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
      asked.push([socket.servername, socket.alpnProtocol]);
      socket.on("error", () => undefined).once("data", () => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    });
    server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const get = (host: string) =>
      ask({ allowedHosts: ["127.0.0.0/8"], resolve: () => Promise.resolve(["127.0.0.1"]) }, { url: `https://${host}:${port}/` });

    expect(await get("images.test")).toEqual({ kind: "unreachable", cause: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, certificate.cert]);
    try {
      expect(await get("images.test")).toMatchObject({ kind: "answered", status: 204 });
      expect(await get("images.test.")).toMatchObject({ kind: "answered", status: 204 });
      for (const other of ["other.test", "127.0.0.1"]) {
        expect(await get(other)).toEqual({ kind: "unreachable", cause: "ERR_TLS_CERT_ALTNAME_INVALID" });
      }
      expect(asked).toContainEqual(["images.test", "http/1.1"]);
      expect(asked).not.toContainEqual(["images.test.", "http/1.1"]);
    } finally {
      setDefaultCACertificates(trusted);
      server.close();
    }
  });
});

describe("trouble on the network is a value", () => {
  it("when nobody listens, the name is unknown, or the answer is no HTTP", async () => {
    const gone = await localServer(() => undefined);
    await gone[Symbol.asyncDispose]();
    await using rude = await localServer(({ socket }) => void socket.end("220 mail ready\r\n"));
    const causes = [];
    for (const authority of [gone.authority, "nowhere.test", rude.authority]) {
      causes.push(await ask({ allowedHosts: [authority], resolve }, { url: `http://${authority}/` }));
    }
    expect(causes).toEqual([
      { kind: "unreachable", cause: "ECONNREFUSED" },
      { kind: "unreachable", cause: "ENOTFOUND" },
      { kind: "unreachable", cause: "HTTPParserError" },
    ]);
  });

  it.each([
    ["a lookup that never ends", { connectTimeoutMs: 50, resolve: () => Promise.withResolvers<string[]>().promise }, "http://slow.test/"],
    ["an answer that never comes", { totalTimeoutMs: 80 }, "/silent"],
    ["a body that drips", { totalTimeoutMs: 80 }, "/drip"],
    ["slow redirects", { totalTimeoutMs: 80 }, "/slow-redirect"],
  ])("%s ends in time", async (_what, options, url) => {
    await using host = await localServer((request, response) => {
      if (request.url === "/drip") {
        const drops = setInterval(() => response.write("."), 10);
        response.on("close", () => clearInterval(drops));
      } else if (request.url === "/slow-redirect") {
        setTimeout(() => response.writeHead(302, { location: "/slow-redirect" }).end(), 50);
      }
    });
    const startedAt = performance.now();
    const target = url.startsWith("/") ? `http://${host.authority}${url}` : url;
    expect(await ask({ allowedHosts: [host.authority], ...options }, { url: target })).toEqual({ kind: "unreachable", cause: "TIMEOUT" });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it("closing ends requests under way", async () => {
    await using host = await localServer(() => undefined);
    const outbound = createOutbound({ ...SHORT, allowedHosts: [host.authority] });
    const under = outbound.fetch({ ...GET, url: `http://${host.authority}/` });
    await expect.poll(() => host.requests.length).toBe(1);
    await outbound.close();
    expect(await under).toMatchObject({ kind: "unreachable" });
  });

  it("blocked and unreachable look alike to whoever reads only that there was no answer", async () => {
    const blocked = await ask({}, { url: "http://10.0.0.1/" });
    const unreachable = await ask({ resolve }, { url: "http://nowhere.test/" });
    const told = (reply: typeof blocked) => (reply.kind === "answered" ? reply.status : "could not be fetched");
    expect(told(blocked)).toBe(told(unreachable));
  });
});

describe("outbound concurrency", () => {
  it("is bounded per host and in all, and one slow host does not hold up the others", async () => {
    let slowNow = 0;
    let slowPeak = 0;
    const release = Promise.withResolvers<void>();
    await using slow = await localServer((_request, response) => {
      slowPeak = Math.max(slowPeak, ++slowNow);
      void release.promise.then(() => {
        slowNow--;
        response.end();
      });
    });
    await using quick = await localServer((_request, response) => response.end("quick"));
    const allowedHosts = [slow.authority, quick.authority];
    const outbound = createOutbound({ ...SHORT, allowedHosts, maxConcurrent: 3, maxConcurrentPerHost: 2, maxWaiting: 10 });
    const slowOnes = Array.from({ length: 8 }, () => outbound.fetch({ ...GET, url: `http://${slow.authority}/` }));
    for (let nth = 0; nth < 5; nth++) {
      expect(await outbound.fetch({ ...GET, url: `http://${quick.authority}/` })).toMatchObject({ kind: "answered" });
    }
    release.resolve();
    for (const reply of await Promise.all(slowOnes)) expect(reply).toMatchObject({ kind: "answered", status: 200 });
    expect(slowPeak).toBe(2);
    await outbound.close();
  });

  it("refuses at once when too many wait, and serves again afterwards", async () => {
    await using host = await localServer((_request, response) => void setTimeout(() => response.end(), 20));
    const outbound = createOutbound({ ...SHORT, allowedHosts: [host.authority], maxConcurrent: 1, maxWaiting: 1 });
    const fetch = () => outbound.fetch({ ...GET, url: `http://${host.authority}/` });
    const [first, second, third] = await Promise.all([fetch(), fetch(), fetch()]);
    expect([first.kind, second.kind]).toEqual(["answered", "answered"]);
    expect(third).toEqual({ kind: "unreachable", cause: "TOO_MANY_WAITING" });
    expect((await fetch()).kind).toBe("answered");
    await outbound.close();
  });
});

describe("the only outbound client", () => {
  it("is outbound/client.ts: nobody else imports an HTTP client or calls the global fetch in a slice", () => {
    const root = new URL("../../src/", import.meta.url);
    const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
    const client = /from "(undici|node:https|node:http2)"|\bhttp\.(get|request)\(|(?<![.\w])fetch\(/;
    // The command line talks to its own instance, by an address its user typed.
    const mayTalk = (path: string) => path === "platform/outbound/client.ts" || path === "client/http-client.ts";
    const offenders = sources.filter((path) => !mayTalk(path) && client.test(readFileSync(new URL(path, root), "utf8")));
    expect(offenders).toEqual([]);
  });
});
