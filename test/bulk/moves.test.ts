import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetOldJobs, nextForgettingAt, type RetentionContext } from "../../src/bulk/retention/retention-worker.ts";
import { appendEvents } from "../../src/events/index.ts";
import { client, eventually, startMarketplace, type Client, type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf, publish, wares, type Wares } from "../wares.ts";
import { officeFile } from "./formats/office-file.ts";
import { append, BULK, ended, linesOf, type Row, send } from "./job.ts";

const DAY_MS = 24 * 3_600_000;
const SKU = "P-1";

let market: Marketplace;
let seller: Seller;
let shop: Wares;
beforeAll(async () => {
  market = await startMarketplace();
  seller = await market.seller();
  shop = await wares(`${market.baseUrl}/images`);
  await publish(seller, shop.visor(SKU));
});
afterAll(() => market.stop());

const stock = (available: number): Row => ({ op: "stock", sku: SKU, available });
const codeOf = ({ status, json }: Reply) => [status, json.details?.[0]?.code];
/** A paused job of another credential, and whether its content is complete. */
async function paused(of: Client, rows: readonly Row[], complete: boolean): Promise<string> {
  const { id } = (await of.post(BULK, { name: "segredo" })).json;
  await of.post(`${BULK}/${id}/pause`, {});
  await append(of, id, linesOf(rows), { offset: 0, complete });
  return id;
}
const anotherCredential = async (scopes: readonly string[]): Promise<Client> => {
  const operator = await market.operator("admin");
  const { json } = await operator.post(`/operator/v1/sellers/${seller.sellerId}/credentials`, { name: "outra", scopes });
  return client(market.baseUrl, { client_id: json.clientId, access_token: json.accessToken });
};

describe("who may move a job (issue 33)", () => {
  it("is every credential of its seller that may publish; the job goes on with the one that resumes it", async () => {
    const [first, second, orders] = await Promise.all([
      anotherCredential(["products"]),
      anotherCredential(["products"]),
      anotherCredential(["orders"]),
    ]);
    const id = await paused(first, [stock(61)], true);
    expect((await orders.post(`${BULK}/${id}/resume`, {})).status).toBe(403);
    expect((await second.post(`${BULK}/${id}/pause`, {})).json.state).toBe("paused");
    const operator = await market.operator("admin");
    const { items } = (await operator.get(`/operator/v1/sellers/${seller.sellerId}/credentials?size=100`)).json;
    const { id: of } = items.find((one: Reply["json"]) => one.clientId === first.headers["client_id"]);
    await operator.request("DELETE", `/operator/v1/sellers/${seller.sellerId}/credentials/${of}`);
    expect((await second.post(`${BULK}/${id}/resume`, {})).status).toBe(200);
    expect(await ended(second, id)).toMatchObject({ state: "finished", accepted: 1 });
  });

  it("is nobody else: another seller hears what it would hear of a job that never was", async () => {
    const other = await market.seller();
    const id = await paused(seller, [stock(1)], true);
    const calls = [
      ["GET", ""],
      ["GET", "/results"],
      ["GET", "/errors.csv"],
      ["GET", "/errors.xlsx"],
      ["GET", "/content"],
      ["POST", "/pause"],
      ["POST", "/resume"],
      ["POST", "/revert"],
      ["DELETE", ""],
    ] as const;
    const told = async (job: string, [method, path]: (typeof calls)[number]) => {
      const reply = await other.request(method, `${BULK}/${job}${path}`);
      expect([reply.status, path]).toEqual([404, path]);
      return reply.text.replaceAll(job, "JOB").replaceAll(/"requestId":"[^"]+"/g, "");
    };
    for (const call of calls) expect(await told(id, call)).toBe(await told("blk_naoexistenaoexistena", call));
    expect(codeOf(await append(other, id, linesOf([stock(2)]), { offset: 0 }))).toEqual([404, "bulk_job_unknown"]);
    expect((await seller.get(`${BULK}/${id}`)).json).toMatchObject({ state: "paused", received: 1 });
    await seller.request("DELETE", `${BULK}/${id}`);
  });
});

describe("two calls that complete the same content", () => {
  /** Sends the last part slowly: its call begins before another one completes the content, and ends after it. */
  const slowPart = async (path: string, bytes: Buffer, meanwhile: () => Promise<void>): Promise<Reply> => {
    const headers = { ...seller.headers, "content-type": "application/partial-upload", "upload-offset": "0", "upload-complete": "?1" };
    const call = request(market.baseUrl + path, { method: "PATCH", headers });
    const reply = new Promise<Reply>((resolve, reject) => {
      call.on("error", reject).on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.on("end", () => resolve({ status: response.statusCode!, headers: new Headers(), text, json: JSON.parse(text) }));
      });
    });
    call.write(bytes.subarray(0, 5));
    await sleep(300);
    await meanwhile();
    call.end(bytes.subarray(5));
    return reply;
  };

  it.each([
    ["ndjson", () => Buffer.from(linesOf([stock(3)]))],
    ["csv", () => Buffer.from(`sku;estoque\n${SKU};3\n`)],
    [
      "xlsx",
      () =>
        officeFile([
          ["sku", "estoque"],
          [SKU, 3],
        ]),
    ],
  ])("the second one hears that it is complete, not that its byte is wrong: %s", async (format, file) => {
    const { id } = (await seller.post(BULK, { format })).json;
    await seller.post(`${BULK}/${id}/pause`, {});
    const bytes = file();
    const late = await slowPart(`${BULK}/${id}/content`, bytes, async () => {
      expect((await append(seller, id, new Uint8Array(bytes), { offset: 0, complete: true })).status).toBe(200);
    });
    expect(codeOf(late), late.text).toEqual([422, "bulk_content_complete"]);
    expect((await seller.get(`${BULK}/${id}`)).json).toMatchObject({ state: "paused", received: 1 });
    await seller.request("DELETE", `${BULK}/${id}`);
  });
});

