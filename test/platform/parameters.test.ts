import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureMessage } from "../../src/platform/contract/errors.ts";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { SchemaKeywords } from "../../src/platform/contract/check-values.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { compileParameterCheck } from "../../src/platform/contract/check.ts";
import { dateTime, bool, integer, list, enumOf, optional, object, text, withPeriod } from "../../src/platform/contract/schema.ts";

describe("compileParameterCheck (decisions 1.8, 1.10)", () => {
  const check = compileParameterCheck(
    object({
      page: optional(integer({ minimum: 0, default: 0 })),
      size: optional(integer({ minimum: 1, maximum: 100, default: 20 })),
      orderStatus: optional(enumOf(["approved", "Invoiced"], { ignoreCase: true })),
      from: optional(dateTime()),
      since: optional(dateTime({ epoch: true })),
      expand: optional(list(text())),
      dryRun: optional(bool()),
      buId: text({ maxLength: 20 }),
    }),
    "query",
  );
  const read = (sent: Record<string, unknown>) => {
    const { value, failures } = check({ buId: "VE", ...sent });
    expect(failures).toEqual([]);
    return value;
  };
  const codes = (sent: Record<string, unknown>) =>
    check({ buId: "VE", ...sent }).failures.map(({ code, pointer, row }) => [code, pointer, row.type, row.status]);
  const plain = { page: 0, size: 20, buId: "VE" };

  it("reads texts as what they stand for", () => {
    expect(read({})).toEqual(plain);
    expect(
      read({
        page: "3",
        size: "100",
        orderStatus: "INVOICED",
        dryRun: "true",
        expand: "items, shippings,,",
        from: "2026-11-20",
        since: "1795179168000",
        other: "x",
      }),
    ).toEqual({
      ...plain,
      page: 3,
      size: 100,
      orderStatus: "Invoiced",
      dryRun: true,
      expand: ["items", "shippings"],
      from: Date.parse("2026-11-20T03:00Z"),
      since: 1_795_179_168_000,
    });
    expect(read({ expand: ["items", "shippings,status"] })).toMatchObject({ expand: ["items", "shippings", "status"] });
  });

  it.each(["{orderStatus}", "{}", ""])("takes the filter %j as not sent", (orderStatus) => expect(read({ orderStatus })).toEqual(plain));

  it.each(["-1", "1.5", "abc", "", "1e3", "+1", " 1", "0x1", "2147483648", "9".repeat(30), "9".repeat(5_000)])(
    "refuses page=%s",
    (page) => {
      expect(codes({ page })).toMatchObject([
        [
          /^-1$/.test(page) ? "parameter_below_minimum" : expect.stringMatching(/^parameter_(wrong_type|over_maximum)$/),
          "query.page",
          "Parameter_Error",
          400,
        ],
      ]);
    },
  );

  it("refuses what is out of range, unknown, repeated, missing or no date", () => {
    expect(codes({ size: "101" })).toEqual([["parameter_over_maximum", "query.size", "Parameter_Error", 400]]);
    expect(
      codes({ size: "0", orderStatus: "aproved", from: "2026-02-30", dryRun: "sim" }).map(([code, pointer]) => [code, pointer]),
    ).toEqual([
      ["parameter_below_minimum", "query.size"],
      ["parameter_not_allowed", "query.orderStatus"],
      ["parameter_wrong_date", "query.from"],
      ["parameter_wrong_type", "query.dryRun"],
    ]);
    expect(codes({ page: ["1", "1"] })).toEqual([["parameter_repeated", "query.page", "Parameter_Error", 400]]);
    expect(check({}).failures).toMatchObject([{ code: "parameter_required", pointer: "query.buId" }]);
    expect(check({ buId: ["VE", "VM"] }).failures).toMatchObject([{ code: "parameter_repeated", pointer: "query.buId" }]);
  });

  it.each([
    ["path", "parâmetro do endereço", "path parameter"],
    ["query", "parâmetro de consulta", "query parameter"],
    ["header", "cabeçalho", "header"],
  ] as const)("calls what is missing in the %s by its place's word", (place, portuguese, english) => {
    const [failure] = compileParameterCheck(object({ since: dateTime() }), place)({}).failures;
    expect(failureMessage(failure!, "pt-BR")).toBe(
      `${place}.since: ${portuguese} obrigatório, que não foi enviado; envie uma data e hora ISO 8601.`,
    );
    expect(failureMessage(failure!, "en")).toBe(`${place}.since: required ${english}, which was not sent; send a value of type date-time.`);
  });

  it("names path parameters as such", () => {
    const path = compileParameterCheck(object({ shippingCode: integer({ minimum: 1 }) }), "path");
    expect(path({ shippingCode: "17" })).toEqual({ value: { shippingCode: 17 }, failures: [] });
    expect(path({ shippingCode: "{shippingCode}" }).failures).toMatchObject([
      { code: "parameter_wrong_type", pointer: "path.shippingCode", received: "{shippingCode}" },
    ]);
  });

  it("never throws, whatever the texts", () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 }), fc.constantFrom("{", "}", "{{}}", "{\n}"));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("page", "orderStatus", "from", "since", "expand", "dryRun", "buId", "__proto__"), value),
        (sent) => void check(sent),
      ),
    );
  });
});

