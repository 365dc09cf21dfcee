import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Marketplace, type Reply, type Seller } from "../harness.ts";
import { officeFile, officeParts, repeated, zipOf } from "./formats/office-file.ts";
import { allResults, append, BULK, ended, openShop } from "./job.ts";

const NDJSON = "application/x-ndjson";
const CSV = "text/csv";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const MAX_ROWS = 1_000_000;
const MIB = 1024 * 1024;

let market: Marketplace;
let seller: Seller;
beforeAll(async () => {
  ({ market, seller } = await openShop());
});
afterAll(() => market.stop());

const send = (type: string, body: string | Buffer, query = ""): Promise<Reply> =>
  seller.request("POST", BULK + query, { body: typeof body === "string" ? body : new Uint8Array(body), headers: { "content-type": type } });
const stocks = async () => Promise.all(["A", "B"].map(async (sku) => (await seller.get(`/api/v2/products/${sku}/stocks`)).json));
/** What must be as before: the stocks, and that no job is open or has done a row. */
const standing = async () => [
  await stocks(),
  await market.database.query("select count(*)::integer as n from bulk_jobs where state <> 'canceled' or accepted > 0"),
];

const stock = (sku: string, available: number) => `${JSON.stringify({ op: "stock", sku, available })}\n`;
const SHEET_ROW = '<row><c t="inlineStr"><is><t>A</t></is></c><c><v>1</v></c></row>';
const sheetBomb = () =>
  zipOf({
    ...officeParts([]),
    "xl/worksheets/sheet1.xml": Buffer.concat([
      Buffer.from(
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row><c t="inlineStr"><is><t>sku</t></is></c><c t="inlineStr"><is><t>estoque</t></is></c></row>',
      ),
      Buffer.alloc(Math.floor((300 * MIB) / SHEET_ROW.length) * SHEET_ROW.length, SHEET_ROW),
      Buffer.from("</sheetData></worksheet>"),
    ]),
  });

/** A text that hardly compresses. */
const text = (length: number, seed: number) =>
  Array.from({ length }, (_, i) => String.fromCharCode(97 + (Math.imul(i + seed, 2_654_435_761) >>> 27))).join("");

/** A file, what it is sent with, and how it is refused. */
type Refused = readonly [
  what: string,
  type: string,
  file: () => string | Buffer,
  query: string,
  status: number,
  code: string,
  told: RegExp,
];

