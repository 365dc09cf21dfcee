import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalText, fromCents, isExactNumber, scaleOf, toCents } from "../../src/platform/basics/decimal.ts";

describe("isExactNumber (reliability T32)", () => {
  it.each([
    "0",
    "-0",
    "0.0",
    "5",
    "12.50",
    "999999999999999",
    "0.123456789012345",
    "-123456.789012345",
    "1e15",
    "1.5E+3",
    "1e22",
    "100000000000000000000",
    "0.00000000000000000001",
    "1.5000000000000000000000",
    "0e999",
  ])("%s is kept as written", (text) => expect(isExactNumber(text)).toBe(true));

  it.each([
    "1234567890123456",
    "0.1234567890123456",
    "9007199254740993",
    "12345678.123456789",
    "1e309",
    "-1e400",
    "1e-400",
    "1.5e-310",
    "1234567890123456e3",
  ])("%s would be rounded or is beyond doubles", (text) => expect(isExactNumber(text)).toBe(false));
});

describe("isExactNumber, given a number nobody writes", () => {
  it("refuses it without looking at its digits", () => {
    expect(isExactNumber(`1${"0".repeat(99)}`)).toBe(true);
    for (const text of [`1${"0".repeat(100)}`, `1${"0".repeat(200)}`, `0.${"0".repeat(1_000_000)}1`])
      expect(isExactNumber(text)).toBe(false);
  });
});

describe("decimalText", () => {
  it.each([
    [0, "0"],
    [12.5, "12.5"],
    [-0.001, "-0.001"],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    [1e21, "1000000000000000000000"],
    [-1.5e22, "-15000000000000000000000"],
  ])("%d reads %s", (value, text) => expect(decimalText(value)).toBe(text));

  it("reads back as the same number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(decimalText(value)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(decimalText(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe("scaleOf", () => {
  it.each([
    [12, 0],
    [12.5, 1],
    [10.123, 3],
    [10.1234, 4],
    [1e-7, 7],
    [1e300, 0],
    [-0.05, 2],
  ])("%d has %d decimals", (value, scale) => expect(scaleOf(value)).toBe(scale));
});

describe("cents (decisions 1.6)", () => {
  it.each([
    [0, 0],
    [12.5, 1250],
    [0.07, 7],
    [1.1, 110],
    [4.35, 435],
    [1.15, 115],
    [-0.29, -29],
    [1_000_000_000, 100_000_000_000],
    [90_071_992_547.99, 9_007_199_254_799],
  ])("%d is %d cents", (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
    expect(fromCents(cents)).toBe(amount);
  });

  it("come back unchanged up to 15 digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (cents) => {
        expect(toCents(fromCents(cents))).toBe(cents);
      }),
      { numRuns: 1_000 },
    );
  });

  it("agree with the decimal text, digit by digit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, rest) => {
        expect(toCents(Number(`${whole}.${String(rest).padStart(2, "0")}`))).toBe(whole * 100 + rest);
      }),
    );
  });

  it("refuse what they cannot hold", () => {
    for (const amount of [0.001, 12.345, 1e300, 1e-9, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => toCents(amount), String(amount)).toThrow(RangeError);
    for (const cents of [0.5, 2 ** 53, Number.NaN]) expect(() => fromCents(cents), String(cents)).toThrow(RangeError);
  });
});
