import { describe, expect, it } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { errorGroups } from "../../src/printed-documents/error-codes.ts";
import {
  errorCatalogue,
  formatMessage,
  businessRule,
  failureMessage,
  type ErrorRow,
  type Lang,
  type LocalizedText,
} from "../../src/platform/contract/errors.ts";
import { invoiceErrors } from "../../src/orders/invoice/errors.ts";
import { purchaseErrors } from "../../src/orders/purchase/errors.ts";
import { dateTime, decimal, bool, integer, list, object, text } from "../../src/platform/contract/schema.ts";

describe("amounts in sentences", () => {
  const errors = errorCatalogue({ dear: businessRule(422, { "pt-BR": "custa R$ {price:reais}", en: "costs R$ {price:reais}" }) });
  it.each([
    [84.9, "84,90", "84.90"],
    ["84.90", "84,90", "84.90"],
    [0, "0,00", "0.00"],
    [1_234_567.5, "1.234.567,50", "1,234,567.50"],
    [999_999_999, "999.999.999,00", "999,999,999.00"],
  ])("%j is R$ %s in Portuguese and R$ %s in English", (price, portuguese, english) => {
    const failure = errors.failure("dear", { params: { price } });
    expect(failureMessage(failure, "pt-BR")).toBe(`custa R$ ${portuguese}`);
    expect(failureMessage(failure, "en")).toBe(`costs R$ ${english}`);
  });

  it("are written so wherever a text says R$", () => {
    for (const all of [invoiceErrors, purchaseErrors] as const)
      for (const code of all.codes)
        for (const words of Object.values((all as Readonly<Record<string, { readonly text: object }>>)[code]!.text))
          expect(words, code).not.toMatch(/R\$ \{\w+\}/);
    const total = invoiceErrors.failure("danfe_total_differs", { received: "84.90", params: { expected: "1284.90" } });
    expect(failureMessage(total, "pt-BR")).toContain("é R$ 84,90, e o do pedido R$ 1.284,90;");
    expect(failureMessage(total, "en")).toContain("is R$ 84.90, and the order's R$ 1,284.90;");
    const most = purchaseErrors.failure("order_amount_above_maximum", { received: 2_999_999_970, allowed: 999_999_999 });
    expect(failureMessage(most, "pt-BR")).toContain("R$ 2.999.999.970,00; o máximo é R$ 999.999.999,00.");
  });

  it("that are not there stay visible", () => expect(formatMessage("R$ {price:reais}", {}, "en")).toBe("R$ {price:reais}"));
});

describe("texts in sentences", () => {
  const errors = errorCatalogue({
    bare: businessRule(422, { "pt-BR": "recebido {received}; envie {allowed}", en: "received {received}; send {allowed}" }),
    quoted: businessRule(422, { "pt-BR": 'recebido "{received}"', en: 'received "{received}"' }),
  });
  it.each([
    ["", '""'],
    ["25 ", '"25 "'],
    [" ", '" "'],
    ["\t25", '"\\t25"'],
    ["25\u00a0", '"25\u00a0"'],
    ["2 5", "2 5"],
    ["25", "25"],
    [25, "25"],
    [`${"x".repeat(200)} `, `"${"x".repeat(120)}…"`],
  ])("%j is told as %s, and never in two pairs of quotes", (received, told) => {
    const failure = errors.failure("bare", { received, allowed: ["a", received] });
    expect(failureMessage(failure, "pt-BR")).toBe(`recebido ${told}; envie a, ${told}`);
    expect(failureMessage(failure, "en")).toBe(`received ${told}; send a, ${told}`);
    expect(failureMessage(errors.failure("quoted", { received: "25 " }), "en")).toBe('received "25 "');
  });

  it("are told so where a body's schema refuses them", () => {
    const { failures } = compileSchemaCheck(object({ available: integer(), page: integer() }))({ available: "", page: "25 " });
    expect(failures.map((failure) => failureMessage(failure, "pt-BR"))).toEqual([
      '/available: recebido "" (texto); envie um número inteiro.',
      '/page: recebido "25 " (texto); envie um número inteiro.',
    ]);
  });
});

