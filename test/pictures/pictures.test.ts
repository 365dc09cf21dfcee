import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openDiskCache } from "../../src/pictures/disk-cache.ts";
import { MAX_FILE_BYTES } from "../../src/pictures/fetch-picture.ts";
import { createFailureMemory } from "../../src/pictures/failure-memory.ts";
import { renderPicture } from "../../src/pictures/render.ts";
import { PROJECT } from "../../src/project.ts";
import { SELLER_ROLES } from "../../src/people/roles.ts";
import { codesIn } from "../orders/desk.ts";
import { eventually, type Marketplace, type Seller, startMarketplace } from "../harness.ts";
import { newPerson, page, type Person } from "../people/people.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { file, imageHost, type ImageHost } from "./host.ts";

const CAP = readFileSync(join(PROJECT, "data", "images", "cap-black.jpg"));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><script>alert(1)</script><rect width="9" height="9"/></svg>';
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#334455" } });

function* endless(): Iterable<Buffer> {
  while (true) yield Buffer.alloc(256 * 1024);
}

let host: ImageHost;
let market: Marketplace;
let seller: Seller;
let reviewer: Person;
let dataDir: string;
let shop: Wares;
beforeAll(async () => {
  const png = await plain(900, 500).png().toBuffer();
  const bomb = await plain(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
  const turned = await plain(600, 400)
    .withExif({ IFD0: { Copyright: "secret place" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  host = await imageHost({
    "/cap.jpg": file(CAP),
    "/slow.jpg": (_request, response) => void setTimeout(() => file(CAP)(_request, response), 300),
    "/dead.jpg": () => undefined,
    "/svg.jpg": file(SVG),
    "/html.jpg": file("<html><script>alert(1)</script></html>", "text/html"),
    "/png.jpg": file(png),
    "/bomb.jpg": file(bomb),
    "/turned.jpg": file(turned),
    "/heavy.jpg": file(Buffer.alloc(MAX_FILE_BYTES + 1)),
    "/endless.jpg": (_request, response) => void pipeline(Readable.from(endless()), response.writeHead(200), () => undefined),
    "/inward.jpg": (_request, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/secret.jpg" }).end(),
  });
  dataDir = mkdtempSync(join(inject("scratch"), "pictures-"));
  market = await startMarketplace({ settings: { DATA_DIR: dataDir, OUTBOUND_HOSTS_ALLOWED: host.authority } });
  seller = await market.seller();
  reviewer = await newPerson(market, { role: "catalog" });
  shop = await wares(`${market.baseUrl}/images`);
});
afterAll(async () => {
  await market.stop();
  await host[Symbol.asyncDispose]();
});

let count = 0;
/** A product with pictures of the host, in the order of their paths. */
async function pictured(...paths: readonly string[]): Promise<string> {
  const sku = `FOTO-${(count += 1)}`;
  await publish(seller, shop.visor(sku, { images: paths.map((path) => ({ url: `http://${host.authority}${path}` })) }));
  return sku;
}
/** A product whose pictures have been checked, so that nobody but people asks for them any more. */
async function checked(...paths: readonly string[]): Promise<string> {
  const sku = await pictured(...paths);
  await eventually(
    `the pictures of ${sku} to be checked`,
    async () => (await seller.get(pathOf(sku, "status"))).json.code === "CATALOGING",
  );
  return sku;
}
const addressOf = (sku: string, n = 0, query = "", sellerId = seller.sellerId) => `/media/${sellerId}/${sku}/${n}${query}`;
const bytesOf = async (sku: string, query = "", n = 0): Promise<Buffer> => {
  const response = await fetch(`${market.baseUrl}${addressOf(sku, n, query)}`, { headers: { cookie: reviewer.cookie } });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
};
const sizeOf = async (contents: Buffer) => {
  const { width, height, format } = await sharp(contents).metadata();
  return [width, height, format];
};

describe("a picture of a product", () => {
  it("is a JPEG of the size asked for, or as it is", async () => {
    const sku = await pictured("/cap.jpg", "/png.jpg");
    const { width, height } = await sharp(CAP).metadata();
    expect(Math.max(...((await sizeOf(await bytesOf(sku, "?w=96"))).slice(0, 2) as number[]))).toBe(96);
    expect(Math.max(...((await sizeOf(await bytesOf(sku, "?w=480"))).slice(0, 2) as number[]))).toBe(480);
    expect(await sizeOf(await bytesOf(sku))).toEqual([width, height, "jpeg"]);
    expect(await sizeOf(await bytesOf(sku, "", 1))).toEqual([900, 500, "jpeg"]);
    expect(await sizeOf(await bytesOf(sku, "?w=96", 1))).toEqual([96, 53, "jpeg"]);
  });

  it("says that it is private, and what it is, and is not sent again", async () => {
    const sku = await pictured("/cap.jpg");
    const reply = await reviewer.get(addressOf(sku, 0, "?w=96"));
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("cache-control")]).toEqual([
      200,
      "image/jpeg",
      "private, max-age=300",
    ]);
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    const etag = reply.headers.get("etag")!;
    const again = await reviewer.get(addressOf(sku, 0, "?w=96"), { headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await reviewer.get(addressOf(sku), { headers: { "if-none-match": etag } })).status).toBe(200);
  });

  it("is fetched once, whoever asks at the same time and afterwards", async () => {
    const sku = await checked("/slow.jpg");
    const before = host.asked("/slow.jpg");
    await Promise.all(Array.from({ length: 12 }, (_, nth) => bytesOf(sku, nth % 2 === 0 ? "?w=96" : "?w=480")));
    await bytesOf(sku);
    expect(host.asked("/slow.jpg") - before).toBe(1);
  });

  it("stands upright, and tells nothing of its file but its pixels", async () => {
    const contents = await bytesOf(await pictured("/turned.jpg"));
    expect(await sizeOf(contents)).toEqual([400, 600, "jpeg"]);
    expect(contents.includes("secret place")).toBe(false);
  });

  it("has a smallest and a largest size", async () => {
    expect(await sizeOf(((await renderPicture(await plain(1, 1).png().toBuffer())) as { "96": Buffer })["96"])).toEqual([1, 1, "jpeg"]);
    const wide = (await renderPicture(await plain(4_000, 40).jpeg().toBuffer())) as { whole: Buffer; "96": Buffer };
    expect([await sizeOf(wide.whole), await sizeOf(wide["96"])]).toEqual([
      [1_600, 16, "jpeg"],
      [96, 1, "jpeg"],
    ]);
  });
});

describe("what is not shown", () => {
  it.each([
    ["/svg.jpg", "picture_not_an_image"],
    ["/html.jpg", "picture_not_an_image"],
    ["/bomb.jpg", "picture_too_large"],
    ["/heavy.jpg", "picture_too_large"],
    ["/endless.jpg", "picture_too_large"],
    ["/missing.jpg", "picture_unreachable"],
    ["/inward.jpg", "picture_unreachable"],
  ])("%s: %s", async (path, code) => {
    const reply = await reviewer.get(addressOf(await pictured(path)));
    expect([reply.status, codesIn(reply)]).toEqual([404, [code]]);
    expect(reply.text).not.toContain("alert");
  });

  it("an address of the inner network, whatever the product says", async () => {
    const sku = await pictured("/cap.jpg");
    await market.database.query("update products set images = $2 where sku = $1", [sku, '[{"url":"http://169.254.169.254/latest/x.jpg"}]']);
    expect(codesIn(await reviewer.get(addressOf(sku)))).toEqual(["picture_unreachable"]);
  });

  it("a picture that the product does not have, and a product that the seller does not have", async () => {
    const sku = await pictured("/cap.jpg");
    expect(codesIn(await reviewer.get(addressOf(sku, 1)))).toEqual(["picture_unknown"]);
    expect(codesIn(await reviewer.get(addressOf("NADA")))).toEqual(["product_unknown"]);
    expect((await reviewer.get(addressOf(sku, 0, "?w=97"))).status).toBe(400);
    expect((await reviewer.get(addressOf(sku, -1))).status).toBe(400);
  });

  it("a host that does not answer, and it costs its pictures one short wait", async () => {
    await using silent = await imageHost({ "/1.jpg": () => undefined, "/2.jpg": () => undefined });
    const own = await startMarketplace({ settings: { OUTBOUND_HOSTS_ALLOWED: silent.authority } });
    try {
      const [shopkeeper, person] = [await own.seller(), await newPerson(own)];
      const goods = await wares(`${own.baseUrl}/images`);
      const images = ["/1.jpg", "/2.jpg"].map((path) => ({ url: `http://${silent.authority}${path}` }));
      await publish(shopkeeper, goods.visor("MUDA", { images }));
      const startedAt = performance.now();
      expect(codesIn(await person.get(addressOf("MUDA", 0, "", shopkeeper.sellerId)))).toEqual(["picture_unreachable"]);
      expect(performance.now() - startedAt).toBeLessThan(6_000);
      const thenAt = performance.now();
      expect(codesIn(await person.get(addressOf("MUDA", 1, "", shopkeeper.sellerId)))).toEqual(["picture_unreachable"]);
      expect(performance.now() - thenAt).toBeLessThan(1_000);
    } finally {
      await own.stop();
    }
  });
});

describe("who sees a picture", () => {
  it.each(SELLER_ROLES)("the seller's people: %s", async (role) => {
    const sku = await pictured("/cap.jpg");
    const person = await newPerson(market, { sellerId: seller.sellerId, role });
    expect((await person.get(addressOf(sku, 0, "?w=96"))).status).toBe(200);
  });

  it("nobody without a session, not even with a credential, and nobody of another seller", async () => {
    const sku = await pictured("/cap.jpg");
    expect((await page(market).get(addressOf(sku))).status).toBe(401);
    expect((await seller.get(addressOf(sku))).status).toBe(401);
    const other = await market.seller();
    const stranger = await newPerson(market, { sellerId: other.sellerId, role: "administrator" });
    const reply = await stranger.get(addressOf(sku));
    expect([reply.status, codesIn(reply)]).toEqual([403, ["membership_missing"]]);
    // The product is another's: under the stranger's own number it is not there.
    expect(codesIn(await stranger.get(addressOf(sku, 0, "", other.sellerId)))).toEqual(["product_unknown"]);
  });

  it("nobody of a suspended seller", async () => {
    const suspended = await market.seller();
    const person = await newPerson(market, { sellerId: suspended.sellerId, role: "administrator" });
    const admin = await market.operator("admin");
    await admin.request("PATCH", `/operator/v1/sellers/${suspended.sellerId}`, { json: { status: "suspended" } });
    const late = await newPerson(market, { sellerId: suspended.sellerId, role: "administrator" }).catch(() => person);
    expect((await late.get(addressOf("X", 0, "", suspended.sellerId))).status).toBe(403);
  });
});

describe("the pictures on the disk", () => {
  it("outlast the process", async () => {
    const sku = await checked("/cap.jpg");
    const before = await bytesOf(sku, "?w=480");
    const asked = host.asked("/cap.jpg");
    const next = await startMarketplace({
      settings: { DATA_DIR: dataDir, OUTBOUND_HOSTS_ALLOWED: host.authority, ROLE: "api" },
      database: market.database,
    });
    const response = await fetch(`${next.baseUrl}${addressOf(sku, 0, "?w=480")}`, { headers: { cookie: reviewer.cookie } });
    expect(Buffer.from(await response.arrayBuffer()).equals(before)).toBe(true);
    await next.stop();
    expect(host.asked("/cap.jpg")).toBe(asked);
    expect(readdirSync(join(dataDir, "pictures")).every((name) => /^[0-9a-f]{64}-(96|480|whole)\.jpg$/.test(name))).toBe(true);
  });

  it("are at most as many bytes as the setting says; the least recently seen go first", async () => {
    const folder = mkdtempSync(join(inject("scratch"), "cache-"));
    writeFileSync(join(folder, "old"), Buffer.alloc(400));
    writeFileSync(join(folder, "older"), Buffer.alloc(400));
    writeFileSync(join(folder, "pic_1.part"), Buffer.alloc(400));
    utimesSync(join(folder, "older"), 1, 1);
    const cache = openDiskCache({ folder, maxBytes: 1_000 });
    await cache.ready();
    expect([cache.bytes(), existsSync(join(folder, "pic_1.part"))]).toEqual([800, false]);
    expect(await cache.read("older")).toHaveLength(400);
    expect(statSync(join(folder, "older")).mtimeMs).toBeGreaterThan(1_000_000);
    await cache.write("new", Buffer.alloc(400));
    expect(readdirSync(folder).toSorted()).toEqual(["new", "older"]);
    expect(cache.bytes()).toBe(800);
    // Another process may have removed a file; one that is written again is counted once.
    await cache.write("new", Buffer.alloc(100));
    expect(cache.bytes()).toBe(500);
    expect(await cache.read("old")).toBeUndefined();
    for (let nth = 0; nth < 50; nth += 1) await cache.write(`more-${nth}`, Buffer.alloc(90));
    expect(cache.bytes()).toBeLessThanOrEqual(1_000);
    expect(readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBe(cache.bytes());
  });
});

describe("what could not be fetched", () => {
  it("is remembered for a minute: a dead host for all of its pictures", () => {
    let now = 0;
    const memory = createFailureMemory(() => now);
    memory.add("http://a.example/1.jpg", "host_unreachable");
    memory.add("http://b.example/1.jpg", "picture_not_an_image");
    expect(memory.find("http://a.example/2.jpg")).toBe("host_unreachable");
    expect(memory.find("http://a.example:81/2.jpg")).toBeUndefined();
    expect([memory.find("http://b.example/1.jpg"), memory.find("http://b.example/2.jpg")]).toEqual(["picture_not_an_image", undefined]);
    now = 60_000;
    expect([memory.find("http://a.example/1.jpg"), memory.find("http://b.example/1.jpg")]).toEqual([undefined, undefined]);
  });
});
