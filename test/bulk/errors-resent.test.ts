import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memberTexts } from "../../src/bulk/json-members.ts";
import { type Marketplace, type Reply, type Seller } from "../harness.ts";
import { pathOf } from "../wares.ts";
import { officeFile } from "./formats/office-file.ts";
import { readCsv, readXlsx } from "./formats/reading.ts";
import { BULK, ended, linesOf, resultsIn, openShop } from "./job.ts";

const TYPES = {
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Format = keyof typeof TYPES;
const FORMATS = Object.keys(TYPES) as readonly Format[];
const ADDED = ["error_code", "error_pointer", "error_message", "suggestion"];

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  ({ market, seller } = await openShop());
});
afterAll(() => market.stop());

const send = (format: Format, body: string | Buffer, query = ""): Promise<Reply> =>
  seller.request("POST", BULK + query, { body: new Uint8Array(Buffer.from(body)), headers: { "content-type": TYPES[format] } });
const errorsOf = async (id: string, format: Format): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${market.baseUrl}${BULK}/${id}/errors.${format}`, { headers: seller.headers })).arrayBuffer());

/** The names of the columns or members of a file of errors, in their order. */
async function namesIn(format: Format, file: Buffer): Promise<readonly string[]> {
  if (format === "ndjson") return memberTexts(file.toString().split("\n")[0]!).map(({ name }) => name);
  const { assumed } = format === "csv" ? readCsv(file) : await readXlsx(file);
  return assumed.columns.map(({ name }) => name);
}

/** The same bad rows in each format: a price that is too high, a price that is no number, a product that is not there. */
const SENT: Readonly<Record<Format, () => string | Buffer>> = {
  ndjson: () =>
    linesOf([
      { sku: "A", listPrice: 10, salePrice: 20, ref: "um" },
      { sku: "B", listPrice: "abc", salePrice: 1, ref: "dois" },
      { sku: "007", listPrice: 2, salePrice: 1, ref: "=três" },
    ]),
  csv: () => "SKU;Preço de;Preço por;ref\nA;10,00;20,00;um\nB;abc;1,00;dois\n007;2,00;1,00;=três\n",
  xlsx: () =>
    officeFile([
      ["SKU", "Preço de", "Preço por", "ref"],
      ["A", 10, 20, "um"],
      ["B", "abc", 1, "dois"],
      ["007", 2, 1, "=três"],
    ]),
};
const CODES = ["sale_price_above_list_price", "wrong_type", "price_product_unknown"];
const REFS = ["um", "dois", "=três"];

describe("a file of errors that is sent again as it is (issue 33)", () => {
  const PAIRS = FORMATS.flatMap((sent) => FORMATS.map((format) => [sent, format] as const));
  it.each(PAIRS)("of %s as %s: the same rows fail for the same reasons, and their errors are replaced, not added", async (sent, format) => {
    const first = await send(sent, SENT[sent](), sent === "ndjson" ? "?op=price" : "");
    expect(first.json.results.map(({ code }: Reply["json"]) => code)).toEqual(CODES);
    const file = await errorsOf(first.json.id, format);
    const again = await send(format, file);
    expect([again.status, again.json.accepted, again.json.failed], again.text).toEqual([206, 0, 3]);
    expect(again.json.results.map(({ code, ref }: Reply["json"]) => [code, ref])).toEqual(CODES.map((code, i) => [code, REFS[i]]));
    const resent = await errorsOf(again.json.id, format);
    const names = await namesIn(format, resent);
    expect(names).toEqual(await namesIn(format, file));
    expect(names.filter((name) => ADDED.includes(name))).toEqual(ADDED);
    expect(names.slice(-4)).toEqual(ADDED);
  });

  it("keeps every digit of NDJSON as it was written, and what nobody asked for", async () => {
    const line = '{"op":"price", "sku":"A","listPrice":1.10,"salePrice":12345678901234567890.50,"nota":{"error_code":["{\\"}"]}}';
    const once = (await errorsOf((await send("ndjson", line)).json.id, "ndjson")).toString();
    expect(
      once.startsWith('{"op":"price","sku":"A","listPrice":1.10,"salePrice":12345678901234567890.50,"nota":{"error_code":["{\\"}"]},'),
    ).toBe(true);
    expect((await errorsOf((await send("ndjson", once)).json.id, "ndjson")).toString()).toBe(once);
  });

  it("never makes a whole row of one that lacked cells", async () => {
    const first = await send("csv", "sku;preço de;preço por;estoque\nA;10;9\nB;1;2;3;4\n");
    expect(first.json.results.map(({ code }: Reply["json"]) => code)).toEqual(["row_ragged", "row_ragged", "row_ragged"]);
    for (const format of FORMATS) {
      const again = await send(format, await errorsOf(first.json.id, format));
      expect([format, again.json.accepted]).toEqual([format, 0]);
    }
    const [, first_row] = (await errorsOf(first.json.id, "csv")).toString().split("\r\n");
    expect(first_row).toMatch(
      /^"A;10;9";;;;row_ragged;;"Linha 2: tem 3 células, mas o cabeçalho tem 4 colunas; confira delimitadores e aspas.";$/,
    );
    expect((await errorsOf(first.json.id, "ndjson")).toString()).toContain('{"line":"A;10;9","error_code":"row_ragged"');
  });
});

describe("what a file of errors says", () => {
  it("names the file's columns, says each thing once, and suggests what can be typed", async () => {
    const { json } = await send("csv", "SKU;Preço de;Preço por;Estoque\nNAO;1,00;1,00;3\nB;abc;1,00;1.000\n;1,00;1,00;1\n");
    const rows = (await errorsOf(json.id, "csv")).toString();
    expect(rows).toContain("NAO;");
    expect(rows).toContain(';"1,00";"1,00";1;required;/sku;"SKU: obrigatório e ausente; envie um texto.";');
    expect(rows).toContain("Preço de: recebido abc (texto); envie um número.");
    expect(rows).toContain("Linha 3, coluna Estoque: 1.000 pode ser 1000 ou 1; escreva 1000 ou 1.");
    expect(rows.startsWith("\ufeffSKU;Preço de;Preço por;Estoque;")).toBe(true);
    expect(rows).not.toContain("'\n");
  });

  it("of a job that takes back another has its rows without what was planned for them", async () => {
    const { id } = (await send("ndjson", linesOf([{ op: "stock", sku: "A", available: 31 }]))).json;
    await seller.put(pathOf("A", "stocks"), { available: 5 });
    const revert = (await seller.post(`${BULK}/${id}/revert`, {})).json.id;
    expect(await ended(seller, revert)).toMatchObject({ failed: 1 });
    const [row] = resultsIn({ text: (await errorsOf(revert, "ndjson")).toString() });
    expect(Object.keys(row!)).toEqual(["op", "sku", ...ADDED]);
  });

  it("says of a line of NDJSON that is no object just that", async () => {
    const { json } = await send("ndjson", '{"op":"stock","sku":"A","available":5}\n[1]\n');
    expect(json.results[1].details).toMatchObject([{ code: "wrong_type", message: expect.stringContaining("objeto") }]);
  });
});
