import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRow } from "../../../src/bulk/formats/csv-text.ts";
import { createCsvCutter } from "../../../src/bulk/formats/csv-rows.ts";
import { guardFormula, unguardFormula } from "../../../src/bulk/formats/formula-guard.ts";

/** What a spreadsheet takes for a formula, spelled apart from the guard. */
const STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"];
const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", " ", "\t", "a", '"', ";"), maxLength: 6 }));

describe("cells of files that we write (CSV injection)", () => {
  it.each(["=1+1", "+5511999999999", "-2", "@SUM(A1)", "\t=1", " =1", '=HYPERLINK("http://x")', "'=1", "＝1"])("%j is not run", (text) => {
    expect(STARTS.some((start) => guardFormula(text).trimStart().startsWith(start))).toBe(false);
  });

  const neverRun = (guard: (text: string) => string) =>
    fc.assert(
      fc.property(cell, (text) => {
        expect(STARTS.some((start) => guard(text).startsWith(start))).toBe(false);
        expect(unguardFormula(guard(text))).toBe(text);
      }),
      { numRuns: 5_000 },
    );

  it("are never run, and read back as they were", () => expect(() => neverRun(guardFormula)).not.toThrow());

  it("read back as they were from a whole row", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), fc.constantFrom(";", ",", "\t"), (cells, delimiter) => {
        const cutter = createCsvCutter(delimiter);
        const rows = [...cutter.push(csvRow(cells, delimiter)), ...cutter.end()];
        expect(rows.map((row) => row.cells.map(unguardFormula))).toEqual([cells]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["guards nothing", (text: string) => text],
    ["guards only the equals sign", (text: string) => (text.startsWith("=") ? `'${text}` : text)],
    ["does not guard its own mark", (text: string) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)],
  ])("sees a writer that %s (planted)", (_, guard) => expect(() => neverRun(guard)).toThrow("Property failed"));
});