describe("control characters in parameters (T36)", () => {
  it.each(["a\u0000", "\u0007b", "a\u007f", "a\ud800"])("refuses %j wherever it stands", (received) => {
    const check = compileParameterCheck(object({ sku: text({ maxLength: 300 }) }), "path");
    expect(check({ sku: received }).failures).toMatchObject([{ code: "parameter_control_character", pointer: "path.sku" }]);
  });
});

describe("a period (seed 4.3)", () => {
  const check = compileParameterCheck(
    withPeriod("since", "until", {
      since: optional(dateTime({ epoch: true })),
      until: optional(dateTime({ epoch: true, endOfDay: true })),
      size: optional(integer({ maximum: 100 })),
    }),
    "query",
  );
  const codes = (sent: Record<string, string>) => check(sent).failures.map(({ code, pointer }) => [code, pointer]);

  it("that ends before it begins is refused, with both instants as they were understood", () => {
    const { failures } = check({ since: "2026-11-20T12:00:00", until: "2026-11-20T12:00:00Z" });
    expect(failures).toMatchObject([
      {
        code: "period_reversed",
        pointer: "query.until",
        received: "2026-11-20T12:00:00.000-03:00/2026-11-20T09:00:00.000-03:00",
        row: { status: 400, type: "Parameter_Error" },
      },
    ]);
    expect(failureMessage(failures[0]!, "en")).toBe(
      "query.until: the period ends before it begins: since was understood as 2026-11-20T12:00:00.000-03:00, and until as 2026-11-20T09:00:00.000-03:00; swap them, or write the zone of each (without one, São Paulo time is meant).",
    );
    expect(failureMessage(failures[0]!, "pt-BR")).toContain(
      "since foi entendido como 2026-11-20T12:00:00.000-03:00, e until como 2026-11-20T09:00:00.000-03:00",
    );
  });

  it.each([
    [{ since: "2026-11-20", until: "2026-11-20" }],
    [{ since: "2026-11-20T12:00:00Z", until: "2026-11-20T12:00:00Z" }],
    [{ since: "2026-11-20T12:00:00Z", until: "1795179600000" }],
    [{ since: "2026-11-20T12:00:00Z" }],
    [{ until: "1970-01-01" }],
    [{ since: "2026-11-20", until: "{until}" }],
  ])("is taken as %j", (sent) => {
    expect(codes(sent)).toEqual([]);
  });

  it("is refused beside everything else that is wrong, and not judged where an end of it is no date", () => {
    expect(codes({ since: "2026-11-21", until: "2026-11-20", size: "101" })).toEqual([
      ["parameter_over_maximum", "query.size"],
      ["period_reversed", "query.until"],
    ]);
    expect(codes({ since: "amanhã", until: "2026-11-20" })).toEqual([["parameter_wrong_date", "query.since"]]);
  });
});

describe("every operation that is asked for two instants", () => {
  const datesOf = ({ query }: Operation) => {
    const { properties = {} }: SchemaKeywords = query ?? {};
    return Object.entries(properties).flatMap(([name, { format }]) => (format === "date-time" ? [name] : []));
  };
  const asking = OPERATIONS.filter((one) => datesOf(one).length > 1);

  it.each(asking)("takes them for a period: $id", (one) => {
    expect((one.query as SchemaKeywords)["x-period"]?.toSorted()).toEqual(datesOf(one).toSorted());
  });

  it("is among these", () => {
    expect(asking.map(({ id }) => id)).toEqual(expect.arrayContaining(["listOrders", "listEveryOrder", "downloadInvoices"]));
  });
});
