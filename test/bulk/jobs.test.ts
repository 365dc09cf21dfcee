import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually, startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { allResults, append, BULK, ended, linesOf, resultsIn, type Row, send } from "./job.ts";

let market: Marketplace;
let shop: Wares;
let seller: Seller;
beforeAll(async () => {
  market = await startMarketplace({ settings: { BULK_MAX_LINE_BYTES: "20000", BULK_MAX_ROWS: "5000" } });
  shop = await wares(`${market.baseUrl}/images`);
  seller = await market.seller();
});
afterAll(() => market.stop());

let made = 0;
/** A new product of the seller. */
async function product(of: Seller = seller): Promise<string> {
  made += 1;
  const sku = `P-${made}`;
  await publish(of, shop.visor(sku));
  return sku;
}
const stock = (sku: string, available: number, more: Row = {}): Row => ({ op: "stock", sku, available, ...more });
const price = (sku: string, listPrice: number, salePrice: number): Row => ({ op: "price", sku, listPrice, salePrice });
/** More rows than are done at once, all for one product. */
const many = (sku: string, count = 600): readonly Row[] => Array.from({ length: count }, (_, i) => stock(sku, i + 10));

describe("a small file", () => {
  it("is done in its call, each row with the answer of the single call", async () => {
    const sku = await product();
    const reply = await send(seller, [stock(sku, 41, { ref: "a" }), price(sku, 90, 80), { op: "product", ...shop.visor("NOVO-1") }]);
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({
      state: "finished",
      received: 3,
      total: 3,
      accepted: 3,
      failed: 0,
      waiting: 0,
      contentComplete: true,
    });
    expect(reply.json.results).toMatchObject([
      { row: 1, ref: "a", sku, status: 202, outcome: "accepted" },
      { row: 2, sku, status: 202, outcome: "accepted" },
      { row: 3, sku: "NOVO-1", status: 202, outcome: "accepted", effect: "created" },
    ]);
    expect((await seller.get(pathOf(sku, "stocks"))).json.available).toBe(41);
    expect((await seller.get(pathOf(sku, "prices"))).json).toMatchObject({ listPrice: 90, salePrice: 80 });
    expect((await seller.get(pathOf("NOVO-1"))).status).toBe(200);
  });

  it("answers 206 when a row fails, and carries out the others", async () => {
    const sku = await product();
    const reply = await send(seller, [stock("NAO-HA", 1), price(sku, 10, 20), stock(sku, 3), stock(sku, 3)]);
    expect(reply.status).toBe(206);
    expect(reply.json.results).toMatchObject([
      { row: 1, status: 404, outcome: "failed", code: "stock_product_unknown", details: [{ pointer: "/sku" }] },
      { row: 2, status: 422, outcome: "failed", code: "sale_price_above_list_price", details: [{ pointer: "/salePrice" }] },
      { row: 3, status: 202, outcome: "accepted" },
      { row: 4, status: 202, outcome: "unchanged" },
    ]);
    expect(reply.json).toMatchObject({ accepted: 1, unchanged: 1, failed: 2 });
  });

  it("names line and column of a line that is no JSON, and goes on", async () => {
    const sku = await product();
    const reply = await send(seller, `${linesOf([stock(sku, 1)])}\n{"op":"stock","sku":}\n${linesOf([stock(sku, 2)])}`);
    expect(reply.status).toBe(206);
    expect(reply.json.results).toMatchObject([
      { row: 1 },
      { row: 2, status: 400, code: "json_value_expected" },
      { row: 3, outcome: "accepted" },
    ]);
    expect(reply.json.results[1].details[0].message).toContain("linha 3");
  });

  it.each<[string, Row, string]>([
    ["an unknown operation", { op: "stok", sku: "A", available: 1 }, "bulk_op_unknown"],
    ["no operation", { sku: "A", available: 1 }, "bulk_op_missing"],
    ["an operation of the other API", { op: "order.shipped", orderNumber: "1", shippingCode: 1 }, "bulk_op_unknown"],
    ["no sku", { op: "stock", available: 1 }, "required"],
    ["no quantity", { op: "stock", sku: "A" }, "required"],
    ["ifMatch where no single call has it", { op: "price", sku: "A", listPrice: 2, salePrice: 1, ifMatch: 3 }, "bulk_if_match_refused"],
    ["a malformed ifMatch", { op: "stock", sku: "A", available: 1, ifMatch: "sete" }, "if_match_malformed"],
    ["a ref that is too long", { op: "stock", sku: "A", available: 1, ref: "r".repeat(201) }, "too_long"],
  ])("refuses a row with %s", async (_, row, code) => {
    const reply = await send(seller, [row]);
    expect(reply.status).toBe(206);
    expect(reply.json.results[0]).toMatchObject({ outcome: "failed", code });
  });

  it("takes the operation from the query, and ifMatch as a bare version", async () => {
    const sku = await product();
    const { json } = await seller.get(pathOf(sku, "stocks"));
    const rows = [
      { sku, available: 5, ifMatch: json.version + 7 },
      { sku, available: 6, ifMatch: json.version },
    ];
    const reply = await send(seller, rows, { path: `${BULK}?op=stock` });
    expect(reply.json.results).toMatchObject([{ status: 412, code: "stock_version_differs" }, { outcome: "accepted" }]);
  });

  it("writes nothing with dryRun, and judges every row", async () => {
    const sku = await product();
    const reply = await send(seller, [stock(sku, 77), stock("NAO-HA", 1), { op: "product", ...shop.visor("ENSAIO-1") }], {
      path: `${BULK}?dryRun=true`,
    });
    expect(reply.json).toMatchObject({ dryRun: true, accepted: 2, failed: 1 });
    expect((await seller.get(pathOf(sku, "stocks"))).json.available).toBe(7);
    expect((await seller.get(pathOf("ENSAIO-1"))).status).toBe(404);
  });
});

