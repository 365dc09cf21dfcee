import fc from "fast-check";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLineCutter, type LineChunk } from "../../src/bulk/line-cutter.ts";
import { budget } from "../budget.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares } from "../wares.ts";
import { allResults, append, BULK, ended, linesOf } from "./job.ts";

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  await publish(seller, (await wares(`${market.baseUrl}/images`)).visor("CORTES"));
});
afterAll(() => market.stop());

/** Sends the beginning of a part, and cuts the connection after `bytes` of it. */
async function cutAfter(id: string, part: string, offset: number, bytes: number): Promise<void> {
  const { hostname, port } = new URL(market.baseUrl);
  const request = httpRequest({
    host: hostname,
    port,
    method: "PATCH",
    path: `${BULK}/${id}/content`,
    headers: {
      ...seller.headers,
      "content-type": "application/partial-upload",
      "content-length": Buffer.byteLength(part),
      "upload-offset": offset,
      "upload-complete": "?1",
    },
  });
  request.on("error", () => undefined);
  const closed = new Promise((resolve) => request.once("close", resolve));
  if (bytes > 0) await new Promise<void>((resolve) => request.write(part.slice(0, bytes), () => resolve()));
  else request.flushHeaders();
  await new Promise((resolve) => setTimeout(resolve, 20));
  request.destroy();
  await closed;
}

const offsetOf = async (id: string): Promise<number> =>
  Number((await seller.request("HEAD", `${BULK}/${id}/content`)).headers.get("upload-offset"));

describe("an upload", () => {
  it("goes on where its connection broke, at 20 random places, and every row is done once", async () => {
    const body = linesOf(Array.from({ length: 2_000 }, (_, i) => ({ sku: "CORTES", available: i + 1, ref: `r${i}` })));
    const { id } = (await seller.post(BULK, { op: "stock", rows: 2_000 })).json;
    const before = (await seller.get(pathOf("CORTES", "stocks"))).json.version;
    for (let cut = 0; cut < 20; cut += 1) {
      const offset = await offsetOf(id);
      await cutAfter(id, body.slice(offset), offset, Math.floor(Math.random() * (body.length / 30)));
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(await offsetOf(id)).toBeGreaterThanOrEqual(offset);
    }
    const offset = await offsetOf(id);
    const reply = await append(seller, id, body.slice(offset), { offset, complete: true });
    expect([reply.status, reply.headers.get("upload-complete")]).toEqual([200, "?1"]);
    expect(await ended(seller, id)).toMatchObject({ accepted: 2_000, failed: 0, receivedBytes: body.length });
    const results = await allResults(seller, id);
    expect(results.map(({ row, ref }) => [row, ref])).toEqual(Array.from({ length: 2_000 }, (_, i) => [i + 1, `r${i}`]));
    expect((await seller.get(pathOf("CORTES", "stocks"))).json.version).toBe(before + 2_000);
    expect((await seller.get(`${BULK}/${id}/content`)).text).toBe(body);
  }, 60_000);

  it("names the right offset when another is sent", async () => {
    const { id } = (await seller.post(BULK, { op: "stock" })).json;
    await append(seller, id, '{"sku":"CORTES",', { offset: 0 });
    const reply = await append(seller, id, "x", { offset: 3 });
    expect([reply.status, reply.json.details[0]]).toMatchObject([409, { code: "bulk_offset_differs", allowed: 16 }]);
    expect((await append(seller, id, '"available":3}', { offset: 16, complete: true })).status).toBe(200);
    expect(await ended(seller, id)).toMatchObject({ received: 1, failed: 0 });
    const late = await append(seller, id, "x", { offset: 30 });
    expect([late.status, late.json.details[0].code]).toEqual([422, "bulk_content_ended"]);
  });

  it("starts nothing before its SHA-256 is right, and nothing when it is wrong", async () => {
    const body = linesOf([{ sku: "CORTES", available: 77 }]);
    const { createHash } = await import("node:crypto");
    const sha256 = createHash("sha256").update(body).digest("hex");
    const good = (await seller.post(BULK, { op: "stock", sha256 })).json.id;
    await append(seller, good, body.slice(0, 9), { offset: 0 });
    expect((await append(seller, good, body.slice(9), { offset: 9, complete: true })).status).toBe(200);
    expect(await ended(seller, good)).toMatchObject({ failed: 0, received: 1 });
    const bad = (await seller.post(BULK, { op: "stock", sha256 })).json.id;
    const reply = await append(seller, bad, body.replace("77", "78"), { offset: 0, complete: true });
    expect([reply.status, reply.json.details[0].code]).toEqual([422, "bulk_content_differs"]);
    expect((await seller.get(`${BULK}/${bad}`)).json).toMatchObject({ state: "canceled", reason: "content_refused", accepted: 0 });
    expect((await seller.get(pathOf("CORTES", "stocks"))).json.available).toBe(77);
  });

  it("keeps the lines before one that is too long, and says which it is", async () => {
    const { id } = (await seller.post(BULK, { op: "stock" })).json;
    const good = linesOf([{ sku: "CORTES", available: 5 }]);
    const reply = await append(seller, id, `${good}\n${"x".repeat(2 * 1024 * 1024)}\n${good}`, { offset: 0 });
    expect([reply.status, reply.json.details[0].code]).toEqual([422, "bulk_line_too_long"]);
    expect(reply.json.details[0].message).toContain("linha 3");
    expect(await offsetOf(id)).toBe(good.length + 1);
    await seller.request("DELETE", `${BULK}/${id}`);
  });
});

describe("the cutter of lines", () => {
  const settings = { maxLineBytes: 64, rowsPerChunk: 3, bytesPerChunk: 100 };

  it("gives back every byte, cut at line ends, however the bytes arrive", () => {
    const lines = fc.array(fc.constantFrom("", " ", "{}", '{"a":1}', '{"a":"é"}', "x".repeat(40)), { maxLength: 30 });
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(lines, sizes, fc.boolean(), (texts, steps, endsOpen) => {
        const bytes = Buffer.from(texts.join("\n") + (endsOpen ? "" : "\n"));
        const cutter = createLineCutter({ ...settings, tail: Buffer.alloc(0) });
        const chunks: LineChunk[] = [];
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const step = steps[i % steps.length]!;
          chunks.push(...cutter.push(bytes.subarray(at, at + step)));
          at += step;
        }
        const { chunk, tail } = cutter.flush();
        const all = [...chunks, chunk];
        expect(Buffer.concat([...all.map((one) => one.bytes), tail])).toEqual(bytes);
        for (const one of all) {
          expect(one.bytes.length === 0 || one.bytes.at(-1) === 0x0a).toBe(true);
          expect(one.rows).toBe(
            one.bytes
              .toString()
              .split("\n")
              .filter((line) => line.trim() !== "").length,
          );
          expect(one.rows).toBeLessThanOrEqual(settings.rowsPerChunk);
        }
        expect(tail.includes(0x0a)).toBe(false);
      }),
      { numRuns: budget(300, 20_000) },
    );
  });

  it("stops at a line that is too long", () => {
    const cutter = createLineCutter({ ...settings, tail: Buffer.from("{") });
    expect(cutter.push(Buffer.from(`}\n${"x".repeat(65)}`))).toEqual([]);
    expect(cutter.tooLong).toBe(true);
    expect(cutter.flush().chunk).toMatchObject({ rows: 1, lines: 1 });
  });
});
