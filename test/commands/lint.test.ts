import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Product } from "../../data/catalogue/families.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { CATALOGUE, EXPECTED, products } from "../journeys/catalogue.ts";
import { runCommand, runIn } from "./terminal.ts";

const FAMILY = products().filter(({ productGroup, sku }, _, all) => productGroup === all[0]!.productGroup && !(sku in EXPECTED));
const [ONE] = FAMILY;
const { color: _color, ...COLORLESS } = ONE!;

interface Finding {
  readonly line: number;
  readonly sku: string;
  readonly code: string;
}
let files = 0;
const folder = mkdtempSync(join(inject("scratch"), "lint-"));
function toFile(rows: readonly unknown[]): string {
  const file = join(folder, `${(files += 1)}.ndjson`);
  writeFileSync(file, rows.map((row) => `${typeof row === "string" ? row : JSON.stringify(row)}\n`).join(""));
  return file;
}
async function found(rows: readonly unknown[], ...more: readonly string[]): Promise<readonly Finding[]> {
  const { out } = await runCommand("lint", toFile(rows), "--json", ...more);
  return out.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Finding]));
}
const codes = (findings: readonly Finding[]) => findings.map(({ line, code }) => `${line} ${code}`);

describe("bin/vitrine lint", () => {
  it("finds nothing in a complete family, and the hole once one is missing", async () => {
    expect(await found(FAMILY)).toEqual([]);
    expect(codes(await found(FAMILY.slice(0, 3)))).toEqual(["1 family_incomplete", "2 family_incomplete", "3 family_incomplete"]);
  });

  it("does not count a row that would be refused for its family, and says everything about it at once", async () => {
    const refused = { ...FAMILY[0]!, gender: "homem", brand: "Sem Registro" };
    const findings = await found([refused, ...FAMILY.slice(1, 4)]);
    expect(codes(findings)).toEqual(["1 not_allowed", "1 brand_unknown", ...[2, 3, 4].map((line) => `${line} family_incomplete`)]);
  });

  it("judges the last of several rows of one sku, as publishing them in order would", async () => {
    expect(await found([{ ...ONE!, brand: "Sem Registro" }, ...FAMILY])).toEqual([]);
    const worse = await found([...FAMILY, { ...ONE!, brand: "Sem Registro" }]);
    expect(codes(worse)).toEqual([`${FAMILY.length + 1} brand_unknown`]);
  });

  it("names the line of a row that cannot be read, and goes on", async () => {
    expect(codes(await found(['{"sku":', "", ...FAMILY, "[]"]))).toEqual(["1 json_ends_early", `${FAMILY.length + 3} row_not_object`]);
  });

  it("ends with a count by code for people, in their language", async () => {
    const { code, out } = await runIn("en", "lint", toFile([...FAMILY, { ...ONE!, sku: "X", name: "Sem" }]));
    expect(out).toContain(`line ${FAMILY.length + 1} X: name_without_brand (warning) The name "Sem" does not carry the brand`);
    expect(out).toContain("      2  family_variation_repeated\n      1  name_without_brand\n");
    expect(out).toMatch(/\n\d+ products, \d+ without critiques, 2 with warnings only, 0 with errors\n$/);
    expect(code).toBe(0);
  });

  it("reads other reference data when told to, and refuses data that contradict themselves", async () => {
    await expect(runCommand("lint", toFile([]), "--reference", folder)).rejects.toThrow(/reading the reference data file/);
  });
});

describe("lint and the marketplace", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let images: string;
  beforeAll(async () => {
    marketplace = await startMarketplace({ settings: { FAMILY_SETTLE_SECONDS: "0" } });
    seller = await marketplace.seller();
    images = `${marketplace.baseUrl}/images`;
  });
  afterAll(() => marketplace.stop());

  const at = (url: string) => [{ url }];
  it.each<[string, Partial<Record<keyof Product, unknown>>]>([
    ["a good product without its family", {}],
    ["no colour", COLORLESS],
    ["colour and flavour", { flavor: "Natural" }],
    ["formatting in a text", { name: "Tênis <b>bom</b>", description: "linha\\n &amp; outra" }],
    ["decimals with a comma", { weight: "0,75", height: 1.2345 }],
    ["prices the wrong way round", { price: { listPrice: 1, salePrice: 2 } }],
    ["no price and no stock", { price: null, stock: null }],
    ["a sku with a space", { sku: "A B", productGroup: "ção" }],
    ["a drive as image host", { images: at("https://drive.google.com/a.jpg") }],
    ["an address that is none, twice", { images: [...at("x"), ...at("{{images}}/shoe-red.jpg"), ...at("{{images}}/shoe-red.jpg")] }],
    [
      "pictures that are wrong",
      { images: ["too-small.jpg", "too-large.jpg", "png-in-disguise.jpg", "missing.jpg"].map((name) => ({ url: `{{images}}/${name}` })) },
    ],
    [
      "attributes in a mess",
      {
        attributes: [
          { name: "Solado", values: ["Papel", "Borracha"] },
          { name: "Solado", values: [] },
          { name: "Humor", values: ["x"] },
        ],
      },
    ],
    ["everything at once", { department: "corrida", brand: "x", gender: "homem", size: "99", weight: 9_999, eanIsbn: "7890000000010" }],
    ["a body of another kind", { images: "a.jpg", attributes: {}, price: [], sku: 7 }],
  ])("say the same of %s", async (_, changes) => {
    const body = { ...(changes === COLORLESS ? COLORLESS : { ...ONE!, ...changes }) };
    const filled = JSON.stringify(body).replaceAll('"{{images}}', `"${images}`);
    const dry = await seller.request("POST", "/api/v2/products/validate", {
      body: filled,
      headers: { "content-type": "application/json" },
    });
    const said = (dry.json as { reviews: readonly (Finding & { pointer: string; message: string })[] }).reviews;
    const linted = (await found([body], "--images", "--image-base", images)) as typeof said;
    const told = (findings: typeof said) => findings.map(({ code, pointer, message }) => ({ code, pointer, message }));
    expect(told(linted)).toEqual(told(said));
  });

  it("find in the whole catalogue, pictures included, exactly what was planted", async () => {
    const { out } = await runCommand("lint", CATALOGUE, "--json", "--images", "--image-base", images);
    const findings = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Finding);
    const bySku = Map.groupBy(findings, ({ sku }) => sku);
    for (const { sku } of products()) expect((bySku.get(sku) ?? []).map(({ code }) => code).sort(), sku).toEqual(EXPECTED[sku] ?? []);
  });
});
