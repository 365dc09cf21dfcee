import { describe, expect, it } from "vitest";
import { compileSchemaCheck, compileParameterCheck } from "../../src/platform/contract/check.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { echoableValue } from "../../src/platform/contract/failure-collector.ts";
import { decimal, EXACT_MAX, integer, object } from "../../src/platform/contract/schema.ts";
import { failuresOf, refusal, valueOf } from "./checked.ts";

describe("decimal (decisions 1.5, 1.6)", () => {
  const weight = decimal({ scale: 3, above: 0, maximum: 100 });

  it.each([
    [12.5, 12.5],
    ["12.50", 12.5],
    ["0.180", 0.18],
    ["7", 7],
    [10.123, 10.123],
    ["100.000", 100],
  ])("reads %j as %d", (sent, number) => expect(valueOf(weight, sent)).toBe(number));

  it.each([
    ["0,15", "0.15"],
    ["12,5", "12.5"],
    ["1.234,56", "1234.56"],
    ["-0,15", "-0.15"],
  ])("refuses the comma of %j and says %s", (sent, fixed) => {
    const [failure, ...rest] = failuresOf(weight, sent);
    expect(rest).toEqual([]);
    expect(failure).toMatchObject({ code: "decimal_comma", received: sent, suggestions: [fixed] });
    for (const lang of ["pt-BR", "en"] as const) expect(failureMessage(failure!, lang)).toContain(` ${fixed}.`);
  });

  it.each([
    "",
    " 1",
    "1 ",
    "1.",
    ".5",
    "+1",
    "1e3",
    "0x1",
    "1_0",
    "NaN",
    "Infinity",
    "1,234.56",
    "1,,2",
    "abc",
    true,
    false,
    [],
    [1],
    {},
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("refuses %j", (value) => {
    expect(failuresOf(weight, value)).toMatchObject(refusal("wrong_type", { allowed: "number" }));
  });

  it("compares decimals on the text, not on floats", () => {
    expect(failuresOf(weight, 10.1234)).toMatchObject(
      refusal("too_many_decimals", { received: 10.1234, allowed: 3, params: { decimals: 4 } }),
    );
    expect(failuresOf(weight, "10.1234")).toMatchObject(refusal("too_many_decimals", { received: "10.1234" }));
    expect(failuresOf(weight, 1e-7)).toMatchObject(refusal("too_many_decimals", { params: { decimals: 7 } }));
    expect(valueOf(weight, "10.1230")).toBe(10.123);
    // 1.001 * 1000 is 1000.9999999999999: arithmetic would refuse some of these.
    const check = compileSchemaCheck(weight);
    for (let thousandths = 1; thousandths < 10_000; thousandths += 1) {
      const sent = `${Math.floor(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, "0")}`;
      expect([check(Number(sent)), check(sent)]).toEqual([
        { value: Number(sent), failures: [] },
        { value: Number(sent), failures: [] },
      ]);
      expect(check(`${sent}1`).failures).toMatchObject([{ code: "too_many_decimals" }]);
    }
  });

  it("never rounds a text that a double cannot hold", () => {
    for (const sent of ["0.1234567890123456", "99.99999999999999999"])
      expect(failuresOf(weight, sent)).toMatchObject(refusal("number_not_exact", { received: sent }));
    expect(failuresOf(weight, "1".repeat(10_000))).toMatchObject(refusal("number_not_exact"));
  });

  it("says every bound that is broken", () => {
    expect(failuresOf(weight, 0)).toMatchObject(refusal("not_above", { received: 0, allowed: 0 }));
    expect(failuresOf(weight, "0.000")).toMatchObject(refusal("not_above", { received: "0.000" }));
    expect(failuresOf(weight, 100.001)).toMatchObject(refusal("over_maximum", { allowed: 100 }));
    expect(failuresOf(weight, -0.0001).map((failure) => failure.code)).toEqual(["not_above", "too_many_decimals"]);
    expect(failuresOf(decimal({ scale: 2 }), 1e300)).toMatchObject(refusal("over_maximum"));
    expect(failuresOf(decimal({ scale: 2 }), -1e300)).toMatchObject(refusal("below_minimum"));
    expect(Object.is(valueOf(decimal({ scale: 2, minimum: 0 }), "-0"), 0)).toBe(true);
  });
});

describe("integer", () => {
  it("reads whole numbers within 32 bits", () => {
    for (const value of [0, 5.0, -2_147_483_648, 2_147_483_647]) expect(valueOf(integer(), value)).toBe(value);
    expect(Object.is(valueOf(integer(), -0), 0)).toBe(true);
    expect(failuresOf(integer(), 2_147_483_648)).toMatchObject(refusal("over_maximum", { allowed: 2_147_483_647 }));
    expect(failuresOf(integer({ minimum: 0 }), -1)).toMatchObject(refusal("below_minimum", { received: -1, allowed: 0 }));
  });

  it.each([
    ["25", 25],
    ["0", 0],
    ["-0", 0],
    ["-7", -7],
    ["007", 7],
    ["2147483647", 2_147_483_647],
  ])("reads the text %j as %d (decisions 9)", (sent, number) => expect(valueOf(integer(), sent)).toBe(number));

  it("keeps a text as it was written, or refuses it", () => {
    const wide = integer({ minimum: 0, maximum: EXACT_MAX });
    expect(valueOf(wide, "999999999999999")).toBe(999_999_999_999_999);
    for (const sent of ["9007199254740993", "-9007199254740993", "1".repeat(10_000)])
      expect(failuresOf(wide, sent)).toMatchObject(refusal("number_not_exact", { received: echoableValue(sent) }));
    expect(failuresOf(integer(), "2147483648")).toMatchObject(refusal("over_maximum", { received: "2147483648", allowed: 2_147_483_647 }));
    expect(failuresOf(integer({ minimum: 1 }), "0")).toMatchObject(refusal("below_minimum", { received: "0", allowed: 1 }));
    expect(failuresOf(integer({ minimum: 1 }), `1${"0".repeat(90)}`)).toMatchObject(refusal("over_maximum"));
  });

  it.each([
    "2.5",
    "5.0",
    "25 ",
    " 25",
    "25\n",
    "+5",
    "1e2",
    "0x1",
    "1_0",
    "1,000",
    "٢٥",
    "-",
    "",
    5.5,
    true,
    [5],
    ["5"],
    {},
    null,
    Number.NaN,
  ])("refuses %j", (value) => {
    expect(failuresOf(integer(), value)).toMatchObject(refusal("wrong_type", { allowed: "integer" }));
  });

  it.each(["2.5", "25 ", "1e2", "", "9".repeat(301)])("is read from a query's text, which %j is none of, as before", (sent) => {
    const { failures } = compileParameterCheck(object({ page: integer({ minimum: 0 }) }), "query")({ page: sent });
    expect(failures).toMatchObject([{ code: "parameter_wrong_type", pointer: "query.page", allowed: "integer" }]);
  });
});
