import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { figures } from "../figures.ts";
import { eventually, startMarketplace, testDatabase, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { undocumented } from "./error-body.ts";
import { exchange, type Exchange } from "./raw-http.ts";
import { everything } from "./row-counts.ts";
import { onDatabase, startServer } from "./server-process.ts";

let marketplace: Marketplace;
let seller: Seller;
let port: number;
/** Slow callers, begun first and awaited last: their limits are counted in real seconds. */
let slow: Readonly<Record<"headers" | "body" | "chunks", Promise<Exchange>>>;

beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await marketplace.seller();
  port = Number(new URL(marketplace.baseUrl).port);
  await publish(seller, (await wares(`${marketplace.baseUrl}/images`)).visor("A"));
  const put = request("PUT", pathOf("A", "stocks"), { "Content-Type": "application/json" });
  const limit = { limitMs: 22_000, quietMs: 0 };
  const drops = (parts: readonly string[]) => parts.flatMap((part) => [part, 700]);
  slow = {
    headers: exchange(
      port,
      ["GET /api/v2/products HTTP/1.1\r\nHost: localhost\r\n", ...drops(Array.from({ length: 9 }, (_, i) => `X-${i}: 1\r\n`))],
      limit,
    ),
    body: exchange(port, [put({ "Content-Length": "15" }), '{"avail'], limit),
    chunks: exchange(port, [put({ "Transfer-Encoding": "chunked" }), ...drops(Array.from({ length: 24 }, () => "1\r\n \r\n"))], limit),
  };
});
afterAll(() => marketplace.stop());

type Headers = Readonly<Record<string, string>>;
const lines = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
/** The head of a good request of the seller, and whatever else is asked of it. */
const request =
  (method: string, target: string, headers: Headers = {}) =>
  (more: Headers = {}) =>
    `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${lines({ ...seller.headers, ...headers, ...more })}\r\n`;
const get = (target: string, headers: Headers = {}) => request("GET", target, headers)();
const stockOf = (available: number) => `{"available":${available}}`;
/** A PUT of stock with headers written by hand between the good ones. */
const put = (by: string, body: string) =>
  `PUT ${pathOf("A", "stocks")} HTTP/1.1\r\nHost: localhost\r\n${lines({ ...seller.headers, "Content-Type": "application/json" })}${by}\r\n${body}`;
/** A good request with one header line written by hand. */
const withLine = (line: string) => `GET /api/v2/products HTTP/1.1\r\nHost: localhost\r\n${lines(seller.headers)}${line}\r\n\r\n`;
const SMUGGLED = () => get(pathOf("A", "stocks"));

