import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvCutter, type CsvRow, LONGEST_ROW } from "../../../src/bulk/formats/csv-rows.ts";
import { FileProblem } from "../../../src/bulk/formats/file-problem.ts";

function cut(text: string, delimiter = ";", piece = text.length || 1): readonly CsvRow[] {
  const cutter = createCsvCutter(delimiter);
  const rows: CsvRow[] = [];
  for (let at = 0; at < text.length; at += piece) rows.push(...cutter.push(text.slice(at, at + piece)));
  return [...rows, ...cutter.end()];
}
const cellsOf = (text: string, delimiter?: string) => cut(text, delimiter).map(({ cells }) => cells);

describe("rows of a CSV file (RFC 4180, design 2)", () => {
  it.each([
    [
      "a;b\r\n1;2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\r1;2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ['"a;b";"c""d"\n', [["a;b", 'c"d']]],
    ['"two\r\nlines";x\n', [["two\r\nlines", "x"]]],
    ['TV 5";x\n', [['TV 5"', "x"]]],
    ['"a" ;b\n', [["a", "b"]]],
    [";;\n", [["", "", ""]]],
    ['"";x\n', [["", "x"]]],
    ["\n\na\n", [[""], [""], ["a"]]],
    ["a;", [["a", ""]]],
  ])("cuts %j", (text, rows) => expect(cellsOf(text)).toEqual(rows));

  it("agrees with csv-parse on every text that it reads, however the text arrives", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "ç", '"', ";", "\n", "\r\n", " ", "1"), maxLength: 6 });
    const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
    const plain = cell.map((text) => text.replaceAll(/["\n\r;]/g, ""));
    const file = fc.array(fc.array(fc.oneof(quoted, plain), { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(file, fc.constantFrom("\n", "\r\n"), fc.integer({ min: 1, max: 7 }), (rows, lineEnd, piece) => {
        const text = rows.map((cells) => cells.join(";")).join(lineEnd) + lineEnd;
        const expected = parse(text, { delimiter: ";", relax_column_count: true, record_delimiter: ["\r\n", "\n", "\r"] });
        expect(cut(text, ";", piece).map(({ cells }) => cells)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("counts every character and every line, also of rows that it cannot read", () => {
    const anything = fc.string({ unit: fc.constantFrom("a", '"', ";", "\n", "\r\n"), maxLength: 60 });
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 5 }), (text, piece) => {
        const rows = cut(text, ";", piece);
        expect(rows.reduce((sum, { length }) => sum + length, 0)).toBe(text.length);
        let at = 0;
        for (const { line, length } of rows) {
          expect(line).toBe(1 + (text.slice(0, at).match(/\r\n|\n/g)?.length ?? 0));
          at += length;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives up only the line of a quote that does not close, and names it", () => {
    const rows = cut('a;b\n"x";"y\nz;1\n"u";"v"\n');
    expect(rows.map(({ line, cells, broken }) => [line, broken?.code ?? cells, broken?.column])).toEqual([
      [1, ["a", "b"], undefined],
      [2, "row_quote_misplaced", 5],
      [3, ["z", "1"], undefined],
      [4, ["u", "v"], undefined],
    ]);
    expect(cut('a;"open\nb;1').map(({ line, broken, cells }) => [line, broken?.code ?? cells])).toEqual([
      [1, "row_quote_open"],
      [2, ["b", "1"]],
    ]);
  });

  it("names text after a closing quote", () => {
    expect(cut('a;"b"c\nd;e\n').map(({ broken, cells }) => broken ?? cells)).toEqual([
      { code: "row_quote_misplaced", column: 3 },
      ["d", "e"],
    ]);
  });

  it("gives up a row that is too long, in bounded memory, and goes on with the next line", () => {
    const cutter = createCsvCutter(";");
    const piece = "x".repeat(65_536);
    const rows: CsvRow[] = [];
    for (let i = 0; i < 40; i += 1) rows.push(...cutter.push(piece));
    rows.push(...cutter.push("\nb;1\n"), ...cutter.end());
    expect(rows[0]!.broken?.code).toBe("file_row_too_long");
    expect(rows[0]!.cells[0]!.length).toBeLessThanOrEqual(1_000);
    expect(rows.slice(1).every(({ length }) => length <= LONGEST_ROW + piece.length)).toBe(true);
    expect(rows.filter(({ cells }) => cells.length > 0).at(-1)).toMatchObject({ line: 2, cells: ["b", "1"] });
  });

  it("ends at a line that does not end: it would have to be stored as a whole", () => {
    const cutter = createCsvCutter(";");
    const piece = "x".repeat(65_536);
    expect(() => {
      for (let i = 0; i < 100; i += 1) cutter.push(piece);
    }).toThrow(FileProblem);
  });

  it("finds the same rows in a long text, in whatever pieces it arrives", () => {
    const long = `"${"a".repeat(LONGEST_ROW - 10)}`;
    const texts = [
      `x;${long}";1\ny;2\n`,
      `x;${long}${long.slice(1)}";1\ny;2\n`,
      `x;"a\nb${"c".repeat(LONGEST_ROW)}";1\ny;2\n`,
      `${"a;".repeat(LONGEST_ROW)}\ny;2\n`,
    ];
    const found = (rows: readonly CsvRow[]) =>
      rows.filter(({ cells }) => cells.length > 0).map(({ line, cells, broken }) => [line, broken?.code ?? cells.map((one) => one.length)]);
    for (const text of texts) for (const piece of [1_000, 65_536, 300_000]) expect(found(cut(text, ";", piece))).toEqual(found(cut(text)));
  });
});
