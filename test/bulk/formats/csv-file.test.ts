import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvChunker } from "../../../src/bulk/formats/csv-chunks.ts";
import { createCsvReader, readCsvHeader } from "../../../src/bulk/formats/csv-file.ts";
import { csvLines } from "../../../src/bulk/formats/file-lines.ts";
import { compileRowReader } from "../../../src/bulk/formats/row-reader.ts";
import { encodeText, type Encoding } from "../../../src/bulk/formats/text-encoding.ts";
import { bodiesOf, CONTEXT, liveBytes, readCsv, refusalOf } from "./reading.ts";

const bodies = (file: string | Buffer) => bodiesOf(readCsv(file)).map(({ body }) => body);
const lineOf = (text: string) => (JSON.parse(text) as readonly number[])[0];

describe("CSV as people have it (issue 33)", () => {
  it.each([
    ["semicolons and decimal commas", "sku;preço de;preço por\nA;1.299,90;999,90\n", ";", ","],
    ["commas and decimal points", 'sku,preço de,preço por\nA,1299.90,"999.90"\n', ",", "."],
    ["commas and quoted decimal commas", 'sku,preço de,preço por\nA,"1299,90","999,90"\n', ",", ","],
    ["tabs", "sku\tpreço de\tpreço por\nA\t1299,90\t999,90\n", "\t", ","],
    ["a line that names the delimiter", "sep=;\r\nsku;preço de;preço por\r\nA;1299,90;999,90\r\n", ";", ","],
    ["blank lines around", "\n\nsku;preço de;preço por\n\nA;1299,90;999,90\n;;\n\n", ";", ","],
  ])("with %s", (_, file, delimiter, decimalMark) => {
    const opened = readCsv(file);
    expect(opened.assumed).toMatchObject({ format: "csv", ops: ["price"], delimiter, decimalMark });
    expect(bodiesOf(opened)).toEqual([{ op: "price", body: { sku: "A", listPrice: "1299.90", salePrice: "999.90" }, problems: [] }]);
  });

  const TEXT = "sku;nome;op\nCAÇÃO;Tênis “Ação” – 100%;product\n";
  it.each([
    ["UTF-8", Buffer.from(TEXT), "UTF-8"],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${TEXT}`), "UTF-8"],
    ["Windows-1252", encodeText("Windows-1252", TEXT), "Windows-1252"],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${TEXT}`, "utf16le"), "UTF-16LE"],
    ["UTF-16, bytes swapped", Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16(), "UTF-16BE"],
    ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le"), "UTF-16LE"],
  ])("in %s", (_, file, encoding) => {
    const opened = readCsv(file, {}, 7);
    expect(opened.assumed.encoding).toBe(encoding);
    expect(bodiesOf(opened)).toMatchObject([{ body: { sku: "CAÇÃO", name: "Tênis “Ação” – 100%" } }]);
  });

  it("reads each row for itself when the beginning does not tell its encoding", () => {
    const ascii = Array.from({ length: 5_000 }, (_, index) => `SKU-${index};nome;product\n`).join("");
    const file = Buffer.concat([
      Buffer.from(`sku;nome;op\n${ascii}`),
      encodeText("Windows-1252", "A;ação;product\n"),
      Buffer.from("B;ação;product\n"),
    ]);
    const opened = readCsv(file);
    expect(opened.assumed.encoding).toBe("UTF-8 or Windows-1252");
    expect(bodiesOf(opened).slice(-2)).toMatchObject([{ body: { name: "ação" } }, { body: { name: "ação" } }]);
  });

  it("names a row that is not in the file's encoding, and reads the others", () => {
    const opened = readCsv(
      Buffer.concat([
        Buffer.from("sku;nome;op\nA;ação;product\n"),
        encodeText("Windows-1252", "B;ação;product\n"),
        Buffer.from("C;é;product\n"),
      ]),
    );
    // Of the sample, two lines are valid UTF-8 and one is not.
    expect(opened.assumed.encoding).toBe("UTF-8 or Windows-1252");
    const marked = readCsv(
      Buffer.concat([
        Buffer.from("\ufeffsku;nome;op\nA;ação;product\n"),
        encodeText("Windows-1252", "B;ação;product\n"),
        Buffer.from("C;é;product\n"),
      ]),
    );
    expect(bodiesOf(marked).map(({ problems }) => problems)).toEqual([[], ["row_not_utf8"], []]);
  });

  it("keeps leading zeros, reads several values, images without gaps, yes and no, and skips empty cells", () => {
    const file =
      "op;sku;EAN;Indicado para;imagem 1;imagem 3;fulfillment;cor\nproduct;001;0789;Corrida | Caminhada;http://a/1.jpg;http://a/3.jpg;sim;\n";
    expect(bodies(file)).toEqual([
      {
        op: "product",
        sku: "001",
        eanIsbn: "0789",
        fulfillment: { candidate: true },
        images: [{ url: "http://a/1.jpg" }, { url: "http://a/3.jpg" }],
        attributes: [{ name: "Indicado para", values: ["Corrida", "Caminhada"] }],
      },
    ]);
  });

  it("reads line breaks in cells, and names lines after them rightly", () => {
    const opened = readCsv('op;sku;descrição\nproduct;A;"um\r\ndois\ntrês"\nproduct;B;x\n');
    expect(opened.texts.map(lineOf)).toEqual([2, 5]);
  });

  it("gives a price and a stock for a line that has both", () => {
    const opened = readCsv("sku;preço de;preço por;estoque\nA;10,00;9,00;5\nB;;;7\nC;10,00;9,00;\nD;;;\n");
    expect(bodiesOf(opened).map(({ op, body }) => [op, (body as { readonly sku: string }).sku])).toEqual([
      ["price", "A"],
      ["stock", "A"],
      ["stock", "B"],
      ["price", "C"],
      ["price", "D"],
    ]);
  });

  it.each([
    ["A;1", "row_ragged"],
    ["A;1;2;3", "row_ragged"],
    ['A;"1', "row_quote_open"],
    ['A;"1"x;2', "row_quote_misplaced"],
    ["A;1.250;2,00", "cell_number_ambiguous"],
    ["A;#N/A;2,00", "cell_error"],
    ["A;\ufffd;2,00", "cell_character"],
  ])("names the bad row %j and reads the next one", (row, code) => {
    const opened = readCsv(`sku;preço de;preço por\n${row}\nB;3,00;2,00\n`);
    const read = compileRowReader(opened.assumed);
    const rows = opened.texts.map(read);
    expect(rows[0]!.problems.map((problem) => [problem.code, problem.params["line"]])).toEqual([[code, 2]]);
    expect(rows.at(-1)).toMatchObject({ body: { sku: "B", listPrice: "3.00", salePrice: "2.00" }, problems: [] });
  });

  it("accepts empty cells beyond the header, which spreadsheets write", () =>
    expect(bodies("sku;estoque;;\nA;1;;\n")).toEqual([{ sku: "A", available: "1" }]));

  it.each([
    ["", "file_empty"],
    ["\n\n", "file_empty"],
    [Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), "file_is_spreadsheet"],
    [Buffer.from("sku;\0;estoque\nA;1;2\n"), "file_not_text"],
    ['"sku;estoque\nA;1\n', "header_unreadable"],
    [`sku;estoque;${"x".repeat(300_000)}\n`, "header_unreadable"],
  ])("refuses the file %j", async (file, code) => expect(await refusalOf(() => readCsv(file))).toEqual([code]));
});