describe("a file that is no NDJSON, or too large", () => {
  it.each<[string, string, number, string]>([
    ["a list", `[${JSON.stringify(stock("A", 1))}]`, 422, "bulk_not_ndjson"],
    ["a picture", "\u0089PNG\r\n", 422, "bulk_not_ndjson"],
    ["nothing", "", 422, "bulk_empty"],
    ["blank lines", "\n \r\n\n", 422, "bulk_empty"],
    ["a line that is too long", linesOf([stock("A", 1, { ref: "x".repeat(30_000) })]), 422, "bulk_line_too_long"],
    ["too many rows", linesOf(many("A", 5_001)), 413, "bulk_too_large"],
  ])("is refused as a whole: %s", async (_, body, status, code) => {
    const reply = await send(seller, body);
    expect([reply.status, reply.json.details[0].code]).toEqual([status, code]);
  });

  it("says how much is too much in the caller's language", async () => {
    const { json } = await send(seller, linesOf(many("A", 5_001)), { headers: { "accept-language": "en" } });
    expect(json.details[0]).toMatchObject({
      allowed: 5_000,
      message: "The bulk job exceeds 5000 rows; divide the file into smaller jobs.",
    });
  });

  it("is refused when its SHA-256 differs, and nothing is taken", async () => {
    const sku = await product();
    for (const rows of [[stock(sku, 1)], many(sku)]) {
      const reply = await send(seller, rows, { path: `${BULK}?sha256=${"0".repeat(64)}` });
      expect([reply.status, reply.json.details[0].code]).toEqual([422, "bulk_content_differs"]);
    }
    expect((await seller.get(pathOf(sku, "stocks"))).json.available).toBe(7);
  });

  it("needs a media type it knows", async () => {
    const reply = await send(seller, "a;b", { headers: { "content-type": "text/plain" } });
    expect(reply.status).toBe(415);
  });
});