describe("facts in sentences", () => {
  const ROWS = errorGroups(OPERATIONS).flatMap(({ rows }) => rows);
  const FACTS = /\{(\w+)\}/g;
  const factsOf = (row: ErrorRow) => [
    ...new Set(Object.values(row.text).flatMap((words) => [...words.matchAll(FACTS)].map(([, name]) => name!))),
  ];
  const WITH_FACTS = ROWS.filter(([, row]) => factsOf(row).length > 0);
  const LONG: LocalizedText = { "pt-BR": `${"é nosso; ".repeat(60)}fim`, en: `${"is ours; ".repeat(60)}end` };
  const told = (code: string, row: ErrorRow, fact: unknown, lang: Lang) =>
    failureMessage({ code, row, pointer: "/x", params: Object.fromEntries(factsOf(row).map((name) => [name, fact])) }, lang);

  it.each(WITH_FACTS)("of %s are told whole where they are texts of ours, alone or in a list", (code, row) => {
    for (const lang of ["pt-BR", "en"] as const)
      for (const fact of [LONG, [LONG]]) {
        const whole = row.text[lang].replaceAll(FACTS, LONG[lang]);
        expect(told(code, row, fact, lang)).toBe(whole);
      }
  });

  it.each(WITH_FACTS)("of %s are cut at 120 characters where they were sent", (code, row) => {
    for (const lang of ["pt-BR", "en"] as const)
      for (const fact of ["x".repeat(5_000), ["x".repeat(5_000)], { "pt-BR": { x: "x".repeat(5_000) }, en: 1 }])
        expect(told(code, row, fact, lang)).not.toMatch(/x{121}/);
  });

  it("that were sent and look like texts of ours are cut all the same", () => {
    const sent = { a: { "pt-BR": "x".repeat(500), en: "x".repeat(500) } };
    const [failure] = compileSchemaCheck(object({ a: text() }))(sent).failures;
    for (const lang of ["pt-BR", "en"] as const) expect(failureMessage(failure!, lang)).not.toMatch(/x{121}/);
  });
});

describe("types in sentences", () => {
  const schemas = {
    text: text(),
    whole: integer(),
    amount: decimal({ scale: 2 }),
    flag: bool(),
    list: list(text()),
    record: object({}),
    when: dateTime(),
  };
  const said = (sent: object, lang: "pt-BR" | "en") =>
    compileSchemaCheck(object(schemas))(sent).failures.map((failure) => failureMessage(failure, lang).replace(/^\/(\w+): /, "$1 "));

  it("are called by their names in Portuguese", () => {
    expect(said({ text: 1, whole: "x", amount: true, flag: "x", list: {}, record: [], when: 1 }, "pt-BR")).toEqual([
      "text recebido 1 (número); envie um texto.",
      "whole recebido x (texto); envie um número inteiro.",
      "amount recebido true (booleano); envie um número.",
      "flag recebido x (texto); envie true ou false.",
      "list recebido {} (objeto); envie uma lista.",
      "record recebido [] (lista); envie um objeto.",
      "when recebido 1 (número); envie uma data e hora ISO 8601.",
    ]);
    expect(said({}, "pt-BR").slice(0, 2)).toEqual([
      "text obrigatório e ausente; envie um texto.",
      "whole obrigatório e ausente; envie um número inteiro.",
    ]);
  });

  it("and as JSON calls them in English, on the wire always", () => {
    expect(said({ text: 1, whole: "x" }, "en").slice(0, 2)).toEqual([
      "text received 1 (number); send a value of type string.",
      "whole received x (string); send a value of type integer.",
    ]);
    expect(compileSchemaCheck(object(schemas))({}).failures.map(({ allowed }) => allowed)).toEqual([
      "string",
      "integer",
      "number",
      "boolean",
      "array",
      "object",
      "date-time",
    ]);
  });
});
