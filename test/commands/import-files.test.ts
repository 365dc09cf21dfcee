import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { officeFile } from "../bulk/formats/office-file.ts";
import { readXlsx } from "../bulk/formats/reading.ts";
import { startMarketplace, type Marketplace, type Seller } from "../harness.ts";
import { publish, wares } from "../wares.ts";
import { dataFolderOf } from "./instance.ts";
import { runCommand } from "./terminal.ts";

describe("bin/vitrine import of CSV and XLSX files (issue 33)", () => {
  let marketplace: Marketplace;
  let seller: Seller;
  let data: string;
  beforeAll(async () => {
    marketplace = await startMarketplace();
    data = await dataFolderOf(marketplace);
    seller = await marketplace.seller();
    const shop = await wares(`${marketplace.baseUrl}/images`);
    for (const sku of ["A", "B"]) await publish(seller, shop.visor(sku));
  });
  afterAll(() => marketplace.stop());

  const toFile = (name: string, content: string | Buffer) => {
    const file = join(mkdtempSync(join(inject("scratch"), "import-files-")), name);
    writeFileSync(file, content);
    return file;
  };
  const importFile = async (file: string, ...more: readonly string[]) => {
    const { code, out } = await runCommand("import", file, "--seller", String(seller.sellerId), "--data", data, "--json", ...more);
    const summary = JSON.parse(out) as Record<string, unknown> & { readonly report: string; readonly errors?: string };
    const lines = readFileSync(summary.report, "utf8").trimEnd().split("\n");
    return {
      code,
      summary,
      rows: lines.map((line) => JSON.parse(line) as { readonly line: number; readonly sku: string; readonly outcome: string }),
    };
  };

  it("sends them as they are, reports each row, and saves the refused ones in their own layout", async () => {
    const { code, summary, rows } = await importFile(
      toFile("precos.csv", "SKU;Valor;Preço por;Estoque\nA;100,00;90,00;3\nB;1,00;2,00;4\n"),
      "--mapping",
      "valor:/price/listPrice",
    );
    expect([code, summary]).toMatchObject([1, { rows: 4, updated: 3, refused: 1 }]);
    expect(rows.map(({ line, sku, outcome }) => [line, sku, outcome])).toEqual([
      [2, "A", "updated"],
      [2, "A", "updated"],
      [3, "B", "refused"],
      [3, "B", "updated"],
    ]);
    const errors = readFileSync(summary.errors!, "utf8");
    expect(summary.errors!.endsWith(".errors.csv")).toBe(true);
    expect(errors).toContain('B;"1,00";"2,00";4;sale_price_above_list_price;');
    const mended = await importFile(toFile("corrigido.csv", errors.replace('"2,00"', '"0,90"')));
    expect([mended.code, mended.summary]).toMatchObject([0, { refused: 0 }]);
  });

  it("takes spreadsheets", async () => {
    const { summary } = await importFile(
      toFile(
        "estoques.xlsx",
        officeFile([
          ["sku", "estoque"],
          ["A", 12],
          ["NAO-HA", 1],
        ]),
      ),
    );
    expect(summary).toMatchObject({ rows: 2, updated: 1, refused: 1 });
    expect((await readXlsx(readFileSync(summary.errors!))).texts.map((text) => JSON.parse(text)[2])).toEqual(["NAO-HA"]);
    expect((await seller.get("/api/v2/products/A/stocks")).json.available).toBe(12);
  });

  it("names an unknown column, and sends nothing", async () => {
    await expect(importFile(toFile("errado.csv", "sku;estoqe\nA;1\n"))).rejects.toThrow("o nome mais próximo é Estoque");
  });
});