describe("a large file", () => {
  it("becomes a job whose results are read while it runs, in order and without a gap", async () => {
    const sku = await product();
    const reply = await send(seller, many(sku, 1_300));
    expect(reply.status).toBe(202);
    expect(reply.headers.get("location")).toBe(`${BULK}/${reply.json.id}`);
    const results: number[] = [];
    for (let after = 0; results.length < 1_300;) {
      const page = await seller.get(`${BULK}/${reply.json.id}/results?after=${after}&limit=333&wait=10`);
      expect([200, 204]).toContain(page.status);
      after = Number(page.headers.get("x-next-after"));
      results.push(...resultsIn(page).map(({ row }) => row));
      expect(after).toBe(results.length);
    }
    expect(results).toEqual(Array.from({ length: 1_300 }, (_, i) => i + 1));
    expect(await ended(seller, reply.json.id)).toMatchObject({ state: "finished", accepted: 1_300, waiting: 0 });
    expect((await seller.get(pathOf(sku, "stocks"))).json.available).toBe(1_309);
  });

  it("shows failed rows alone, and as they were sent with their errors", async () => {
    const sku = await product();
    const rows = many(sku).map((row, i) => (i % 100 === 7 ? stock(`NAO-HA-${i}`, 1, { ref: `r${i}` }) : row));
    const { id } = (await send(seller, rows)).json;
    const job = await ended(seller, id);
    expect(job).toMatchObject({ failed: 6, accepted: 594 });
    const failed = resultsIn(await seller.get(`${BULK}/${id}/results?status=failed`));
    expect(failed.map(({ row }) => row)).toEqual([8, 108, 208, 308, 408, 508]);
    const errors = await seller.get(`${BULK}/${id}/errors.ndjson`);
    const lines = errors.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
    expect(lines[0]).toMatchObject({
      op: "stock",
      sku: "NAO-HA-7",
      available: 1,
      ref: "r7",
      error_code: "stock_product_unknown",
      error_pointer: "/sku",
    });
    const again = await send(seller, errors.text.replaceAll(/NAO-HA-\d+/g, sku));
    expect(again.json).toMatchObject({ failed: 0, received: 6 });
  });

  it("shows failed rows with all their columns while more of them fail", async () => {
    const value = "valor";
    const rows = Array.from({ length: 5_000 }, (_, i) => ({
      op: "product",
      sku: `F-${i}`,
      attributes: [{ name: `Campo ${Math.floor(i / 100)}`, values: [value] }],
    }));
    const reply = await send(seller, rows);
    expect(reply.status, reply.text).toBe(202);
    const { id } = reply.json;
    const lacking: string[] = [];
    for (let isOver = false; !isOver;) {
      isOver = (await seller.get(`${BULK}/${id}`)).json.state === "finished";
      const [header = "", ...lines] = (await seller.get(`${BULK}/${id}/errors.csv`)).text.trim().split("\r\n");
      if (header !== "") lacking.push(...lines.filter((line) => line.includes("F-") && !line.includes(value)));
    }
    expect(lacking.slice(0, 3)).toEqual([]);
  }, 60_000);

  it("comes back as it was sent", async () => {
    const body = linesOf(many(await product())).replaceAll("}\n", "}\r\n\n");
    const { id } = (await send(seller, body)).json;
    const content = await seller.get(`${BULK}/${id}/content`);
    expect(content.text).toBe(body);
    const head = await seller.request("HEAD", `${BULK}/${id}/content`);
    expect(head.headers.get("upload-offset")).toBe(String(body.length));
    expect(head.headers.get("upload-complete")).toBe("?1");
    expect(await ended(seller, id)).toMatchObject({ received: 600, failed: 0 });
  });
});

