import { describe, expect, it } from "vitest";
import { compileRowReader } from "../../../src/bulk/formats/row-reader.ts";
import { ARCHIVE_LIMITS } from "../../../src/bulk/formats/xlsx/archive-entries.ts";
import { numberFormat, formattedNumber } from "../../../src/bulk/formats/xlsx/number-formats.ts";
import { MOST_SHARED_BYTES } from "../../../src/bulk/formats/xlsx/shared-strings.ts";
import { openXlsx } from "../../../src/bulk/formats/xlsx-file.ts";
import { type OfficeCell, officeFile, type OfficeOptions, officeParts, repeated, sourceOf, zipOf } from "./office-file.ts";
import { bodiesOf, CONTEXT, liveBytes, readXlsx, refusalOf } from "./reading.ts";

const bodies = async (rows: readonly (readonly OfficeCell[])[], options?: OfficeOptions) =>
  bodiesOf(await readXlsx(officeFile(rows, options))).map(({ body }) => body);
const sheet = (xml: string) =>
  officeFile([["sku", "estoque"]], { more: { "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${xml}</sheetData></worksheet>` } });

describe("a spreadsheet as office programs write it (issue 33)", () => {
  it("has shared texts, numbers, gaps, blank rows and a header that is not in row 1", async () => {
    const file = officeFile([[], ["SKU", "Preço de", "Preço por", undefined], ["A", 1299.9, 999.9], [], ["001", 10, 9], ["", "", ""]]);
    const { assumed, texts } = await readXlsx(file);
    expect(assumed).toMatchObject({ format: "xlsx", ops: ["price"], sheet: "Planilha1", decimalMark: "," });
    expect(texts).toEqual(['[3,"price","A",1299.9,999.9]', '[5,"price","001",10,9]']);
    expect(bodiesOf({ assumed, texts }).map(({ body }) => body)).toEqual([
      { sku: "A", listPrice: "1299.9", salePrice: "999.9" },
      { sku: "001", listPrice: "10", salePrice: "9" },
    ]);
  });

  it.each([
    ["prefixed elements", { prefix: "x" }],
    ["a hidden sheet before it", { hiddenSheet: true }],
    [
      "macros, links and pictures",
      { more: { "xl/vbaProject.bin": "macro", "xl/media/image1.png": "png", "xl/externalLinks/externalLink1.xml": "<x/>" } },
    ],
  ])("may have %s", async (_, options) =>
    expect(
      await bodies(
        [
          ["sku", "estoque"],
          ["A", 5],
        ],
        options,
      ),
    ).toEqual([{ sku: "A", available: "5" }]),
  );

  it("has texts in runs, with readings that are no part of them, and escaped characters", async () => {
    const texts =
      '<sst><si><t>sku</t></si><si><t>nome</t></si><si><t>op</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Tênis </t></r><r><t>Ação_x000D_</t></r><rPh sb="0" eb="1"><t>leitura</t></rPh></si><si><t>product</t></si></sst>';
    const cells =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>A</t></is></c><c r="B2" t="s"><v>3</v></c><c r="C2" t="s"><v>4</v></c></row>';
    const more = { "xl/sharedStrings.xml": texts, "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${cells}</sheetData></worksheet>` };
    expect(await bodies([["sku"]], { more })).toEqual([{ op: "product", sku: "A", name: "Tênis Ação" }]);
  });

  it("counts cells and rows without references", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const file = sheet(`<row>${cell("sku")}${cell("estoque")}</row><row>${cell("A")}<c><v>7</v></c></row>`);
    expect(bodiesOf(await readXlsx(file)).map(({ body }) => body)).toEqual([{ sku: "A", available: "7" }]);
  });

  it("has stored values of formulas; nothing is calculated", async () => {
    const formula = (value: string) => ({ xml: `<c r="REF"><f>WEBSERVICE("http://attacker.example.com")</f>${value}</c>` });
    const rows = [
      ["sku", "estoque"],
      ["A", formula("<v>42</v>")],
      ["B", formula("")],
      ["C", { xml: '<c r="REF" t="e"><f>1/0</f><v>#DIV/0!</v></c>' }],
    ];
    expect(bodiesOf(await readXlsx(officeFile(rows))).map(({ body, problems }) => [body, problems])).toEqual([
      [{ sku: "A", available: "42" }, []],
      [{ sku: "B" }, ["cell_not_calculated"]],
      [{ sku: "C" }, ["cell_error"]],
    ]);
  });

  it("keeps leading zeros of texts, and of numbers whose format shows them", async () => {
    const rows = [
      ["op", "sku", "EAN"],
      ["product", "007", "0789"],
      ["product", "008", { xml: '<c r="REF" s="1"><v>789</v></c>' }],
    ];
    expect(await bodies(rows, { formats: ["0000000000000"] })).toMatchObject([
      { sku: "007", eanIsbn: "0789" },
      { eanIsbn: "0000000000789" },
    ]);
  });

  it("names a number that has lost digits", async () => {
    const rows = [
      ["op", "sku", "EAN"],
      ["product", "A", 35261112345678900],
    ];
    expect(bodiesOf(await readXlsx(officeFile(rows)))[0]!.problems).toEqual(["cell_digits_lost"]);
  });

  it("reads numbers as they are shown, not as binary arithmetic left them", async () =>
    expect(
      await bodies([
        ["sku", "preço de", "preço por"],
        ["A", 109.89000000000001, 0.1 + 0.2],
      ]),
    ).toEqual([{ sku: "A", listPrice: "109.89", salePrice: "0.3" }]));

  it("reads dates and booleans", async () => {
    const date = (value: number) => ({ xml: `<c r="REF" s="1"><v>${value}</v></c>` });
    const rows = [
      ["pedido", "entrega", "data de entrega"],
      ["P1", 584168, date(46351)],
      ["P2", 584169, date(46351.5)],
      ["P3", 584170, "25/11/2026 16:00"],
    ];
    const { texts, assumed } = await readXlsx(officeFile(rows, { formats: ["dd/mm/yyyy\\ hh:mm"] }));
    expect(bodiesOf({ texts, assumed }).map(({ body }) => (body as { readonly deliveryDate: string }).deliveryDate)).toEqual([
      "2026-11-25",
      "2026-11-25T12:00:00",
      "2026-11-25T16:00",
    ]);
    const yes = { xml: '<c r="REF" t="b"><v>1</v></c>' };
    expect(
      await bodies([
        ["op", "sku", "fulfillment"],
        ["product", "A", yes],
      ]),
    ).toMatchObject([{ fulfillment: { candidate: true } }]);
  });

  it("names a cell without a column, and one beyond all columns", async () => {
    const file = officeFile([
      ["sku", undefined, "estoque"],
      ["A", "x", 1],
      ["B", undefined, 2, 3],
      ["C", undefined, 4],
    ]);
    expect(bodiesOf(await readXlsx(file)).map(({ problems }) => problems)).toEqual([["cell_without_column"], ["row_ragged"], []]);
  });
});

describe("formats of numbers", () => {
  it.each([
    [14, undefined, "date"],
    [22, undefined, "date"],
    [20, undefined, "time"],
    [0, undefined, "number"],
    [2, undefined, "number"],
    [164, "General", "number"],
    [164, '"R$" #,##0.00', "number"],
    [164, "[$R$-416] #,##0.00", "number"],
    [164, "[Red]-0.00;[Blue]d", "number"],
    [164, "dd/mm/yyyy", "date"],
    [164, "mmm-yy", "date"],
    [164, "[h]:mm:ss", "time"],
    [164, "00000", "digits"],
    [164, '0.0" dias"', "number"],
  ] as const)("%d %j shows %s", (id, code, shows) => expect(numberFormat(id, code).shows).toBe(shows));

  it.each([
    [1, 1900, "1900-01-01"],
    [59, 1900, "1900-02-28"],
    [61, 1900, "1900-03-01"],
    [46351, 1900, "2026-11-25"],
    [44889, 1904, "2026-11-25"],
    [46351.999999, 1900, "2026-11-26"],
    [-1, 1900, -1],
    [1e9, 1900, 1e9],
  ] as const)("day %d of the calendar of %d is %s", (value, calendar, text) =>
    expect(formattedNumber(value, { shows: "date" }, calendar)).toBe(text),
  );
});

describe("what is no spreadsheet is refused, with its reason", () => {
  const good = () =>
    officeParts([
      ["sku", "estoque"],
      ["A", 5],
    ]);
  const without = (name: string) => {
    const { [name]: _, ...rest } = good();
    return rest;
  };
  it.each([
    ["nothing", Buffer.alloc(0), "xlsx_not_zip"],
    ["a CSV", Buffer.from("sku;estoque\nA;1\n"), "xlsx_not_zip"],
    ["an old .xls, or one with a password", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), "xlsx_not_zip"],
    ["an ODS", zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }), "xlsx_not_zip"],
    ["another zip", zipOf({ "a.txt": "a" }), "xlsx_not_zip"],
    ["a zip without an end", zipOf(good()).subarray(0, 900), "xlsx_damaged"],
    ["a workbook without its sheet", zipOf(without("xl/worksheets/sheet1.xml")), "xlsx_damaged"],
    ["a workbook without relations", zipOf(without("xl/_rels/workbook.xml.rels")), "xlsx_damaged"],
    [
      "a sheet that is no XML",
      officeFile([["sku"]], { more: { "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row></sheetData>" } }),
      "xlsx_damaged",
    ],
    [
      "a sheet with bytes that are no UTF-8",
      officeFile([["sku"]], { more: { "xl/worksheets/sheet1.xml": Buffer.from([0x3c, 0x61, 0xff, 0x3e]) } }),
      "xlsx_damaged",
    ],
    [
      "a part that was changed",
      zipOf(good(), (name, body) =>
        name.includes("sheet1") ? Buffer.concat([body.subarray(0, 20), Buffer.alloc(body.length - 20)]) : body,
      ),
      "xlsx_damaged",
    ],
    ["a text that does not exist", sheet('<row r="1"><c t="s"><v>99</v></c></row>'), "xlsx_damaged"],
    ["rows in disorder", sheet('<row r="5"><c><v>1</v></c></row><row r="2"/>'), "xlsx_damaged"],
    [
      "a document type",
      officeFile([["sku"]], { more: { "xl/worksheets/sheet1.xml": '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' } }),
      "xlsx_unsafe",
    ],
    ["elements in elements", officeFile([["sku"]], { more: { "xl/worksheets/sheet1.xml": "<a>".repeat(100) } }), "xlsx_unsafe"],
    ["an empty sheet", officeFile([]), "file_empty"],
    [
      "an unknown column",
      officeFile([
        ["sku", "xyz"],
        ["A", 1],
      ]),
      "column_unknown",
    ],
  ])("%s", async (_, file, code) => expect(await refusalOf(() => readXlsx(file))).toEqual([code]));
});