describe("what is taken back", () => {
  it("is never a product: such a job is refused, and says so", async () => {
    const { id } = (await send(seller, [{ op: "product", ...shop.visor("NOVO") }])).json;
    const reply = await seller.post(`${BULK}/${id}/revert`, {});
    expect(codeOf(reply)).toEqual([422, "bulk_nothing_to_revert"]);
    expect(reply.json.details[0].message).toContain("para voltar um produto, envie de novo os dados de antes");
    const mixed = (await send(seller, [{ op: "product", ...shop.visor("NOVO-2") }, stock(13)])).json;
    const revert = await seller.post(`${BULK}/${mixed.id}/revert`, {});
    expect(await ended(seller, revert.json.id)).toMatchObject({ received: 1, accepted: 1 });
  });

  it("is nothing of a dry run, or of rows that changed nothing", async () => {
    const tried = (await send(seller, [stock(909)], { path: `${BULK}?dryRun=true` })).json;
    expect(codeOf(await seller.post(`${BULK}/${tried.id}/revert`, {}))).toEqual([422, "bulk_nothing_to_revert"]);
    const { available } = (await seller.get(pathOf(SKU, "stocks"))).json;
    const same = (await send(seller, [stock(available)])).json;
    expect(codeOf(await seller.post(`${BULK}/${same.id}/revert`, {}))).toEqual([422, "bulk_nothing_to_revert"]);
  });

  it("is not itself taken back: the refusal names the job whose content does it over", async () => {
    const { id } = (await send(seller, [stock(21)])).json;
    const revert = (await seller.post(`${BULK}/${id}/revert`, {})).json;
    await ended(seller, revert.id);
    const reply = await seller.post(`${BULK}/${revert.id}/revert`, {});
    expect(codeOf(reply)).toEqual([422, "bulk_job_is_revert"]);
    expect(reply.json.details[0].message).toBe(
      `O lote ${revert.id} já desfaz o lote ${id}; para refazer, envie de novo o conteúdo de ${id}.`,
    );
    const again = await send(seller, (await seller.get(`${BULK}/${id}/content`)).text);
    expect(again.json).toMatchObject({ accepted: 1, failed: 0 });
  });
});

describe("a pause that nobody ends", () => {
  const at = (ms: number): RetentionContext => ({
    db: market.app.db,
    clock: { now: () => market.clock.now() + ms },
    appendEvents,
    limits: { bulkRetentionDays: 30, bulkUploadHours: 24, bulkPausedDays: 7 },
  });

  it("ends after seven days: the job is canceled with its reason, its rows are listed, and the feed tells it", async () => {
    const own = await market.seller();
    await publish(own, shop.visor(SKU));
    const [left, resumed] = [await paused(own, [stock(1), stock(2)], true), await paused(own, [stock(5)], true)];
    const shown = (await own.get(`${BULK}/${left}`)).json;
    expect(shown).toMatchObject({ state: "paused", reason: "requested", contentComplete: true, pausedAt: expect.any(String) });
    expect(await nextForgettingAt(at(0))).toBeLessThanOrEqual(market.clock.now() + 7 * DAY_MS + 1);
    await forgetOldJobs(at(6.9 * DAY_MS));
    expect((await own.get(`${BULK}/${left}`)).json.state).toBe("paused");
    await own.post(`${BULK}/${resumed}/resume`, {});
    expect((await ended(own, resumed)).pausedAt).toBeUndefined();
    await forgetOldJobs(at(7.1 * DAY_MS));
    const canceled = { state: "canceled", reason: "pause_expired", canceledBy: "timer", accepted: 0, canceled: 2, waiting: 0 };
    expect((await own.get(`${BULK}/${left}`)).json).toMatchObject(canceled);
    expect((await own.get(`${BULK}/${resumed}`)).json).toMatchObject({ state: "finished", accepted: 1 });
    const { items } = (await own.get("/api/v1/events?limit=500")).json;
    expect(items.filter(({ parameters }: Reply["json"]) => parameters?.jobId === left).at(-1)).toMatchObject({
      name: "bulk.finished",
      cause: "expire",
      changes: { to: "canceled" },
    });
    expect(codeOf(await own.post(`${BULK}/${left}/resume`, {}))).toEqual([422, "bulk_move_refused"]);
  });

  it("is not counted once the job was resumed", async () => {
    const own = await market.seller();
    const { id } = (await own.post(BULK, {})).json;
    await own.post(`${BULK}/${id}/pause`, {});
    await own.post(`${BULK}/${id}/resume`, {});
    await eventually("the job to run", async () => (await own.get(`${BULK}/${id}`)).json.state !== "paused");
    await market.database.query("update bulk_jobs set content_at = content_at + $2 where job_id = $1", [id, 9 * DAY_MS]);
    await forgetOldJobs(at(8 * DAY_MS));
    expect((await own.get(`${BULK}/${id}`)).json.state).toBe("waiting");
  });
});
