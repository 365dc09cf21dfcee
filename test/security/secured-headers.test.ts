import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { onSale } from "../orders/goods.ts";
import { startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";

/** What a security review asks of the headers of every answer, whichever layer answers. */
let market: Marketplace;
let seller: Seller;
let admin: Client;
beforeAll(async () => {
  market = await startMarketplace();
  [seller, admin] = [await market.seller(), await market.operator("admin")];
  await onSale(market, seller, { VISEIRA: 10 });
});
afterAll(() => market.stop());

const SECURED = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};
const securedIn = (headers: Headers) => Object.fromEntries(Object.keys(SECURED).map((name) => [name, headers.get(name)]));

type Ask = () => Promise<Pick<Reply, "status" | "headers">>;
/** Bytes as they are sent, for what no client would send; a head is read, a body is not. */
const raw = async (text: string): Promise<Pick<Reply, "status" | "headers">> => {
  const socket = connect(Number(new URL(market.baseUrl).port), "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  await once(socket, "close");
  const [first = "", ...lines] = answer.split("\r\n\r\n")[0]!.split("\r\n");
  const headers = new Headers(lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]));
  return { status: Number(first.split(" ")[1]), headers };
};

/** An answer of every layer there is, its status, and what it says of who may keep it. */
const ANSWERS: Readonly<Record<string, readonly [ask: Ask, status: number, kept: string]>> = {
  "an operation's": [() => seller.get("/api/v1/limits"), 200, "private, no-cache"],
  "a list that may be kept": [() => seller.get("/api/v1/brands"), 200, "private, no-cache"],
  "one that did not change": [
    async () => seller.get("/api/v1/brands", { headers: { "if-none-match": (await seller.get("/api/v1/brands")).headers.get("etag")! } }),
    304,
    "private, no-cache",
  ],
  "one without a body": [() => seller.get("/api/v2/products/critiques"), 204, "private, no-cache"],
  "one that is packed": [() => seller.get("/api/v1/brands", { headers: { "accept-encoding": "gzip" } }), 200, "private, no-cache"],
  "a head alone": [() => seller.request("HEAD", "/api/v1/orders?page=9"), 204, "no-store"],
  "one that ends its connection": [
    () => raw(`GET /api/v1/limits HTTP/1.0\r\nclient_id: ${seller.clientId}\r\naccess_token: ${seller.accessToken}\r\n\r\n`),
    200,
    "private, no-cache",
  ],
  "an order": [() => seller.post("/api/v1/orders", { items: [{ sku: "VISEIRA" }] }), 201, "no-store"],
  "a list of orders": [() => seller.get("/api/v1/orders"), 200, "no-store"],
  "a list of reasons": [() => seller.get("/api/v1/orders/cancellation-reasons"), 200, "private, no-cache"],
  "a token": [() => seller.post("/api/v1/credentials/rotate", { overlapHours: 1 }), 201, "no-store"],
  "a stream": [
    async () => {
      const { headers } = await seller.post("/api/v1/technical-validations", {});
      const reply = await fetch(`${market.baseUrl}${headers.get("location")}/watch`, { headers: seller.headers });
      await reply.body?.cancel();
      return reply;
    },
    200,
    "no-store",
  ],
  "a page": [() => market.request("GET", "/livez"), 200, "no-store"],
  "a document": [() => market.request("GET", "/openapi/v1.json"), 200, "private, no-cache"],
  "a document, packed": [
    () => market.request("GET", "/openapi/v2.json", { headers: { "accept-encoding": "gzip" } }),
    200,
    "private, no-cache",
  ],
  "a page of the documentation": [() => market.request("GET", "/docs/contract.md"), 200, "private, no-cache"],
  "a guide's head alone": [() => market.request("HEAD", "/docs/guides/en/notifications.md"), 200, "private, no-cache"],
  "a public key": [() => market.request("GET", "/.well-known/jwks.json"), 200, "public, max-age=300"],
  figures: [() => market.request("GET", "/metrics"), 200, "no-store"],
  "a picture of the sandbox's": [() => market.request("GET", "/images/shirt-black.jpg"), 200, "public, max-age=86400"],
  "a part of one": [
    () => market.request("GET", "/images/shirt-black.jpg", { headers: { range: "bytes=0-9" } }),
    206,
    "public, max-age=86400",
  ],
  "a refusal of the router's": [() => market.request("GET", "/nowhere"), 404, "no-store"],
  "one of a method": [() => market.request("DELETE", "/api/v1/orders"), 405, "no-store"],
  "one of the door's": [() => market.request("GET", "/api/v1/orders"), 401, "no-store"],
  "one of an operation's": [() => seller.get("/api/v2/products/NADA/stocks"), 404, "no-store"],
  "one of a body's form": [() => seller.put("/api/v2/products/VISEIRA/stocks", undefined, { body: "{" }), 400, "no-store"],
  "one of headers": [() => seller.get("/api/v1/brands", { headers: { accept: "text/html" } }), 406, "no-store"],
  "one of what is no request": [() => raw("NONSENSE\r\n\r\n"), 400, "no-store"],
  "one of a tunnel": [() => raw("CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n"), 400, "no-store"],
  "one of too many headers": [() => raw(`GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`), 431, "no-store"],
  "one of two hosts": [() => raw("GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"), 400, "no-store"],
  "one of an expectation": [() => raw("GET / HTTP/1.1\r\nhost: a\r\nexpect: wonders\r\nconnection: close\r\n\r\n"), 417, "no-store"],
  "an operator's": [() => admin.get("/operator/v1/rules"), 200, "private, no-cache"],
  "the audit log": [() => admin.get("/operator/v1/audit"), 200, "no-store"],
};