describe("archives that inflate to more than they are (bounded by bytes out and by ratio)", () => {
  it("a part that grows a thousand times is refused", async () => {
    const bomb = officeFile([["sku", "estoque"]], { more: { "xl/sharedStrings.xml": repeated("sst", "<si/>", 20) } });
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusalOf(() => readXlsx(bomb))).toEqual(["xlsx_inflates_too_much"]);
  });

  it("a text of more than 1 MiB is refused", async () => {
    const noise = Array.from({ length: 40_000 }, (_, index) => `texto-${index * 7919}-${index % 13}-qualquer-coisa`).join("");
    expect(await refusalOf(() => readXlsx(sheet(`<row><c t="inlineStr"><is><t>${noise}</t></is></c></row>`)))).toEqual(["xlsx_unsafe"]);
  });

  it("memory stays bounded while a bomb is read", async () => {
    const bomb = officeFile([["sku", "estoque"]], { more: { "xl/styles.xml": repeated("styleSheet", "<x/>", 190) } });
    const before = liveBytes();
    expect(await refusalOf(() => readXlsx(bomb))).toEqual(["xlsx_inflates_too_much"]);
    expect(liveBytes() - before).toBeLessThan(10 * 1024 * 1024);
  });

  it("shared texts are limited, and so is everything together", () => {
    expect(MOST_SHARED_BYTES).toBeLessThan(100 * 1024 * 1024);
    expect(ARCHIVE_LIMITS).toMatchObject({ inflatedBytes: 200 * 1024 * 1024, ratio: 100 });
  });

  it("an error of the place where the bytes are stored is thrown on, and says nothing about the file", async () => {
    const bytes = officeFile([
      ["sku", "estoque"],
      ["A", 1],
    ]);
    const source = sourceOf(bytes);
    const failing = {
      size: source.size,
      read: (start: number, end: number) => {
        if (start > 100) throw new Error("the database is away");
        return source.read(start, end);
      },
    };
    await expect(openXlsx(failing, CONTEXT)).rejects.toThrow("the database is away");
  });
});

describe("a large spreadsheet", () => {
  it("of 100,000 rows is read in bounded memory, in order", async () => {
    const rows = Array.from(
      { length: 100_000 },
      (_, row) =>
        `<row r="${row + 2}"><c r="A${row + 2}" t="inlineStr"><is><t>SKU-${row}</t></is></c><c r="B${row + 2}"><v>${row % 977}</v></c></row>`,
    );
    const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>sku</t></is></c><c r="B1" t="inlineStr"><is><t>estoque</t></is></c></row>';
    const file = sheet(header + rows.join(""));
    rows.length = 0;
    const { assumed, texts } = await openXlsx(sourceOf(file, 65_536), CONTEXT);
    const read = compileRowReader(assumed);
    const before = liveBytes();
    let [count, most] = [0, 0];
    for await (const text of texts) {
      if (count % 20_000 === 0) {
        expect(read(text).body).toEqual({ sku: `SKU-${count}`, available: String(count % 977) });
        most = Math.max(most, liveBytes() - before);
      }
      count += 1;
    }
    expect(count).toBe(100_000);
    expect(most).toBeLessThan(20 * 1024 * 1024);
  });
});