describe("a job", () => {
  it("is listed, shown, and nobody else's", async () => {
    const other = await market.seller();
    const { id } = (await send(other, many(await product(other)), { path: `${BULK}?name=noite` })).json;
    const page = await other.get(`${BULK}?size=1`);
    expect(page.json).toMatchObject({ total: 1, items: [{ id, name: "noite", format: "ndjson" }] });
    expect((await other.get(`${BULK}?state=paused`)).status).toBe(204);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/results"],
      ["GET", "/errors.ndjson"],
      ["GET", "/content"],
      ["POST", "/pause"],
      ["POST", "/resume"],
      ["POST", "/revert"],
    ] as const)
      expect((await seller.request(method, `${BULK}/${id}${path}`)).status, path).toBe(404);
    expect((await other.get(`/api/v1/bulk/${id}`)).status).toBe(404);
    await ended(other, id);
  });

  it("is paused, resumed and canceled; rows done stay done, the rest is listed as canceled", async () => {
    const sku = await product();
    const { id } = (await seller.post(BULK, { name: "em partes", op: "stock" })).json;
    const first = linesOf(Array.from({ length: 100 }, (_, i) => ({ sku, available: i + 100 })));
    expect((await append(seller, id, first, { offset: 0 })).status).toBe(200);
    await eventually("the first rows", async () => (await seller.get(`${BULK}/${id}`)).json.accepted === 100);
    const paused = await seller.post(`${BULK}/${id}/pause`, {});
    expect([paused.status, paused.json.state, paused.json.reason]).toEqual([200, "paused", "requested"]);
    expect((await seller.post(`${BULK}/${id}/pause`, {})).status).toBe(200);
    const second = linesOf(Array.from({ length: 50 }, (_, i) => ({ sku, available: i + 900 })));
    await append(seller, id, second, { offset: first.length });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await seller.get(`${BULK}/${id}`)).json).toMatchObject({ state: "paused", accepted: 100, waiting: 50 });
    expect((await seller.post(`${BULK}/${id}/resume`, {})).json.state).toBe("running");
    await eventually("the other rows", async () => (await seller.get(`${BULK}/${id}`)).json.accepted === 150);
    await seller.post(`${BULK}/${id}/pause`, {});
    await append(seller, id, second, { offset: first.length + second.length });
    const canceled = await seller.request("DELETE", `${BULK}/${id}`);
    expect(canceled.json).toMatchObject({ state: "canceled", accepted: 150, canceled: 50, waiting: 0, canceledBy: "credential" });
    const results = await allResults(seller, id);
    expect(results.map(({ outcome }) => outcome)).toEqual([...Array(150).fill("accepted"), ...Array(50).fill("canceled")]);
    expect((await seller.request("DELETE", `${BULK}/${id}`)).status).toBe(200);
    const resumed = await seller.post(`${BULK}/${id}/resume`, {});
    expect([resumed.status, resumed.json.details[0].code]).toEqual([422, "bulk_move_refused"]);
  });

  it("tells its end and its pause in the feed", async () => {
    const own = await market.seller();
    const sku = await product(own);
    const { id } = (await send(own, many(sku))).json;
    await ended(own, id);
    const open = (await own.post(BULK, {})).json.id;
    await own.post(`${BULK}/${open}/pause`, {});
    await own.request("DELETE", `${BULK}/${open}`);
    const { json } = await own.get("/api/v1/events?limit=500");
    const events = json.items.filter(({ name }: { name: string }) => name.startsWith("bulk."));
    expect(events).toMatchObject([
      { name: "bulk.finished", cause: "finish", parameters: { jobId: id }, changes: { to: "finished" } },
      { name: "bulk.paused", cause: "pause", parameters: { jobId: open } },
      { name: "bulk.finished", cause: "cancel", parameters: { jobId: open }, changes: { to: "canceled" } },
    ]);
  });

  it("is paused when its credential is revoked", async () => {
    const own = await market.seller();
    const operator = await market.operator("admin");
    const { id } = (await own.post(BULK, { op: "stock" })).json;
    await append(own, id, linesOf([{ sku: "A", available: 1 }]), { offset: 0 });
    await eventually("its rows", async () => (await own.get(`${BULK}/${id}`)).json.failed === 1);
    await append(own, id, linesOf([{ sku: "A", available: 1 }]), { offset: linesOf([{ sku: "A", available: 1 }]).length, complete: false });
    await operator.request("DELETE", `/operator/v1/sellers/${own.sellerId}/credentials/${own.credentialId}`);
    await market.database.query("update bulk_chunks set state = 'waiting', outcomes = '', failed = 0 where job_id = $1", [id]);
    const stored = () =>
      market.database.query<{ state: string; reason: string }>("select state, reason from bulk_jobs where job_id = $1", [id]);
    await eventually("the pause", async () => (await stored())[0]!.state === "paused");
    expect(await stored()).toEqual([{ state: "paused", reason: "credential_invalid" }]);
  });

  it("cannot be one of too many", async () => {
    const own = await market.seller();
    const replies = [];
    for (let i = 0; i < 26; i += 1) replies.push(await own.post(BULK, {}));
    expect(replies.slice(0, 25).every(({ status }) => status === 201)).toBe(true);
    expect([replies[25]!.status, replies[25]!.json.details[0].code]).toEqual([429, "bulk_jobs_full"]);
    expect(replies[25]!.headers.get("retry-after")).toBe("5");
  });

  it("is forgotten 30 days after its end, and an upload that stopped is canceled after a day", async () => {
    const own = await market.seller();
    const done = (await send(own, [stock("A", 1)])).json.id;
    const stopped = (await own.post(BULK, {})).json.id;
    const { forgetOldJobs } = await import("../../src/bulk/retention/retention-worker.ts");
    const { appendEvents } = await import("../../src/events/index.ts");
    const limits = { bulkRetentionDays: 30, bulkUploadHours: 24, bulkPausedDays: 7 };
    const at = (ms: number) => ({ db: market.app.db, clock: { now: () => market.clock.now() + ms }, appendEvents, limits });
    await forgetOldJobs(at(23 * 3_600_000));
    expect((await own.get(`${BULK}/${stopped}`)).json.state).toBe("waiting");
    await forgetOldJobs(at(25 * 3_600_000));
    expect((await own.get(`${BULK}/${stopped}`)).json).toMatchObject({
      state: "canceled",
      reason: "upload_abandoned",
      canceledBy: "timer",
    });
    await forgetOldJobs(at(31 * 24 * 3_600_000));
    expect((await own.get(`${BULK}/${done}`)).status).toBe(404);
  });
});