/** Requests that mean two things, or nothing. `closes`: whatever follows on the connection is not believed either. */
const REFUSED: readonly (readonly [name: string, bytes: () => string, status: number])[] = [
  [
    "both Transfer-Encoding and Content-Length",
    () => put("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", `0\r\n\r\n${SMUGGLED()}`),
    400,
  ],
  ["Content-Length, then Transfer-Encoding", () => put("Content-Length: 15\r\nTransfer-Encoding: chunked\r\n", stockOf(77)), 400],
  ["two different Content-Lengths", () => put("Content-Length: 15\r\nContent-Length: 14\r\n", stockOf(77)), 400],
  ["two equal Content-Lengths", () => put("Content-Length: 16\r\nContent-Length: 16\r\n", stockOf(77)), 400],
  ["Content-Length in a list", () => put("Content-Length: 16, 16\r\n", stockOf(77)), 400],
  ["a negative Content-Length", () => put("Content-Length: -1\r\n", stockOf(77)), 400],
  ["a Content-Length with a plus", () => put("Content-Length: +16\r\n", stockOf(77)), 400],
  ["an unknown Transfer-Encoding", () => put("Transfer-Encoding: xchunked\r\n", stockOf(77)), 400],
  ["chunked that is not last", () => put("Transfer-Encoding: chunked, gzip\r\n", stockOf(77)), 400],
  ["a space before the colon", () => put("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"), 400],
  ["a folded header", () => withLine("X-Folded: a\r\n b"), 400],
  ["bare line feeds", () => withLine("X-A: 1").replaceAll("\r\n", "\n"), 400],
  ["a bare carriage return in a header", () => withLine("X-A: a\rb"), 400],
  ["NUL in a header", () => withLine("X-A: a\0b"), 400],
  ["NUL in a header's name", () => withLine("X\0A: b"), 400],
  ["a header without a name", () => withLine(": b"), 400],
  ["a header without a colon", () => withLine("nothing"), 400],
  ["a chunk of a size that is none", () => put("Transfer-Encoding: chunked\r\n", "xyz\r\n{}\r\n0\r\n\r\n"), 400],
  ["a chunk longer than it says", () => put("Transfer-Encoding: chunked\r\n", '2\r\n{"available":77}\r\n0\r\n\r\n'), 400],
  ["a chunk of an enormous size", () => put("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\n{}"), 400],
  ["17 KiB of one header", () => withLine(`X-Long: ${"a".repeat(17 * 1024)}`), 431],
  ["an address of 17 KiB", () => get(`/api/v2/products?expand=${"a".repeat(17 * 1024)}`), 431],
  ["no Host", () => `GET /livez HTTP/1.1\r\n\r\n`, 400],
  ["no Host, for an address that is not there", () => `GET /nowhere HTTP/1.1\r\n\r\n`, 400],
  ["two Hosts", () => `GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`, 400],
  ["a method nobody knows", () => `FETCH /livez HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400],
  ["a version nobody speaks", () => `GET /livez HTTP/3.7\r\nHost: localhost\r\n\r\n`, 400],
  ["the beginning of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a tunnel", () => `CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400],
  ["a space in the address", () => `GET /api/v2/products HTTP/1.1 HTTP/1.1\r\nHost: localhost\r\n\r\n`, 400],
  ["TLS", () => "\u0016\u0003\u0001\u0002\u0000\u0001", 400],
  ["noise", () => "\u0001\u0002\u0003\r\n\r\n", 400],
];

/** Odd addresses: each leads where it should or nowhere, and never around the door. */
const ADDRESSES: readonly (readonly [target: string, status: number, type?: string])[] = [
  ["/api/v2/products", 200],
  ["/api/v2/products/", 200],
  ["/api/v2/products?", 200],
  ["/api/v2/products#part", 200],
  ["//api/v2/products", 404, "Resource_Not_Found"],
  ["/api//v2/products", 404, "Resource_Not_Found"],
  ["/api/v2/products//", 404, "Resource_Not_Found"],
  ["/api/v1/../v2/products", 404, "Resource_Not_Found"],
  ["/api/./v2/products", 404, "Resource_Not_Found"],
  ["/api/v2/%2e%2e/v2/products", 404, "Resource_Not_Found"],
  ["/api/v2/products/../../operator/v1/sellers", 404, "Resource_Not_Found"],
  ["/api/v2/products/..%2f..%2foperator%2fv1%2fsellers", 404, "Resource_Not_Found"],
  ["/API/v2/products", 404, "Resource_Not_Found"],
  ["/api/v2/products/A", 200],
  ["/api/v2/products/%41", 200],
  ["/api/v2/products/%2541", 404, "Resource_Not_Found"],
  ["/api/v2/products/A%2fstocks", 404, "Resource_Not_Found"],
  ["/api/v2/products/A%5cstocks", 404, "Resource_Not_Found"],
  ["/api/v2/products/A%00", 400, "Parameter_Error"],
  ["/api/v2/products/%zz", 400, "Parameter_Error"],
  ["/api/v2/products/%", 400, "Parameter_Error"],
  ["/api/v2/products/%c3%28", 400, "Parameter_Error"],
  ["/api/v2/products/%ed%a0%80", 400, "Parameter_Error"],
  ["/api/v2/products/A;admin=true", 404, "Resource_Not_Found"],
  ["/api/v2/products?page=%zz", 400, "Parameter_Error"],
  ["/api/v2/products?page=%00", 400, "Parameter_Error"],
  ["/api/v2/products?expand={expand}", 200],
  ["/api/v2/products?expand=}{", 200],
  ["/api/v2/products?__proto__[page]=1&constructor=2", 200],
  [`/api/v2/products/${"a".repeat(4_000)}`, 404, "Resource_Not_Found"],
  // A server must take the absolute form (RFC 9112 3.2.2); which host it names does not matter here.
  ["http://localhost/api/v2/products", 200],
  ["http://elsewhere.example/api/v2/products", 200],
  ["http://elsewhere.example/operator/v1/sellers", 401, "Authentication_Error"],
  ["*", 404, "Resource_Not_Found"],
  ["api/v2/products", 400, "Bad_Request_Error"],
];

