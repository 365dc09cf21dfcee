import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Product } from "../../data/catalogue/families.ts";
import type { ReportRow } from "../../src/programs/import/row-report.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { EXPECTED, products } from "../journeys/catalogue.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand, runIn } from "./terminal.ts";

/** Whoever misspells a member hears of it before and while publishing; publishing itself ignores it, as it always did. */
const FAMILY = products().filter(({ productGroup, sku }, _, all) => productGroup === all[0]!.productGroup && !(sku in EXPECTED));

/** A good product whose optional members are misspelt, nested ones too. */
const misspelt = ({
  manufacturerCode: _code,
  eanIsbn: _ean,
  fulfillment: _fulfillment,
  price,
  ...product
}: Product & { fulfillment?: object }) => ({
  ...product,
  manufacturCode: "M-1",
  eanlsbn: "7890000000017",
  fullfilment: { candidate: true },
  price: { ...price, salesPrice: 1 },
});
const TOLD = [
  ["/price/salesPrice", ["salePrice"]],
  ["/manufacturCode", ["manufacturerCode"]],
  ["/eanlsbn", ["eanIsbn"]],
  ["/fullfilment", ["fulfillment"]],
];
const byPointer = <Told extends { readonly pointer?: string }>(told: readonly Told[]) =>
  told.toSorted((a, b) => (a.pointer! < b.pointer! ? -1 : 1));
const brief = (told: readonly { readonly pointer?: string; readonly suggestions: readonly string[] }[]) =>
  byPointer(told).map(({ pointer, suggestions }) => [pointer, suggestions]);
const SORTED = brief(TOLD.map(([pointer, suggestions]) => ({ pointer: pointer as string, suggestions: suggestions as string[] })));

interface Finding {
  readonly line: number;
  readonly code: string;
  readonly severity: string;
  readonly pointer: string;
  readonly received: unknown;
  readonly message: string;
  readonly suggestions: readonly string[];
  readonly docs: string;
}

describe("members that no product has", () => {
  let market: Marketplace;
  let seller: Seller;
  let data: string;
  beforeAll(async () => {
    market = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
    [seller, data] = [await market.seller(), await dataFolderOf(market)];
  });
  afterAll(() => market.stop());

  let files = 0;
  const toFile = (rows: readonly unknown[]) => {
    const file = join(mkdtempSync(join(inject("scratch"), "unknown-")), `loja-${(files += 1)}.ndjson`);
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return file;
  };
  const lines = <Line>(text: string) => text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
  const unknownIn = (found: readonly Finding[]) => found.filter(({ code }) => code === "member_unknown");
  const here = (row: unknown) => JSON.parse(JSON.stringify(row).replaceAll("{{images}}", `${market.baseUrl}/images`)) as object;

  it("are warnings of the dry run, which stays valid, with the nearest name and where it is explained", async () => {
    const { json } = await seller.post("/api/v2/products/validate", here({ ...misspelt(FAMILY[0]!), productGroup: "SO", size: "Único" }));
    const found = unknownIn(json.reviews as Finding[]);
    expect(brief(found)).toEqual(SORTED);
    expect(found.find(({ pointer }) => pointer === "/eanlsbn")).toMatchObject({
      code: "member_unknown",
      stage: "automatic",
      severity: "warning",
      received: "eanlsbn",
      message: "/eanlsbn: este campo não existe no contrato; ele foi ignorado. Você quis dizer: eanIsbn?",
      docs: "/docs/errors.md#member_unknown",
    });
    expect((await seller.get("/docs/errors.md")).text).toContain('<a id="member_unknown"></a>');
  });

  it("are told of beside everything else, also in a body that is refused", async () => {
    const { json } = await seller.post("/api/v2/products/validate", { sku: "A B", images: [{ ulr: "x" }], nme: "Tênis" });
    expect(json.valid).toBe(false);
    expect(brief(unknownIn(json.reviews as Finding[]))).toEqual([
      ["/images/0/ulr", ["url"]],
      ["/nme", ["name"]],
    ]);
    expect((json.reviews as Finding[]).map(({ code, pointer }) => `${code} ${pointer}`)).toContain("required /images/0/url");
  });

  it("are none where an array stands for the product, nor of a product as it was shown", async () => {
    expect(unknownIn((await seller.post("/api/v2/products/validate", [{ nme: 1 }])).json.reviews as Finding[])).toEqual([]);
    const shown = { ...FAMILY[0]!, status: "Recebido", code: "RECEIVED", expands: [], _links: { self: { href: "/x" } } };
    expect(unknownIn((await seller.post("/api/v2/products/validate", here(shown))).json.reviews as Finding[])).toEqual([]);
  });

  it("are warnings of bin/vitrine lint, which ends well", async () => {
    const file = toFile([misspelt(FAMILY[0]!), ...FAMILY.slice(1)]);
    const { code, out } = await runCommand("lint", file, "--json");
    const found = lines<Finding>(out);
    expect(code).toBe(0);
    expect(found.map(({ line, severity }) => [line, severity])).toEqual(TOLD.map(() => [1, "warning"]));
    expect(brief(found)).toEqual(SORTED);
    const told = (await runIn("en", "lint", file)).out;
    expect(told).toContain(
      "member_unknown (warning) /manufacturCode: the contract has no such field; it was ignored. Did you mean: manufacturerCode?",
    );
    expect(told).toMatch(/\n\d+ products, \d+ without critiques, 1 with warnings only, 0 with errors\n$/);
  });

  it("are warnings of bin/vitrine import, row by row and counted, and the rows are published", async () => {
    const [one, two, three] = FAMILY;
    const file = toFile([
      misspelt(one!),
      two!,
      { ...misspelt(three!), images: [...three!.images, { url: three!.images[0]!.url, alt: "x" }] },
    ]);
    const asked = ["--seller", String(seller.sellerId), "--data", data] as const;
    const { out, code } = await runCommand("import", file, ...asked, "--json");
    const summary = JSON.parse(out) as Record<string, unknown> & { readonly report: string };
    expect(code).toBe(1);
    expect(summary).toMatchObject({
      rows: 3,
      created: 2,
      refused: 1,
      warned: 2,
      ignored: { "/manufacturCode": { rows: 2, suggestions: ["manufacturerCode"] }, "/images/*/alt": { rows: 1, suggestions: [] } },
    });
    const rows = lines<ReportRow>(readFileSync(summary.report, "utf8")).toSorted((a, b) => a.line - b.line);
    expect(rows.map(({ outcome, warnings }) => [outcome, warnings.length])).toEqual([
      ["created", 4],
      ["created", 0],
      ["refused", 5],
    ]);
    expect(brief(rows[0]!.warnings)).toEqual(SORTED);
    expect((await seller.get(`/api/v2/products/${one!.sku}`)).json).not.toHaveProperty("manufacturCode");

    const again = (await runIn("en", "import", file, ...asked)).out;
    expect(again).toContain("2 with warnings");
    expect(again).toMatch(/ignored fields, unknown to the contract\n( {7}2 {2}\/\w+.*\n)+/);
    expect(again).toMatch(/ {7}2 {2}\/manufacturCode +manufacturerCode\?\n/);
  });

  it("are none of a file that has none: nothing is said of warnings", async () => {
    const { out } = await runCommand("import", toFile(FAMILY.slice(3, 4)), "--seller", String(seller.sellerId), "--data", data);
    expect(out).not.toMatch(/avisos|ignorados/);
  });
});