describe("every answer's headers", () => {
  it.each(Object.entries(ANSWERS))("%s", async (_what, [ask, status, kept]) => {
    const reply = await ask();
    expect([reply.status, securedIn(reply.headers), reply.headers.get("cache-control")]).toEqual([status, SECURED, kept]);
  });
});

/** Whether a schema names something that tells of a person or lets somebody act for another. */
const tells = (schema: unknown): boolean =>
  typeof schema === "object" && schema !== null && ("x-personal" in schema || "x-secret" in schema || Object.values(schema).some(tells));

/**
 * Addresses whose answers hold such a thing where no schema can say it: what was logged, what was sent on, what was archived, who is who, and
 * the rows of files about orders.
 */
const HELD =
  /\/v1\/bulk($|\/\{jobId\}\/(content|results|errors)\b)|\/(requests|deliveries|invoices|invoice|credentials|operator-keys|applications|endpoints|audit|accesses|technical-validations|sellers|orders)\b/;
/** Those among them that hold none. */
const HOLD_NONE: ReadonlySet<string> = new Set([
  "listOrderBulkJobs",
  "appendOrderBulkContent",
  "listCancellationReasons",
  "getApplicationCoverage",
  "reviewProduct",
  "putEnrolment",
  "checkStocks",
  "getSimulators",
  "putSimulators",
  "postSimulatorAct",
]);
const isConfidential = ({ id, path, replies, body }: Operation): boolean =>
  tells(replies) || tells(body) || (HELD.test(path) && !HOLD_NONE.has(id));

describe("an operation is confidential", () => {
  it.each(OPERATIONS)("$method $path ($id), if what it answers is", (operation) => {
    expect(operation.confidential === true).toBe(isConfidential(operation));
  });

  it("where it was forgotten, that is seen", () => {
    const getOrder = OPERATIONS.find(({ id }) => id === "getOrder")!;
    const forgotten: Operation = { ...getOrder, confidential: false };
    expect(isConfidential(forgotten)).toBe(true);
    expect(isConfidential({ ...forgotten, path: "/api/v1/things", body: getOrder.replies[200]!.schema!, replies: {} })).toBe(true);
    expect(isConfidential({ ...forgotten, path: "/api/v1/things", replies: {} })).toBe(false);
  });
});
