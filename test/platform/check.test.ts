import { describe, expect, it } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { MAX_FAILURES } from "../../src/platform/contract/failure-collector.ts";
import { bodyErrors, parameterErrors } from "../../src/platform/contract/input-errors.ts";
import { anything, dateTime, decimal, bool, integer, list, enumOf, optional, object, text } from "../../src/platform/contract/schema.ts";
import { leastCpuMs } from "../cpu.ts";
import { failuresOf, refusal, valueOf } from "./checked.ts";

describe("text", () => {
  it("counts characters, not UTF-16 units", () => {
    expect(valueOf(text({ maxLength: 3 }), "😀😀😀")).toBe("😀😀😀");
    expect(failuresOf(text({ maxLength: 3 }), "😀😀😀😀")).toMatchObject(refusal("too_long", { allowed: 3, params: { length: 4 } }));
    expect(failuresOf(text({ minLength: 2 }), "😀")).toMatchObject(
      refusal("too_short", { received: "😀", allowed: 2, params: { length: 1 } }),
    );
    expect(valueOf(text({ minLength: 2 }), "é😀")).toBe("é😀");
  });

  it.each([5, true, [], ["a"], {}, null, 12.5])("is never made of %j", (value) => {
    expect(failuresOf(text(), value)).toMatchObject(refusal("wrong_type", { allowed: "string" }));
  });

  it("takes an integer where the field says so", () => {
    const line = text({ also: "integer", maxLength: 13 });
    expect(valueOf(line, 7891234567895)).toBe("7891234567895");
    expect(valueOf(line, "007")).toBe("007");
    for (const value of [1.5, true, 1e21, {}]) expect(failuresOf(line, value)).toMatchObject(refusal("wrong_type"));
    expect(failuresOf(line, 99_999_999_999_999)).toMatchObject(refusal("too_long"));
  });

  it("refuses a pattern with the field's own sentence when it has one", () => {
    const sku = text({
      pattern: "^[A-Z]+$",
      refusal: {
        code: "sku_characters",
        text: { "pt-BR": "{pointer}: só letras, não {received}", en: "{pointer}: letters only, not {received}" },
      },
    });
    const [failure] = failuresOf(sku, "a b");
    expect(failure).toMatchObject({
      code: "sku_characters",
      pointer: "/it",
      received: "a b",
      row: { status: 400, type: "Bad_Request_Error" },
    });
    expect(failureMessage(failure!, "pt-BR")).toBe("/it: só letras, não a b");
    expect(failuresOf(text({ pattern: "^[A-Z]+$" }), "a")).toMatchObject(refusal("pattern", { received: "a", allowed: "^[A-Z]+$" }));
  });

  it("that is too long and has wrong characters is told both, one that is too short only that", () => {
    const codes = (value: string) => failuresOf(text({ minLength: 1, maxLength: 3, pattern: "^[A-Z]+$" }), value).map(({ code }) => code);
    expect(codes("AB c")).toEqual(["too_long", "pattern"]);
    expect(codes("ABCD")).toEqual(["too_long"]);
    expect(codes("")).toEqual(["too_short"]);
  });

  it("repeats long values cut", () => {
    const [failure] = failuresOf(text({ maxLength: 100 }), "x".repeat(1_000_000));
    expect(String(failure?.received).length).toBeLessThan(130);
    expect(failure?.params).toEqual({ length: 1_000_000 });
  });
});

describe("bool", () => {
  it.each(["true", 0, 1, [], {}, null])("refuses %j", (value) => {
    expect(failuresOf(bool(), value)).toMatchObject(refusal("wrong_type", { allowed: "boolean" }));
  });
});

describe("enumOf (decisions 1.12)", () => {
  const gender = enumOf(["Homem", "Mulher", "Unissex"]);
  const status = enumOf(["approved", "Invoiced", "Waiting Checkin"], { ignoreCase: true, aliases: { Faturado: "Invoiced" } });

  it("is exact unless it ignores case", () => {
    expect(failuresOf(gender, "homem")).toMatchObject(
      refusal("not_allowed", { received: "homem", allowed: ["Homem", "Mulher", "Unissex"], suggestions: ["Homem"] }),
    );
    expect(valueOf(status, "WAITING checkin")).toBe("Waiting Checkin");
    expect(valueOf(status, "faturado")).toBe("Invoiced");
  });

  it.each([
    ["UNISSEX", ["Unissex"]],
    ["Unisex", ["Unissex"]],
    ["mulhér", ["Mulher"]],
    ["x", undefined],
    ["__proto__", undefined],
    ["Homens, mulheres e crianças de todas as idades, em todo o território nacional", undefined],
  ])("suggests for %s %j", (sent, suggestions) => expect(failuresOf(gender, sent)[0]?.suggestions).toEqual(suggestions));

  it("suggests words that differ in case alone before words that differ more", () => {
    expect(failuresOf(enumOf(["azuul", "Azúl", "Azul", "verde"]), "AZUL")[0]?.suggestions).toEqual(["Azul", "Azúl", "azuul"]);
  });
});

