import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Assumed } from "../../../src/bulk/formats/assumptions.ts";
import { errorCsv, errorXlsx, type FailedRow } from "../../../src/bulk/formats/error-file.ts";
import { columnsOfObjects, objectsAsRows } from "../../../src/bulk/formats/object-columns.ts";
import { encodeText } from "../../../src/bulk/formats/text-encoding.ts";
import { NOON } from "../../harness.ts";
import { officeFile } from "./office-file.ts";
import { bodiesOf, readCsv, readXlsx } from "./reading.ts";

const ERRORS = { error_code: "=not_allowed", error_pointer: "/color", error_message: 'Não é "aceito"; use Preto', suggestion: "Preto" };

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function* failedRows(texts: readonly string[]): AsyncGenerator<FailedRow> {
  for (const [index, text] of texts.entries()) yield { line: index + 2, text, errors: ERRORS };
}

const asCsv = (assumed: Assumed, texts: readonly string[]) => bytesOf(errorCsv(assumed, failedRows(texts)));
const asXlsx = (assumed: Assumed, texts: readonly string[]) => bytesOf(errorXlsx(assumed, failedRows(texts), NOON));
const cellsOf = (texts: readonly string[]) => texts.map((text) => (JSON.parse(text) as readonly unknown[]).slice(1));

describe("a file of failed rows", () => {
  const CELL = fc
    .string({
      unit: fc.constantFrom("a", "ç", "=", "+", "-", "@", "'", '"', ";", ",", "\n", "\t", " ", "0", "1"),
      minLength: 1,
      maxLength: 6,
    })
    .filter((text) => text.trim() !== "");
  const ROWS = fc.array(fc.tuple(CELL, CELL), { minLength: 1, maxLength: 8 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const fileOf = (rows: readonly (readonly [string, string])[], delimiter: string) =>
    `op${delimiter}sku${delimiter}nome\n${rows.map(([sku, name]) => ["product", quoted(sku), quoted(name)].join(delimiter)).join("\n")}\n`;

  it("as CSV has the input's layout, and its rows read back as they were, in every encoding", async () => {
    await fc.assert(
      fc.asyncProperty(
        ROWS,
        fc.constantFrom(";", ",", "\t"),
        fc.constantFrom("UTF-8", "Windows-1252", "UTF-16LE"),
        async (rows, delimiter, encoding) => {
          const text = fileOf([["ç", "ç"], ...rows], delimiter);
          const sent = readCsv(encodeText(encoding, encoding === "UTF-16LE" ? `\ufeff${text}` : text));
          const file = await asCsv(sent.assumed, sent.texts);
          const back = readCsv(file);
          expect(back.assumed).toMatchObject({ delimiter, encoding });
          expect(back.assumed.columns.map(({ name }) => name)).toEqual([
            "op",
            "sku",
            "nome",
            "error_code",
            "error_pointer",
            "error_message",
            "suggestion",
          ]);
          expect(cellsOf(back.texts).map((cells) => cells.slice(0, 4))).toEqual(cellsOf(sent.texts));
          expect(bodiesOf(back)).toEqual(bodiesOf(sent));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("as XLSX has the input's columns, and its rows read back as they were", async () => {
    await fc.assert(
      fc.asyncProperty(ROWS, async (rows) => {
        const sent = readCsv(fileOf(rows, ";"));
        const back = await readXlsx(await asXlsx(sent.assumed, sent.texts));
        expect(bodiesOf(back)).toEqual(bodiesOf(sent));
      }),
      { numRuns: 100 },
    );
  });

  it("of an XLSX file keeps its numbers, in both formats", async () => {
    const sent = await readXlsx(
      officeFile([
        ["sku", "preço de", "preço por"],
        ["A", 1234.5, 0.1],
        ["002", 10, 9],
      ]),
    );
    expect(bodiesOf(await readXlsx(await asXlsx(sent.assumed, sent.texts)))).toEqual(bodiesOf(sent));
    const csv = await asCsv(sent.assumed, sent.texts);
    expect(csv.toString()).toContain('A;"1234,5";"0,1"');
    expect(bodiesOf(readCsv(csv))).toEqual(bodiesOf(sent));
  });

  it("of an error file has the four columns once", async () => {
    const sent = readCsv("sku;estoque\nA;x\n");
    const once = readCsv(await asCsv(sent.assumed, sent.texts));
    const twice = (await asCsv(once.assumed, once.texts)).toString();
    expect(twice.match(/error_code/g)).toHaveLength(1);
    expect(twice).toContain("'=not_allowed");
  });

  it("joins what is wrong with the price and with the stock of one line", async () => {
    const sent = readCsv("sku;preço de;preço por;estoque\nA;x;1;y\n");
    const [, line, ...rest] = (await asCsv(sent.assumed, sent.texts)).toString().split("\r\n");
    expect(line!.startsWith("A;x;1;y;\"'=not_allowed\n'=not_allowed\";")).toBe(false);
    expect([line!.slice(0, 8), rest.filter((one) => one !== "").length]).toEqual(["A;x;1;y;", 0]);
  });

  it("keeps cells beyond the columns, and the beginning of a line that cannot be read", async () => {
    const sent = readCsv('sku;estoque\nA;1;2\n"B;1\n');
    const file = (await asCsv(sent.assumed, sent.texts)).toString();
    expect(file).toContain(";Preto;2\r\n");
    expect(file).toContain('"""B;1";');
  });

  it("of NDJSON has a column for each field that a failed row has, and reads back as the same rows", async () => {
    const rows = [
      {
        op: "product",
        sku: "A",
        name: "=x",
        price: { listPrice: 10.5, salePrice: 9 },
        images: [{ url: "http://a/1.jpg" }],
        attributes: [{ name: "Indicado para", values: ["Corrida", "Caminhada"] }],
        unknown: 1,
      },
      { op: "stock", sku: "B", available: 5 },
    ];
    const texts = [...rows.map((row) => JSON.stringify(row)), "{broken"];
    const assumed = await columnsOfObjects(failedRows(texts));
    expect(assumed.columns.map(({ name }) => name)).toEqual([
      "/op",
      "/sku",
      "/name",
      "/price/listPrice",
      "/price/salePrice",
      "/images/0/url",
      "/attributes/Indicado para",
      "/stock/available",
    ]);
    for (const back of [
      readCsv(await bytesOf(errorCsv(assumed, objectsAsRows(assumed, failedRows(texts))))),
      await readXlsx(await bytesOf(errorXlsx(assumed, objectsAsRows(assumed, failedRows(texts)), NOON))),
    ]) {
      const { unknown: _, ...product } = rows[0]!;
      expect(
        bodiesOf(back)
          .slice(0, 2)
          .map(({ body }) => body),
      ).toEqual([
        { ...product, price: { listPrice: "10.5", salePrice: "9" } },
        { op: "stock", sku: "B", available: "5" },
      ]);
    }
  });
});
