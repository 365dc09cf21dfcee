import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Product } from "../../data/catalogue/families.ts";
import type { ReportRow } from "../../src/programs/import/row-report.ts";
import { MAX_LINE_BYTES } from "../../src/client/ndjson-rows.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { EXPECTED, products } from "../journeys/catalogue.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand } from "./terminal.ts";
import { troubledProxy, type Trouble } from "./troubled-proxy.ts";

const CLEAN = products().filter(({ sku }) => !(sku in EXPECTED));
/** What a row's product may be made of. */
type Body = Partial<Product> | Product;

describe("bin/vitrine import", () => {
  let marketplace: Marketplace;
  let data: string;
  let files = 0;

  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0", QUOTA_BURST_PERCENT: "1" } });
    data = await dataFolderOf(marketplace);
  });
  afterAll(() => marketplace.stop());

  const toFile = (rows: readonly (Body | string | Buffer)[]) => {
    const file = join(mkdtempSync(join(inject("scratch"), "import-")), `loja-${(files += 1)}.ndjson`);
    const bytes = rows.map((row) => (Buffer.isBuffer(row) ? row : Buffer.from(typeof row === "string" ? row : JSON.stringify(row))));
    writeFileSync(file, Buffer.concat(bytes.flatMap((row) => [row, Buffer.from("\n")])));
    return file;
  };
  const reportOf = (path: string) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as ReportRow)
      .sort((one, other) => one.line - other.line);
  const importAs = async (seller: Seller, file: string, ...more: readonly string[]) => {
    const { code, out } = await runCommand("import", file, "--seller", String(seller.sellerId), "--data", data, "--json", ...more);
    const summary = JSON.parse(out) as Record<string, unknown> & { report: string };
    const rows = reportOf(summary.report);
    return { code, summary, rows, outcomes: rows.map(({ outcome }) => outcome) };
  };
  const outcomesOf = async (...asked: Parameters<typeof importAs>) => (await importAs(...asked)).outcomes;

  it("reports rows that are wrong or refused with their line and reasons, and publishes the others", async () => {
    const seller = await marketplace.seller();
    const [one, two] = CLEAN;
    const { sku: _sku, ...nameless } = two!;
    const huge = JSON.stringify({ ...two!, description: "x".repeat(MAX_LINE_BYTES) });
    const latin1 = Buffer.from(JSON.stringify({ ...two!, name: "Tênis" }), "latin1");
    const wrong = { ...two!, gender: "homem" as "Homem", height: 0 };
    const { code, summary, rows } = await importAs(seller, toFile([one!, '{"sku": "X",', "", wrong, nameless, huge, latin1, two!]));
    expect(code).toBe(1);
    expect(summary).toMatchObject({ rows: 7, created: 2, updated: 0, unchanged: 0, refused: 2, unreadable: 3 });
    const told = rows.map(({ line, sku, outcome, status, errors }) => {
      return [line, sku, outcome, status, errors.map(({ code: reason, pointer = "" }) => `${reason} ${pointer}`.trim())];
    });
    expect(told).toEqual([
      [1, one!.sku, "created", 202, []],
      [2, null, "unreadable", undefined, ["json_ends_early"]],
      [4, two!.sku, "refused", 400, ["not_allowed /gender", "not_above /height"]],
      [5, null, "refused", 400, ["required /sku"]],
      [6, null, "unreadable", undefined, ["row_too_long"]],
      [7, null, "unreadable", undefined, ["body_not_utf8"]],
      [8, two!.sku, "created", 202, []],
    ]);
    expect(rows[2]!.errors[0]!.message).toContain("Homem, Mulher, Unissex");
  });

  it("fills the placeholder of image addresses in, with the sandbox's own host unless told another", async () => {
    const seller = await marketplace.seller();
    const [one, two] = CLEAN;
    await importAs(seller, toFile([one!]));
    await importAs(seller, toFile([two!]), "--image-base", "https://img.example/loja/");
    const imagesOf = async (sku: string) => ((await seller.get(`/api/v2/products/${sku}?expand=images`)).json as Product).images;
    expect(await imagesOf(one!.sku)).toEqual(
      one!.images.map(({ url }) => ({ url: url.replace("{{images}}", `${marketplace.baseUrl}/images`) })),
    );
    expect(await imagesOf(two!.sku)).toEqual(
      two!.images.map(({ url }) => ({ url: url.replace("{{images}}", "https://img.example/loja") })),
    );
  });

  it("replaces a product that exists and can be changed; --skip-existing leaves it", async () => {
    const seller = await marketplace.seller();
    const wrong = { ...CLEAN[0]!, brand: "Sem Registro" };
    await importAs(seller, toFile([wrong]));
    expect(await outcomesOf(seller, toFile([{ ...wrong, name: "Outro" }]), "--skip-existing")).toEqual(["unchanged"]);
    expect((await seller.get(`/api/v2/products/${wrong.sku}`)).json).toMatchObject({ name: wrong.name });
    expect(await outcomesOf(seller, toFile([{ ...wrong, name: "Outro" }]))).toEqual(["updated"]);
    expect((await seller.get(`/api/v2/products/${wrong.sku}`)).json).toMatchObject({ name: "Outro" });
  });

  it("lets the last of several rows of one sku win, however many are sent at once and whichever is slow", async () => {
    const seller = await marketplace.seller();
    await using proxy = await troubledProxy(marketplace.baseUrl, (nth) => (nth % 2 === 1 ? "late" : undefined));
    const folder = await dataFolderOf(marketplace, { url: `http://${proxy.authority}` });
    const rows = Array.from({ length: 20 }, (_, i) => ({ ...CLEAN[0]!, brand: "Sem Registro", name: `Vez ${i}` }));
    const outcomes = await outcomesOf(seller, toFile(rows), "--concurrency", "64", "--data", folder);
    expect(outcomes).toEqual(["created", ...Array.from({ length: 19 }, () => "updated")]);
    expect((await seller.get(`/api/v2/products/${rows[0]!.sku}`)).json).toMatchObject({ name: "Vez 19" });
  });

  it("gives a product in cataloguing the row's price and stock, and refuses other changes of it", async () => {
    const seller = await marketplace.seller();
    const family = CLEAN.filter(({ productGroup }) => productGroup === CLEAN[0]!.productGroup);
    const first = await importAs(seller, toFile(family), "--wait");
    expect(first.summary).toMatchObject({ standing: { statuses: { "Em catalogação": family.length }, pending: {}, critiques: {} } });
    // Other files: the journal of the first knows nothing of them.
    expect(await outcomesOf(seller, toFile(family))).toEqual(family.map(() => "unchanged"));
    const [one, ...others] = family;
    const dearer = { ...one!, price: { listPrice: 9_999.9, salePrice: 9_999.9 }, stock: { available: 77 } };
    const { code, rows } = await importAs(seller, toFile([dearer, { ...others[0]!, name: "Outro nome" }]));
    expect(rows.map(({ outcome, errors }) => [outcome, errors.map((error) => error.code)])).toEqual([
      ["updated", []],
      ["refused", ["change_request_needed"]],
    ]);
    expect(code).toBe(1);
    expect((await seller.get(`/api/v2/products/${one!.sku}/prices`)).json).toMatchObject(dearer.price);
    expect((await seller.get(`/api/v2/products/${one!.sku}/stocks`)).json).toMatchObject(dearer.stock);
  });

  it("tells of the file's products alone what became of them, whatever the seller had before", async () => {
    const seller = await marketplace.seller();
    const [one, two, three] = ["A", "B", "C"].map((sku) => ({
      ...CLEAN[0]!,
      sku,
      productGroup: sku,
      size: "Único",
      brand: "Sem Registro",
    }));
    await importAs(seller, toFile([one!, two!]), "--wait");
    const { standing } = (await importAs(seller, toFile([three!]), "--wait")).summary as { standing?: Record<string, object> };
    expect(standing).toMatchObject({ statuses: { Criticado: 1 }, pending: {}, critiques: { brand_unknown: 1 } });
  });

  it("sends only what is new when it is run again: refused rows, changed rows, rows whose note was lost", async () => {
    const seller = await marketplace.seller();
    const right: readonly Body[] = CLEAN.slice(0, 6).map((product) => ({ ...product, brand: "Sem Registro" }));
    const file = toFile(right.with(2, { ...right[2], gender: "Todos" as "Homem" }));
    // One after the other, so that the last note is the last row's.
    const { outcomes, summary } = await importAs(seller, file, "--concurrency", "1");
    expect(outcomes).toEqual(["created", "created", "refused", "created", "created", "created"]);
    const mended = right.with(4, { ...right[4], name: "Mudou" });
    writeFileSync(file, mended.map((row) => `${JSON.stringify(row)}\n`).join(""));
    // The last note is torn, as a sudden end leaves it.
    const journal = `${summary.report}.journal`;
    writeFileSync(journal, readFileSync(journal, "utf8").slice(0, -9));
    const again = (await importAs(seller, file)).outcomes;
    expect(again.filter((outcome) => outcome === "unchanged")).toHaveLength(3);
    expect([again[2], again[4]]).toEqual(["created", "updated"]);
    expect((await importAs(seller, file)).outcomes).toEqual(mended.map(() => "unchanged"));
    expect((await importAs(seller, file, "--restart")).outcomes).toEqual(mended.map(() => "updated"));
  });

  it("does not take another seller's journal for its own", async () => {
    const [one, other] = [await marketplace.seller(), await marketplace.seller()];
    const file = toFile([CLEAN[0]!]);
    const { summary } = await importAs(one, file);
    expect(await outcomesOf(other, file, "--report", summary.report)).toEqual(["created"]);
    appendFileSync(`${summary.report}.journal`, "not a note\n");
    expect(await outcomesOf(other, file, "--report", summary.report)).toEqual(["unchanged"]);
  });

  it("keeps within its quota and loses no row to it", { timeout: 60_000 }, async () => {
    const seller = await marketplace.seller();
    // A hundredth of 1,500 calls per minute at once, then 25 per second.
    const startedMs = performance.now();
    const sent = toFile(CLEAN.slice(0, 90));
    const { summary } = await importAs(seller, sent, "--via", "calls", "--per-minute", "1500", "--concurrency", "16");
    expect(summary).toMatchObject({ rows: 90, created: 90, refused: 0 });
    expect(performance.now() - startedMs).toBeGreaterThan(2_000);
  });

  it.each<[Trouble, string]>([
    ["lost", "an answer that is lost on its way"],
    ["hung up", "a connection that breaks"],
    [500, "a failure that passes"],
    [502, "a proxy without its server"],
    [503, "a server that is full"],
    [429, "a quota that somebody else spends"],
  ])("survives every third call meeting %s: %s", { timeout: 60_000 }, async (trouble) => {
    const seller = await marketplace.seller();
    await using proxy = await troubledProxy(marketplace.baseUrl, (nth) => (nth % 3 === 0 ? trouble : undefined));
    const folder = await dataFolderOf(marketplace, { url: `http://${proxy.authority}` });
    const rows = CLEAN.slice(0, 40).map((product) => ({ ...product, brand: "Sem Registro" }));
    const { code, out } = await runCommand("import", toFile(rows), "--seller", String(seller.sellerId), "--data", folder, "--json");
    const { created, updated, ...rest } = JSON.parse(out) as Record<string, number>;
    expect(rest).toMatchObject({ rows: 40, refused: 0, unreadable: 0, unchanged: 0 });
    expect(created! + updated!).toBe(40);
    expect(code).toBe(0);
    expect((await seller.get("/api/v2/products?size=1")).json).toMatchObject({ total: 40 });
  });

  it("ends at once with what the marketplace says when the seller may not publish, and leaves no credential", async () => {
    const seller = await marketplace.seller();
    const operator = await marketplace.operator("admin");
    await operator.request("PATCH", `/operator/v1/sellers/${seller.sellerId}`, { json: { status: "suspended" } });
    const run = runCommand("import", toFile(CLEAN.slice(0, 50)), "--seller", String(seller.sellerId), "--data", data);
    await expect(run).rejects.toThrow("O lojista está suspenso");
    const credentials = await operator.get(`/operator/v1/sellers/${seller.sellerId}/credentials`);
    const { items } = credentials.json as { items: readonly { name: string; revokedAt?: string }[] };
    expect(items.filter(({ name, revokedAt }) => name === "import" && revokedAt === undefined)).toEqual([]);
  });

  it("works with a credential that may do nothing but publish, and for a limited time", async () => {
    const seller = await marketplace.seller();
    await importAs(seller, toFile([CLEAN[0]!]));
    const rows = await marketplace.database.query(
      "select scopes, expires_at is not null as expires from credentials where seller_id = $1 and name = 'import'",
      [seller.sellerId],
    );
    expect(rows).toEqual([{ scopes: ["products"], expires: true }]);
  });

  it("refuses what it was mistyped with before anything is sent", async () => {
    const file = toFile([CLEAN[0]!]);
    const run = (...args: readonly string[]) => runCommand("import", ...args, "--data", data);
    await expect(run(file)).rejects.toThrow("--seller é obrigatório");
    await expect(run(file, "--seller", "loja")).rejects.toThrow("--seller loja: envie um inteiro de 1 a 2147483647");
    await expect(run(`${file}.none`, "--seller", "1")).rejects.toThrow("não há um arquivo");
    await expect(run(file, "--seller", "1", "--image-base", "imagens")).rejects.toThrow("--image-base imagens: envie um endereço");
    await expect(run(file, "--seller", "2147483647")).rejects.toThrow("O lojista 2147483647 não existe.");
  });
});
