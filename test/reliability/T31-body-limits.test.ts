import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { type Operation, PEOPLE_ONLY } from "../../src/platform/contract/operation.ts";
import { figures } from "../figures.ts";
import { client, startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { newPerson, PAGE } from "../people/people.ts";
import { publish, wares } from "../wares.ts";
import { undocumented } from "./error-body.ts";
import { exchange, type Part, type RawAnswer } from "./raw-http.ts";
import { everything } from "./row-counts.ts";

const LIMIT_BYTES = 1024 * 1024;
const SMALL_LIMIT_BYTES = 8 * 1024;

let marketplace: Marketplace;
let small: Marketplace;
let clients: Readonly<Record<Operation["audience"], Client>>;
let staff: Client;
let seller: Seller;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  small = await startMarketplace({ settings: { ROLE: "api", BODY_LIMIT_BYTES: String(SMALL_LIMIT_BYTES) } });
  seller = await marketplace.seller();
  const shop = await small.seller();
  staff = (await newPerson(small, { sellerId: shop.sellerId, role: "administrator" })).forSeller(shop.sellerId);
  clients = {
    seller: shop,
    operator: await small.operator("admin"),
    person: await newPerson(small),
    public: client(small.baseUrl, PAGE),
  };
});
afterAll(() => Promise.all([marketplace.stop(), small.stop()]));

const portOf = ({ baseUrl }: Marketplace) => Number(new URL(baseUrl).port);

/** The head of a request with a body. */
const head = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/json",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");

const chunk = (bytes: Buffer | string) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from("\r\n")]);
const LAST_CHUNK = "0\r\n\r\n";
/** A body so long, in chunks of 64 KiB, without an announced length. */
const chunked = (length: number): readonly Part[] => {
  const parts: Buffer[] = [];
  for (let left = length; left > 0; left -= 65_536) parts.push(chunk(Buffer.alloc(Math.min(left, 65_536), " ")));
  return [...parts, LAST_CHUNK];
};

async function only(port: number, parts: readonly Part[]): Promise<RawAnswer> {
  const { answers } = await exchange(port, parts);
  expect(answers).toHaveLength(1);
  return answers[0]!;
}

const withBody = OPERATIONS.filter((operation) => operation.body !== undefined);

describe("T31: bodies have a limit", () => {
  it("takes a body of exactly the limit and refuses one byte more", async () => {
    const shop = await wares(`${marketplace.baseUrl}/images`);
    const padded = (sku: string, length: number) => {
      const text = JSON.stringify(shop.visor(sku));
      return text + " ".repeat(length - Buffer.byteLength(text));
    };
    const send = (body: string) => seller.request("POST", "/api/v2/products", { body });
    expect((await send(padded("A", LIMIT_BYTES))).status).toBe(202);
    const before = await everything(marketplace.database.query);
    const refused = await send(padded("B", LIMIT_BYTES + 1));
    expect([refused.status, refused.json.type, refused.json.details[0].code]).toEqual([413, "Payload_Too_Large", "payload_too_large"]);
    expect(refused.json.description).toContain(String(LIMIT_BYTES));
    expect(await everything(marketplace.database.query)).toEqual(before);
  });

  it("refuses a declared length at once, without waiting for the body", async () => {
    const parts = [head("POST", "/api/v2/products", { ...seller.headers, "Content-Length": String(LIMIT_BYTES + 1) })];
    const { answers, ms } = await exchange(portOf(marketplace), parts);
    figures({ "bytes announced": LIMIT_BYTES + 1, "refused after, ms": ms });
    expect(answers.map(({ status }) => status)).toEqual([413]);
    expect(ms).toBeLessThan(1_000);
  });

  it("does not take an endless body in", async () => {
    const before = process.memoryUsage().rss;
    const endless = [head("POST", "/api/v2/products", { ...seller.headers, "Transfer-Encoding": "chunked" }), ...chunked(64 * LIMIT_BYTES)];
    const { answers, closed } = await exchange(portOf(marketplace), endless);
    const grownMb = (process.memoryUsage().rss - before) / LIMIT_BYTES;
    figures({ "MiB sent": 64, "memory grown, MiB": grownMb });
    // The answer may be lost when the caller is still sending; the connection is not kept.
    expect(answers.map(({ status }) => status).filter((status) => status !== 413)).toEqual([]);
    expect(closed || answers.length === 1).toBe(true);
    expect(grownMb).toBeLessThan(200);
    expect((await marketplace.request("GET", "/livez")).status).toBe(200);
  });

  it("answers what comes after a body of the limit on the same connection", async () => {
    await publish(seller, (await wares(`${marketplace.baseUrl}/images`)).visor("KEPT"));
    const body = `{"available":1}${" ".repeat(LIMIT_BYTES - 15)}`;
    const first = head("PUT", "/api/v2/products/KEPT/stocks", { ...seller.headers, "Content-Length": String(LIMIT_BYTES) });
    const second = head("GET", "/api/v2/products/KEPT/stocks", { ...seller.headers, "Content-Length": "0" });
    const { answers } = await exchange(portOf(marketplace), [first, body, second], { quietMs: 200 });
    expect(answers.map(({ status }) => status)).toEqual([202, 200]);
  });

  describe.each(withBody.map((operation) => [operation.id, operation] as const))("%s", (_id, operation) => {
    const path = operation.path.replace(/\{(\w+)\}/g, (_placeholder, name: string) => (name.endsWith("Id") ? "1001" : "a"));
    const caller = () => (operation.permission === PEOPLE_ONLY ? staff : clients[operation.audience]);
    const limit = operation.bodyLimitBytes ?? SMALL_LIMIT_BYTES;
    const send = (headers: Readonly<Record<string, string>>, body: readonly Part[]) =>
      only(portOf(small), [head(operation.method, path, { ...caller().headers, ...headers }), ...body]);

    it("refuses one byte too many, declared or chunked, and a packed body", async () => {
      const before = await everything(small.database.query);
      const answers = [
        [413, await send({ "Content-Length": String(limit + 1) }, [Buffer.alloc(limit + 1, " ")])],
        [413, await send({ "Transfer-Encoding": "chunked" }, chunked(limit + 1))],
        ...(await Promise.all(
          ["gzip", "deflate", "br", "zstd", "compress", "x-own", "gzip, identity"].map(
            async (encoding) => [415, await send({ "Content-Encoding": encoding, "Content-Length": "2" }, ["{}"])] as const,
          ),
        )),
      ] as const;
      figures({ "limit, bytes": limit, "bodies refused": answers.length });
      for (const [expected, answer] of answers) {
        expect(undocumented(answer)).toEqual([]);
        expect([answer.status, answer.body]).toEqual([expected, answer.body]);
      }
      expect(await everything(small.database.query)).toEqual(before);
    });
  });
});