describe("T35: a request is framed one way", () => {
  it.each(REFUSED)("refuses %s, ends the connection and stores nothing", async (_name, bytes, status) => {
    const before = await everything(marketplace.database.query);
    const { answers, closed, ms } = await exchange(port, [bytes()]);
    figures({ "answered after, ms": ms });
    expect(answers.map((answer) => [answer.status, undocumented(answer)])).toEqual([[status, []]]);
    expect(closed, "what follows is not taken for another request").toBe(true);
    expect(ms).toBeLessThan(1_500);
    expect(await everything(marketplace.database.query)).toEqual(before);
  });

  it.each(ADDRESSES.map(([target, ...to]) => [target, to] as const))("%s leads to %j", async (target, [status, type]) => {
    const { answers } = await exchange(port, [get(target)]);
    expect(answers).toHaveLength(1);
    const [answer] = answers;
    expect([answer!.status, answer!.body]).toEqual([status, answer!.body]);
    if (type === undefined) return;
    expect(undocumented(answer!)).toEqual([]);
    expect(JSON.parse(answer!.body).type).toBe(type);
  });

  it("takes no address for another's door", async () => {
    figures({ addresses: ADDRESSES.length });
    for (const [target] of ADDRESSES) {
      const { answers } = await exchange(port, [`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`]);
      expect([target, answers[0]!.status]).not.toEqual([target, 200]);
    }
  });

  it("hears at most 16 KiB and 2,000 headers, and loses none of them", async () => {
    const named = (count: number) => Array.from({ length: count }, (_, i) => `x${i}: 1\r\n`).join("");
    const bare = (count: number) => "a:\r\n".repeat(count);
    for (const tooMany of [named(2_001), bare(2_001), bare(3_900)]) {
      const { answers } = await exchange(port, [withLine(`${tooMany}X-Request-Id: last`)]);
      expect(answers.map((answer) => [answer.status, undocumented(answer)])).toEqual([[431, []]]);
      expect([...answers[0]!.headers.keys()]).toEqual(expect.arrayContaining(["ratelimit", "ratelimit-policy"]));
    }
    for (const many of [named(900), bare(900)]) {
      const { answers } = await exchange(port, [withLine(`${many}X-Request-Id: last`)]);
      expect(answers.map((answer) => [answer.status, answer.headers.get("x-request-id")])).toEqual([[200, "last"]]);
    }
  });

  it("answers Expect: 100-continue at once, and refuses before the body when it can", async () => {
    const expecting = request("PUT", pathOf("A", "stocks"), {
      "Content-Type": "application/json",
      Expect: "100-continue",
      "Content-Length": "15",
    });
    const waiting = await exchange(port, [expecting()], { limitMs: 500 });
    expect([waiting.interim, waiting.answers]).toEqual([[100], []]);
    const whole = await exchange(port, [expecting(), 100, stockOf(8).padEnd(15)]);
    expect([whole.interim, whole.answers.map(({ status }) => status)]).toEqual([[100], [202]]);
    const tooMuch = await exchange(port, [expecting({ "Content-Length": "99999999" })]);
    expect(tooMuch.answers.map(({ status }) => status)).toEqual([413]);
  });

  it("says that it meets no other expectation, and goes on", async () => {
    const expecting = (what: string) =>
      request("PUT", pathOf("A", "stocks"), { "Content-Type": "application/json", Expect: what, "Content-Length": "15" })();
    const { answers } = await exchange(port, [expecting("banana") + stockOf(9).padEnd(15) + get(pathOf("A", "stocks"))]);
    expect(answers.map(({ status }) => status)).toEqual([417, 200]);
    expect(undocumented(answers[0]!)).toEqual([]);
    expect(JSON.parse(answers[0]!.body).details[0]).toMatchObject({
      code: "expectation_unmet",
      received: "banana",
      allowed: "100-continue",
    });
    expect(JSON.parse(answers[1]!.body).available).not.toBe(9);
    const nowhere = await exchange(port, ["GET /nowhere HTTP/1.1\r\nHost: localhost\r\nExpect: banana\r\n\r\n"]);
    expect(nowhere.answers.map((answer) => [answer.status, undocumented(answer)])).toEqual([[417, []]]);
    const upperCase = await exchange(port, [expecting("100-Continue"), stockOf(8).padEnd(15)]);
    expect(upperCase.answers.map(({ status }) => status)).toEqual([202]);
  });

  it("answers several requests of one connection in order", async () => {
    const { answers } = await exchange(port, [get(pathOf("A")) + get(pathOf("NOT-THERE")) + get("/api/v1/bus")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  it("takes the same credential twice for one, and two for none", async () => {
    const { client_id: id, access_token: token } = seller.headers as { client_id: string; access_token: string };
    const twice = await exchange(port, [withLine(`client_id: ${id}\r\naccess_token: ${token}`)]);
    expect(twice.answers[0]!.status).toBe(200);
    const other = await exchange(port, [withLine("access_token: another")]);
    expect([other.answers[0]!.status, JSON.parse(other.answers[0]!.body).details[0].code]).toEqual([401, "credential_ambiguous"]);
  });

  it("takes the same key twice for one, and two for none", async () => {
    const operator = await marketplace.operator("admin");
    const asked = (more: string) =>
      exchange(port, [
        `GET /operator/v1/sellers HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${operator.headers["authorization"]}\r\n${more}\r\n`,
      ]);
    expect((await asked(`authorization: ${operator.headers["authorization"]}\r\n`)).answers[0]!.status).toBe(200);
    const [other] = (await asked("Authorization: Bearer another\r\n")).answers;
    expect([other!.status, JSON.parse(other!.body).details[0].code]).toEqual([401, "credential_ambiguous"]);
  });

  it("gives nothing for forwarded headers of a caller's own", async () => {
    const forged =
      "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher\r\nX-Original-URL: /operator/v1/sellers\r\nX-HTTP-Method-Override: DELETE\r\nForwarded: for=127.0.0.1";
    const [plain, forwarded] = await Promise.all([exchange(port, [withLine("X-A: 1")]), exchange(port, [withLine(forged)])]);
    expect(forwarded.answers[0]!.status).toBe(200);
    expect(forwarded.answers[0]!.body).toBe(plain.answers[0]!.body);
  });

  it("takes a caller who hangs up in the middle of a body for no failure of ours", async () => {
    const database = await testDatabase();
    const variables = onDatabase(database);
    const server = await startServer({ variables });
    const { seller: ready } = JSON.parse(readFileSync(join(variables["DATA_DIR"]!, "instance.json"), "utf8"));
    const headers = { client_id: ready.clientId, access_token: ready.accessToken, "Content-Type": "application/json" };
    const hangUp = (framing: Headers) =>
      exchange(Number(new URL(server.baseUrl).port), [request("PUT", pathOf("A", "stocks"), headers)(framing), '8\r\n{"availa'], {
        limitMs: 100,
      });
    for (const framing of [{ "Content-Length": "15" }, { "Transfer-Encoding": "chunked" }]) await hangUp(framing);
    const counted = async () =>
      (await fetch(`${server.baseUrl}/metrics`)).text().then((text) => text.match(/operation="putStock",status=.*/g) ?? []);
    expect(await eventually("the requests to be counted", async () => (await counted()).length > 0 && counted())).toEqual([
      'operation="putStock",status="499"} 2',
    ]);
    await server.end("SIGTERM");
    expect(server.output()).not.toContain("request failed");
    await database.drop();
  });

  it("ends slow callers: headers after 5 s, a body after 15 s", async () => {
    const [headers, body, chunks] = await Promise.all([slow.headers, slow.body, slow.chunks]);
    figures({ "headers ended after, s": headers.ms / 1_000, "a body, s": body.ms / 1_000, "a body in chunks, s": chunks.ms / 1_000 });
    for (const [exchanged, seconds] of [
      [headers, 5],
      [body, 15],
      [chunks, 15],
    ] as const) {
      expect(exchanged.answers.map((answer) => [answer.status, undocumented(answer)])).toEqual([[408, []]]);
      expect(exchanged.closed).toBe(true);
      expect(exchanged.ms / 1_000).toBeGreaterThan(seconds - 0.5);
      expect(exchanged.ms / 1_000).toBeLessThan(seconds + 3);
    }
    expect((await seller.get(pathOf("A", "stocks"))).json.available).toBe(8);
  }, 30_000);
});