describe("revert", () => {
  it("sets each price and stock to its value before the job, where nobody changed it since", async () => {
    const [a, b, c, d] = [await product(), await product(), await product(), await product()];
    const rows = [stock(a, 1), stock(b, 2), price(c, 50, 40), price(d, 60, 55), stock(a, 3), stock(c, 7)];
    const { id } = (await send(seller, rows)).json;
    await seller.put(pathOf(b, "stocks"), { available: 99 });
    await seller.put(pathOf(d, "prices"), { listPrice: 70, salePrice: 65 });
    const reply = await seller.post(`${BULK}/${id}/revert`, {});
    expect([reply.status, reply.json.reverts]).toEqual([202, id]);
    expect(await ended(seller, reply.json.id)).toMatchObject({ received: 4, accepted: 2, failed: 2 });
    const results = await allResults(seller, reply.json.id);
    expect(results.filter(({ outcome }) => outcome === "failed").map(({ sku, code }) => [sku, code])).toEqual([
      [b, "changed_since"],
      [d, "changed_since"],
    ]);
    expect((await seller.get(pathOf(a, "stocks"))).json.available).toBe(7);
    expect((await seller.get(pathOf(b, "stocks"))).json.available).toBe(99);
    expect((await seller.get(pathOf(c, "prices"))).json).toMatchObject({ listPrice: 199.9, salePrice: 149.9 });
    expect((await seller.get(pathOf(d, "prices"))).json).toMatchObject({ listPrice: 70, salePrice: 65 });
    expect((await seller.get(pathOf(c, "stocks"))).json.available).toBe(7);
  });

  it("is refused for a job that runs, or has written neither", async () => {
    const open = (await seller.post(BULK, {})).json.id;
    expect((await seller.post(`${BULK}/${open}/revert`, {})).json.details[0].code).toBe("bulk_move_refused");
    const nothing = (await send(seller, [stock("NAO-HA", 1)])).json.id;
    expect((await seller.post(`${BULK}/${nothing}/revert`, {})).json.details[0].code).toBe("bulk_nothing_to_revert");
    await seller.request("DELETE", `${BULK}/${open}`);
  });
});

describe("what a caller is told of limits", () => {
  it("stands in /limits and in RateLimit", async () => {
    const limits = await seller.get("/api/v1/limits");
    expect(limits.json.bulk).toMatchObject({
      rowsAtOnce: 200,
      maxLineBytes: 20_000,
      jobsAtOnce: 5,
      jobsWaiting: 20,
      rowsPerCall: 20,
      uploadHours: 24,
      pausedDays: 7,
    });
    expect(limits.json.lanes.map(({ lane }: { lane: string }) => lane)).toEqual(["default", "orders", "bulk"]);
    const reply = await seller.get(BULK);
    expect(reply.headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+, "bulk";r=\d+;t=\d+$/);
  });

  it("is kept by rows in a lane of their own: single calls go on while a job waits for its quota", async () => {
    const own = await market.seller({ plan: 50 });
    const sku = await product(own);
    const { id } = (await send(own, many(sku, 2_000))).json;
    // Asking often would use up what is asked about.
    const done = async () =>
      (await market.database.query<{ n: number }>("select sum(accepted)::integer as n from bulk_chunks where job_id = $1", [id]))[0]!.n;
    await eventually("the first rows", async () => (await done()) >= 500, 20_000);
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await done()).toBeLessThanOrEqual(1_500);
    expect((await own.put(pathOf(sku, "stocks"), { available: 5 })).status).toBe(202);
    await own.request("DELETE", `${BULK}/${id}`);
  });
});