describe("dateTime (decisions 1.7)", () => {
  it("answers epoch milliseconds", () => {
    expect(valueOf(dateTime(), "2026-11-20T09:52:48-03:00")).toBe(Date.parse("2026-11-20T12:52:48Z"));
    expect(valueOf(dateTime({ epoch: true }), 1_795_179_168_000)).toBe(1_795_179_168_000);
    expect(failuresOf(dateTime(), 1_795_179_168_000)).toMatchObject(refusal("wrong_type", { allowed: "date-time" }));
    expect(failuresOf(dateTime({ epoch: true }), 1e300)).toMatchObject(refusal("wrong_date"));
    expect(valueOf(dateTime({ epoch: true }), "1795179168000")).toBe(1_795_179_168_000);
    expect(failuresOf(dateTime(), "1795179168000")).toMatchObject(refusal("wrong_date"));
    // Fewer digits, or more, are dates without their signs rather than instants.
    for (const sent of ["2026-02-30", "ontem", "", "20261120", "20261120095248", "-1795179168000", "1795179168000 "])
      expect(failuresOf(dateTime({ epoch: true }), sent)).toMatchObject(refusal("wrong_date", { received: sent }));
  });
});

describe("list", () => {
  const urls = list(object({ url: text() }), { minItems: 1, maxItems: 3, uniqueItems: true });

  it("refuses too few, too many and repeated items", () => {
    expect(failuresOf(urls, [])).toMatchObject(refusal("too_few_items", { allowed: 1, params: { count: 0 } }));
    expect(failuresOf(urls, [{ url: "a" }, { url: "b" }, { url: "c" }, { url: 4 }])).toMatchObject(
      refusal("too_many_items", { allowed: 3, params: { count: 4 } }),
    );
    expect(failuresOf(urls, [{ url: "a" }, { url: "b" }, { more: 1, url: "a" }])).toMatchObject([
      { code: "repeated_item", pointer: "/it/2", params: { first: 0 } },
    ]);
    expect(failuresOf(urls, {})).toMatchObject(refusal("wrong_type", { allowed: "array" }));
  });

  it("keeps null an item", () => expect(failuresOf(list(text()), ["a", null])).toMatchObject([{ code: "wrong_type", pointer: "/it/1" }]));
});

describe("record", () => {
  const product = object({
    sku: text(),
    color: optional(text({ absent: ["", false, "false"] })),
    images: list(object({ url: text() }), { maxItems: 6 }),
    price: object({ salePrice: decimal({ scale: 2, above: 0 }) }),
    size: optional(integer({ default: 20 })),
    more: optional(anything()),
  });
  const clean = { sku: "A", images: [{ url: "u" }], price: { salePrice: 1 } };

  it("finds everything at once, each at its place", () => {
    const { failures } = compileSchemaCheck(product)({
      sku: 5,
      images: [{ url: "a" }, { url: null }, "x", { url: true }],
      price: { salePrice: "0" },
      more: 1,
    });
    expect(failures.map(({ code, pointer, row }) => [code, pointer, row.type])).toEqual([
      ["wrong_type", "/sku", "Bad_Request_Error"],
      ["required", "/images/1/url", "Bad_Request_Error"],
      ["wrong_type", "/images/2", "Bad_Request_Error"],
      ["wrong_type", "/images/3/url", "Bad_Request_Error"],
      ["not_above", "/price/salePrice", "Bad_Request_Error"],
    ]);
  });

  it("names each required member that is missing or null", () => {
    expect(compileSchemaCheck(product)({ sku: null }).failures.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["required", "/sku"],
      ["required", "/images"],
      ["required", "/price"],
    ]);
  });

  it("drops unknown keys and fills what has a default", () => {
    expect(valueOf(product, { ...clean, unknown: 1, price: { salePrice: 1, currency: "BRL" } })).toEqual({ ...clean, size: 20 });
    expect(valueOf(product, { ...clean, size: 5, more: [{ a: null }] })).toEqual({ ...clean, size: 5, more: [{ a: null }] });
  });

  it.each(["", false, "false", null, undefined])("takes colour %j as not sent", (color) => {
    expect(valueOf(product, { ...clean, color })).toEqual({ ...clean, size: 20 });
  });

  it("keeps what is right beside what is wrong", () => {
    expect(compileSchemaCheck(product)({ sku: "A", images: 5, price: { salePrice: -1 } }).value).toEqual({ sku: "A", size: 20 });
  });

  it.each([[[]], ["x"], [5], [true], [null], [undefined]])("refuses %j as a body, in one failure", (body) => {
    const { failures } = compileSchemaCheck(product)(body);
    expect(failures).toMatchObject([{ code: "wrong_type", pointer: "", allowed: "object" }]);
    expect(failureMessage(failures[0]!, "pt-BR")).toMatch(/^JSON: /);
  });

  it("escapes pointers", () => {
    expect(failuresOf(object({ "a/b~": text() }), {})).toMatchObject([{ pointer: "/it/a~1b~0" }]);
  });
});

