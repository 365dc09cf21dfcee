import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMarketplace, type Client, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";

let marketplace: Marketplace;
let seller: Seller;
let support: Client;
beforeAll(async () => {
  marketplace = await startMarketplace({ settings: { ROLE: "api" } });
  seller = await marketplace.seller();
  support = await marketplace.operator("support");
  const shop = await wares(`${marketplace.baseUrl}/images`);
  for (const sku of ["A", "B", "C"]) await publish(seller, shop.visor(sku));
});
afterAll(() => marketplace.stop());

/** One request that asks for nothing by itself; the body as it came over the wire. */
async function ask(
  path: string,
  more: Readonly<Record<string, string>> = {},
  { method = "GET", client = seller, body = "" }: { readonly method?: string; readonly client?: Client; readonly body?: string } = {},
) {
  const sent = request(marketplace.baseUrl + path, { method, headers: { ...client.headers, ...more } }).end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
}
const gzip = { "accept-encoding": "gzip" };
const brands = "/api/v1/brands";

describe("gzip (decisions 1.4)", () => {
  it("is not there for those who do not ask", async () => {
    const { headers, body } = await ask(brands);
    expect([headers["content-encoding"], headers.vary, Number(headers["content-length"])]).toEqual([
      undefined,
      "Accept-Encoding",
      body.length,
    ]);
    expect(JSON.parse(body.toString()).items.length).toBeGreaterThan(100);
  });

  it.each(["gzip", "GZIP", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.5, *;q=0", "gzip;q=0.001"])(
    "is there for %j",
    async (accepted) => {
      const [plain, packed] = [await ask(brands), await ask(brands, { "accept-encoding": accepted })];
      expect([packed.status, packed.headers["content-encoding"], packed.headers.vary]).toEqual([200, "gzip", "Accept-Encoding"]);
      expect(packed.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(Number(packed.headers["content-length"])).toBe(packed.body.length);
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(gunzipSync(packed.body)).toEqual(plain.body);
    },
  );

  it.each(["", "br", "identity", "*", "gzip;q=0", "gzip;q=0.0, *", "deflate, gzip;Q=0", "gzip;q=0.2, identity", "gzipped", "notgzip"])(
    "is not there for %j",
    async (accepted) => expect((await ask(brands, { "accept-encoding": accepted })).headers["content-encoding"]).toBeUndefined(),
  );

  it("is not worth it for a short answer", async () => {
    const { status, headers } = await ask(pathOf("A", "stocks"), gzip);
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, undefined, undefined]);
  });

  it("holds the same characters, whatever made them bytes", async () => {
    const path = "/api/v2/products?expand=images,attributes,status";
    const plain = await ask(path);
    expect(plain.body.toString()).toMatch(/[à-ü]/);
    expect(gunzipSync((await ask(path, gzip)).body)).toEqual(plain.body);
  });

  it("tells by HEAD what GET would", async () => {
    for (const more of [{}, gzip]) {
      const [get, head] = [await ask(brands, more), await ask(brands, more, { method: "HEAD" })];
      const told = ({ headers }: typeof get) => [headers["content-encoding"], headers["content-length"], headers.etag, headers.vary];
      expect([told(head), head.body.length]).toEqual([told(get), 0]);
    }
  });

  it("has a strong ETag of its own, and either one is answered 304 to whoever holds it", async () => {
    const tags = [(await ask(brands)).headers.etag!, (await ask(brands, gzip)).headers.etag!];
    expect(new Set(tags).size).toBe(2);
    for (const tag of tags) {
      expect(tag).toMatch(/^"[\w-]+"$/);
      for (const accepted of [{}, gzip])
        for (const held of [tag, `W/${tag}`, `"other", ${tag}`]) {
          const { status, headers, body } = await ask(brands, { ...accepted, "if-none-match": held });
          expect([held, status, headers.etag, headers.vary, body.length]).toEqual([held, 304, tag, "Accept-Encoding", 0]);
          expect([headers["content-encoding"], headers["content-type"]]).toEqual([undefined, undefined]);
        }
    }
    expect((await ask(brands, { ...gzip, "if-none-match": '"other-gzip"' })).status).toBe(200);
  });

  it("packs refusals and calls of operators alike", async () => {
    const attributes = Array.from({ length: 40 }, () => ({ name: 5, values: [] }));
    const refused = await ask(
      "/api/v2/products",
      { ...gzip, "content-type": "application/json" },
      { method: "POST", body: JSON.stringify({ attributes }) },
    );
    expect([refused.status, refused.headers["content-encoding"]]).toEqual([400, "gzip"]);
    expect(JSON.parse(gunzipSync(refused.body).toString()).details.length).toBeGreaterThan(80);
    for (let i = 0; i < 12; i += 1) await support.get("/operator/v1/audit?size=1");
    const log = await ask("/operator/v1/audit", gzip, { client: support });
    expect([log.status, log.headers["content-encoding"]]).toEqual([200, "gzip"]);
    expect(JSON.parse(gunzipSync(log.body).toString()).items.length).toBeGreaterThan(10);
  });

  it("packs pages of text, and no pictures", async () => {
    for (const [path, encoding] of [
      ["/openapi/v2.json", "gzip"],
      ["/docs/contract.md", "gzip"],
      ["/metrics", "gzip"],
      ["/livez", undefined],
      ["/images/bag-black.jpg", undefined],
    ] as const) {
      const { status, headers, body } = await ask(path, gzip);
      const vary = encoding && "Accept-Encoding";
      expect([path, status, headers["content-encoding"], headers.vary]).toEqual([path, 200, encoding, vary]);
      expect(Number(headers["content-length"])).toBe(body.length);
    }
  });
});
