import { describe, expect, it } from "vitest";
import { decimalMarkOf, readDecimal, readInteger } from "../../../src/bulk/formats/number-cells.ts";

describe("decimals as people write them (issue 33)", () => {
  it.each([
    ["89,90", ",", "89.90"],
    ["89.90", ",", "89.90"],
    ["89.90", ".", "89.90"],
    ["89,90", ".", "89.90"],
    ["1.234,50", ".", "1234.50"],
    ["1,234.50", ",", "1234.50"],
    ["1.234.567", ",", "1234567"],
    ["R$ 89,90", ",", "89.90"],
    ["-R$ 5", ",", "-5"],
    ["0,750", ".", "0.750"],
    ["1,250", ",", "1.250"],
    ["1.250", ".", "1.250"],
    ["12345,678", ".", "12345.678"],
    ["007", ",", "007"],
  ] as const)("reads %j in a file with %j as %s", (cell, mark, number) => expect(readDecimal(cell, mark)).toBe(number));

  it.each([
    ["1.250", ","],
    ["1,250", "."],
    ["-12.500", ","],
  ] as const)("refuses to guess what %j is in a file with %j", (cell, mark) => {
    const bare = cell.replace(/[.,]/, "");
    expect(readDecimal(cell, mark)).toEqual({
      thousands: bare,
      decimal: cell.replace(",", "."),
      exact: `${cell.replace(",", ".")}0`,
    });
  });

  it.each(["", "abc", "1,2,3", "12,34,56", "1.23.456", "1e5", "1 000", "--1"])("says that %j is no number", (cell) =>
    expect(readDecimal(cell, ",")).toBeUndefined(),
  );
});

describe("whole numbers", () => {
  it.each([
    ["25", "25"],
    [" 25 ", "25"],
    ["25,0", "25"],
    ["25.00", "25"],
    ["1.234.567", "1234567"],
    ["2,5", "2,5"],
    ["abc", "abc"],
  ])("reads %j as %j", (cell, number) => expect(readInteger(cell)).toBe(number));

  it.each([
    ["1.000", "1000", "1"],
    ["1,000", "1000", "1"],
    ["12.500", "12500", "12.5000"],
  ])("refuses to guess what %j is", (cell, thousands, exact) => expect(readInteger(cell)).toMatchObject({ thousands, exact }));
});

describe("the decimal mark of a file", () => {
  it.each([
    [["89,90", "100", "7,5"], ","],
    [["89.90", "100"], "."],
    [["1.234,5"], ","],
    [["89,90", "89.90"], undefined],
    [["1.250", "100", "abc"], undefined],
    [[], undefined],
  ] as const)("of %j is %j", (cells, mark) => expect(decimalMarkOf(cells)).toBe(mark));
});