describe("compileSchemaCheck", () => {
  it("refuses to publish what it does not check", () => {
    for (const schema of [
      { type: "string", format: "uri" },
      { anyOf: [] },
      { type: "object", properties: { a: { type: "integer", multipleOf: 2 } } },
      { type: "null" },
      { type: "string", maxLenght: 3 },
    ])
      expect(() => compileSchemaCheck(schema), JSON.stringify(schema)).toThrow(/runs no/);
  });

  it("names at most 100 failures and counts the rest, in bounded time and size", () => {
    const many = list(object({ a: text(), b: integer() }));
    const bad = Array.from({ length: 50_000 }, () => ({ a: [1], b: "x" }));
    const { failures } = compileSchemaCheck(many)(bad);
    expect(leastCpuMs(() => compileSchemaCheck(many)(bad))).toBeLessThan(300);
    expect(failures).toHaveLength(MAX_FAILURES + 1);
    expect(failures.at(-1)).toMatchObject({ code: "more_failures", params: { count: 99_900 } });
    expect(compileSchemaCheck(list(text(), { maxItems: 6 }))(Array.from({ length: 1_000_000 }, () => 1)).failures).toHaveLength(7);
  });
});

describe("the sentences of refused values", () => {
  const broken = object({
    required: text(),
    wrong_type: text(),
    too_short: text({ minLength: 2 }),
    too_long: text({ maxLength: 2 }),
    pattern: text({ pattern: "^a$" }),
    not_allowed: enumOf(["a"]),
    not_above: decimal({ scale: 2, above: 0 }),
    below_minimum: integer({ minimum: 1 }),
    over_maximum: integer({ maximum: 1 }),
    decimal_comma: decimal({ scale: 2 }),
    too_many_decimals: decimal({ scale: 2 }),
    number_not_exact: decimal({ scale: 2 }),
    too_few_items: list(text(), { minItems: 1 }),
    too_many_items: list(text(), { maxItems: 1 }),
    repeated_item: list(text(), { uniqueItems: true }),
    wrong_date: dateTime(),
    more_failures: list(text()),
  });
  const { failures } = compileSchemaCheck(broken)({
    wrong_type: 1,
    too_short: "a",
    too_long: "abc",
    pattern: "b",
    not_allowed: "b",
    not_above: 0,
    below_minimum: 0,
    over_maximum: 2,
    decimal_comma: "0,1",
    too_many_decimals: 0.123,
    number_not_exact: "0.12345678901234567",
    too_few_items: [],
    too_many_items: ["a", "b"],
    repeated_item: ["a", "a"],
    wrong_date: "x",
    more_failures: Array.from({ length: 200 }, () => 1),
  });

  it("exist for every code a value can be refused with", () => {
    const reached = new Set(failures.map((failure) => failure.code));
    const ofParametersOnly = ["repeated", "control_character"];
    for (const code of parameterErrors.codes.map((one) => one.replace("parameter_", "")).filter((one) => !ofParametersOnly.includes(one)))
      expect(reached, code).toContain(code);
    for (const { code } of failures) expect(bodyErrors.codes).toContain(code);
  });

  it("leave no name unfilled, in either language", () => {
    for (const failure of failures)
      for (const lang of ["pt-BR", "en"] as const) expect(failureMessage(failure, lang)).not.toMatch(/[{]\w+[}]/);
  });

  it("name field, value and fix", () => {
    const said = (code: string) =>
      failureMessage(
        failures.find((failure) => failure.code === code)!,
        "pt-BR",
      );
    expect(said("required")).toBe("/required: obrigatório e ausente; envie um texto.");
    expect(said("too_long")).toBe("/too_long: tem 3 caracteres; o máximo é 2. Encurte o texto.");
    expect(said("decimal_comma")).toBe("/decimal_comma: 0,1 usa vírgula decimal; envie 0.1.");
    expect(said("more_failures")).toMatch(/^Há mais \d+ problemas/);
  });
});