describe("an upload that breaks", () => {
  const ENCODINGS: readonly Encoding[] = ["UTF-8", "Windows-1252", "UTF-16LE"];
  const cell = fc
    .string({ unit: fc.constantFrom("a", "ç", '"', ";", "\n", " "), maxLength: 8 })
    .map((text) => `"${text.replaceAll('"', '""')}"`);
  const wild = fc.string({ unit: fc.constantFrom("a", "ç", '"', ";", "\n"), maxLength: 12 });
  const file = fc.array(
    fc.oneof(
      fc.tuple(cell, cell).map(([sku, name]) => `${sku};${name};product`),
      wild,
    ),
    { minLength: 1, maxLength: 12 },
  );

  /** Sends a file in parts, each read by a new chunker that begins with what the one before left. `lost` bytes are lost at each cut. */
  function chunksOf(bytes: Buffer, cuts: readonly number[], lost = 0) {
    const { assumed } = readCsv(bytes);
    const chunks: { readonly bytes: Buffer; readonly firstLine: number; readonly rows: number }[] = [];
    let tail: Buffer = Buffer.alloc(0);
    let [from, lines] = [0, 0];
    for (const cut of cuts) {
      const chunker = createCsvChunker(assumed, lines + 1);
      const isLast = cut === bytes.length;
      const full = [...chunker.push(tail), ...chunker.push(bytes.subarray(from, cut)), ...(isLast ? chunker.end() : [])];
      const rest = chunker.flush();
      for (const chunk of [...full, rest.chunk].filter((one) => one.bytes.length > 0)) {
        chunks.push({ ...chunk, firstLine: lines + 1 });
        lines += chunk.lines;
      }
      tail = rest.tail;
      from = cut + lost;
      if (isLast) break;
    }
    expect(tail.length).toBe(0);
    return { assumed, chunks };
  }

  /** Whether a quote closes at the wrong place or not at all can only be told from what follows. */
  const sameProblem = (text: string) => text.replace("row_quote_misplaced", "row_quote_open");

  const goesOn = (lost: number) =>
    fc.assert(
      fc.property(file, fc.constantFrom(...ENCODINGS), fc.array(fc.nat(10_000), { maxLength: 3 }), (rows, encoding, shares) => {
        const text = `sku;nome;op\r\n${rows.map((row) => `${row}\r\n`).join("")}`;
        const bytes = encodeText(encoding, encoding === "UTF-16LE" ? `\ufeff${text}` : text);
        const cuts = [...shares.map((share) => Math.floor((bytes.length * share) / 10_000)), bytes.length].toSorted((a, b) => a - b);
        const { assumed, chunks } = chunksOf(bytes, cuts, lost);
        expect(Buffer.concat(chunks.map((chunk) => chunk.bytes)).equals(bytes)).toBe(true);
        const read = chunks.map((chunk) => [...csvLines(assumed, chunk.bytes, chunk.firstLine)].map((line) => line.bytes.toString()));
        expect(read.flat().map(sameProblem)).toEqual(readCsv(bytes).texts.map(sameProblem));
        expect(read.map(({ length }) => length)).toEqual(chunks.map((chunk) => chunk.rows));
      }),
      { numRuns: 1_000 },
    );

  it("goes on after the last whole row, wherever it broke: the chunks are the file, and have the same rows", () =>
    expect(() => goesOn(0)).not.toThrow());
  it("sees a reader that goes on one byte too late (planted)", () => expect(() => goesOn(1)).toThrow("Property failed"));
});

describe("a large file", () => {
  it("of a million rows is read in bounded memory", () => {
    const header = Buffer.from("sku;preço de;preço por\n");
    const block = (nth: number) => Buffer.from(Array.from({ length: 1_000 }, (_, row) => `SKU-${nth}-${row};199,90;149,90\n`).join(""));
    const assumed = readCsvHeader(Buffer.concat([header, block(0)]), false, CONTEXT);
    const reader = createCsvReader(assumed, assumed.firstLine!);
    const before = liveBytes();
    let [rows, most] = [0, 0];
    for (let nth = 0; nth < 1_000; nth += 1) {
      for (const { texts } of reader.push(block(nth))) rows += texts.length;
      if (nth % 50 === 0) most = Math.max(most, liveBytes() - before);
    }
    expect(rows).toBe(1_000_000);
    expect(most).toBeLessThan(20 * 1024 * 1024);
  });
});