const REFUSED: readonly Refused[] = [
  ["a list instead of lines", NDJSON, () => `[${stock("A", 1).trim()}]`, "", 422, "bulk_not_ndjson", /linha 1 começa com \[/],
  ["CSV sent as NDJSON", NDJSON, () => "sku;estoque\nA;1\n", "", 422, "bulk_not_ndjson", /sku;estoque/],
  ["a spreadsheet sent as NDJSON", NDJSON, () => officeFile([["sku", "estoque"]]), "", 422, "bulk_not_ndjson", /NDJSON/],
  ["a spreadsheet sent as CSV", CSV, () => officeFile([["sku", "estoque"]]), "", 422, "file_is_spreadsheet", /XLSX/],
  ["CSV sent as a spreadsheet", XLSX, () => "sku;estoque\nA;1\n", "", 422, "xlsx_not_zip", /XLSX/],
  [
    "a picture sent as CSV",
    CSV,
    () => Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
    "",
    422,
    "file_not_text",
    /texto|CSV/,
  ],
  ["a zip that has no workbook", XLSX, () => zipOf({ "leia-me.txt": "oi" }), "", 422, "xlsx_not_zip", /não contém uma pasta de trabalho/],
  [
    "shared texts of 50 MiB in a small archive",
    XLSX,
    () => officeFile([["sku", "estoque"]], { more: { "xl/sharedStrings.xml": repeated("sst", "<si><t>o mesmo texto</t></si>", 50) } }),
    "",
    413,
    "xlsx_inflates_too_much",
    /MiB|vezes/,
  ],
  ["a sheet of 300 MiB in a small archive", XLSX, sheetBomb, "", 413, "xlsx_too_large", /MiB|bytes/],
  [
    "a million rows and one of NDJSON",
    NDJSON,
    () => "{}\n".repeat(MAX_ROWS + 1),
    "?op=stock",
    413,
    "bulk_too_large",
    /1000000|1\.000\.000/,
  ],
  [
    "a million rows and one of CSV",
    CSV,
    () => `sku;estoque\n${"A;1\n".repeat(MAX_ROWS + 1)}`,
    "",
    413,
    "bulk_too_large",
    /1000000|1\.000\.000/,
  ],
  [
    "a row of 2 MiB of NDJSON",
    NDJSON,
    () => stock("A", 1) + stock("A".repeat(2 * MIB), 1) + stock("B", 1),
    "",
    422,
    "bulk_line_too_long",
    /linha 2 /,
  ],
  ["a row of 5 MiB of CSV", CSV, () => `sku;estoque\nA;1\n${"A".repeat(5 * MIB)};1\n`, "", 413, "line_too_long", /[Ll]inha 3/],
  [
    "2 MiB in a cell of a spreadsheet",
    XLSX,
    () =>
      officeFile([
        ["sku", "estoque"],
        [text(2 * MIB, 1), 1],
      ]),
    "",
    422,
    "xlsx_unsafe",
    /1 MiB|texto/,
  ],
  ["an unknown column", CSV, () => "sku;estoqe\nA;1\n", "", 422, "column_unknown", /estoqe.*Estoque/],
  [
    "an unknown column of a spreadsheet",
    XLSX,
    () => officeFile([["sku", "preso por", "preço de"]]),
    "",
    422,
    "column_unknown",
    /preso por.*Preço por/,
  ],
  ["an unknown pointer", CSV, () => "/sku;/stock/avaliable\nA;1\n", "", 422, "column_unknown", /\/stock\/available/],
  ["two columns of one field", CSV, () => "sku;estoque;qtd\nA;1;2\n", "", 422, "column_repeated", /qtd/],
  [
    "a mapping to nowhere",
    CSV,
    () => "sku;saldo\nA;1\n",
    "?mapping=saldo:/stock/avaliable",
    422,
    "mapping_field_unknown",
    /\/stock\/available/,
  ],
  [
    "a mapping of a column that is not there",
    CSV,
    () => "sku;estoque\nA;1\n",
    "?mapping=saldos:/stock/available",
    422,
    "mapping_column_unknown",
    /saldos/,
  ],
  ["a mapping that says nothing", CSV, () => "sku;estoque\nA;1\n", "?mapping=saldo", 400, "mapping_malformed", /saldo/],
  ["nothing at all", CSV, () => "", "", 422, "file_empty", /.+/],
  ["a header alone", XLSX, () => officeFile([["sku", "estoque"]]), "", 422, "bulk_empty", /.+/],
];

describe("a file that cannot be taken (issue 33) is refused as a whole, says why, and leaves nothing half done", () => {
  it.each(REFUSED)(
    "%s",
    async (_, type, file, query, status, code, told) => {
      const before = await standing();
      const reply = await send(type, file(), query);
      expect([reply.status, reply.json.details?.[0]?.code], reply.text).toEqual([status, code]);
      expect(reply.json.details[0].message).toMatch(told);
      expect(await standing()).toEqual(before);
    },
    60_000,
  );

  it("a bomb that comes in parts ends its job before a row is read", async () => {
    const bomb = sheetBomb();
    const { id } = (await seller.post(BULK, { format: "xlsx" })).json;
    expect((await append(seller, id, new Uint8Array(bomb.subarray(0, 9_000)), { offset: 0 })).status).toBe(200);
    const reply = await append(seller, id, new Uint8Array(bomb.subarray(9_000)), { offset: 9_000, complete: true });
    expect([reply.status, reply.json.details[0].code]).toEqual([413, "xlsx_too_large"]);
    const { json } = await seller.get(`${BULK}/${id}`);
    expect(json).toMatchObject({ state: "canceled", reason: "content_refused", received: 0 });
  }, 60_000);
});

describe("a row that cannot be read (issue 33) fails by itself, and the others are done", () => {
  it.each<[string, string, string, () => string | Buffer]>([
    ["too few cells", CSV, "row_ragged", () => "sku;estoque\nA;11\nB\nB;12\n"],
    ["too many cells", CSV, "row_ragged", () => "sku;estoque\nA;13\nB;1;2\nB;14\n"],
    ["a quote that does not close", CSV, "row_quote_open", () => 'sku;estoque\nA;15\n"B;1\nB;16\n'],
    ["2 MiB in a row of CSV", CSV, "file_row_too_long", () => `sku;estoque\nA;17\n${"x".repeat(2 * MIB)};1\nB;18\n`],
    [
      "2 MiB in a row of a spreadsheet",
      XLSX,
      "file_row_too_long",
      () => officeFile([["sku", "estoque"], ["A", 19], Array.from({ length: 70 }, (_, i) => text(30_000, i)), ["B", 20]]),
    ],
  ])("%s", async (_, type, code, file) => {
    const reply = await send(type, file());
    if (reply.status === 202) await ended(seller, reply.json.id);
    const results = await allResults(seller, reply.json.id);
    expect(results.map(({ outcome, code: why }) => why ?? outcome)).toEqual(["accepted", code, "accepted"]);
    expect(results[1]!.details![0]!.message).toMatch(/Linha 3/);
  });

  it.each<[string, string, () => Buffer, string]>([
    ["a null in the name of a column, in UTF-16", CSV, () => Buffer.from("\ufeffsku;estoque\0\nA;21\n", "utf16le"), ""],
    ["half a character in the name of a column", CSV, () => Buffer.from("\ufeffsku;estoque\ud800\nA;22\n", "utf16le"), ""],
    [
      "a null in the name of a column of a spreadsheet",
      XLSX,
      () =>
        officeFile([
          ["sku", "estoque_x0000_"],
          ["A", 23],
        ]),
      "",
    ],
    ["a null in the mapping", CSV, () => Buffer.from("sku;saldo\nA;24\n"), "?mapping=saldo%00:/stock/available"],
  ])("never fails the whole call: %s", async (_, type, file, query) => {
    const reply = await send(type, file(), query);
    expect([200, 206, 400, 422], reply.text).toContain(reply.status);
  });

  it("a ref that comes twice is each row's own: results tell rows apart by their number", async () => {
    const rows = [1, 2].map((available) => JSON.stringify({ op: "stock", sku: "A", available: available + 30, ref: "repetida" }));
    const reply = await send(NDJSON, rows.join("\n"));
    expect(reply.json.results).toMatchObject([
      { row: 1, ref: "repetida", outcome: "accepted" },
      { row: 2, ref: "repetida", outcome: "accepted" },
    ]);
    expect((await stocks())[0].available).toBe(32);
  });
});
