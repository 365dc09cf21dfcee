import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import type { SchemaKeywords } from "../../src/platform/contract/check-values.ts";
import { compileParameterCheck } from "../../src/platform/contract/check.ts";
import type { Operation } from "../../src/platform/contract/operation.ts";
import { selectedValues, multiValueParameter } from "../../src/platform/contract/list-filters.ts";
import { integer, enumOf, object, text } from "../../src/platform/contract/schema.ts";

describe("a filter that names several (decisions 1.8)", () => {
  const check = compileParameterCheck(
    object({
      status: multiValueParameter(enumOf(["approved", "Invoiced"], { ignoreCase: true, aliases: { Faturado: "Invoiced" } })),
      http: multiValueParameter(integer({ minimum: 100, maximum: 599 }), { maxItems: 3 }),
      code: multiValueParameter(text({ maxLength: 10 })),
    }),
    "query",
  );
  it.each([
    [{ status: "approved" }, { status: ["approved"] }],
    [{ status: "APPROVED, faturado" }, { status: ["approved", "Invoiced"] }],
    [{ status: ["approved", "Invoiced"] }, { status: ["approved", "Invoiced"] }],
    [{ status: ["approved,Invoiced", "approved"] }, { status: ["approved", "Invoiced", "approved"] }],
    [{ http: "404,409" }, { http: [404, 409] }],
    [{ status: "", http: "", code: "" }, {}],
    [{ status: ",", code: [",", ""] }, {}],
    [{ status: ["{status}", "approved", "{status}"] }, { status: ["approved"] }],
    [{ status: "{status}", http: ["{http}", "404"], code: "{a},{b}" }, { http: [404] }],
  ])("%j is %j", (sent, value) => {
    expect(check(sent)).toEqual({ value, failures: [] });
  });

  it("is refused for each word that is none, under the parameter's name", () => {
    const { failures } = check({ status: "approved,x,y", http: "404,99,abc", code: "ok,much too long" });
    expect(failures.map(({ code, pointer, received }) => [code, pointer, received])).toEqual([
      ["parameter_not_allowed", "query.status", "x"],
      ["parameter_not_allowed", "query.status", "y"],
      ["parameter_below_minimum", "query.http", 99],
      ["parameter_wrong_type", "query.http", "abc"],
      ["parameter_too_long", "query.code", "much too long"],
    ]);
    expect(check({ http: "401,402,403,404" }).failures).toMatchObject([{ code: "parameter_too_many_items", pointer: "query.http" }]);
  });

  it("filters by each once, in one order, and by none where it names all there are", () => {
    const all = ["a", "b", "c"];
    expect(selectedValues(["c", "a", "c"], all)).toEqual(["a", "c"]);
    expect(selectedValues(["b", "c", "a"], all)).toBeUndefined();
    expect(selectedValues(undefined, all)).toBeUndefined();
    expect(selectedValues(["y", "x", "y"])).toEqual(["y", "x"]);
    expect(selectedValues(undefined)).toBeUndefined();
  });
});

/** Names of parameters that say in which state something is, by which code, or of which kind. */
const NAMING = /(status|state|code|kind|type|severity|operation|reason)$/i;
/** What names one thing: how large, in which order, or one of the numbers of a home screen, whose rows have an index of their own. */
const ONE_AT_A_TIME = ["w", "order", "health", "nextMove", "filter"];
const filtersOf = ({ method, query }: Operation): readonly (readonly [string, SchemaKeywords])[] => {
  const { properties = {} } = (query ?? {}) as SchemaKeywords;
  return method === "GET"
    ? Object.entries(properties).filter(
        ([name, schema]) =>
          !ONE_AT_A_TIME.includes(name) && (schema.enum !== undefined || schema.items?.enum !== undefined || NAMING.test(name)),
      )
    : [];
};
const filtering = OPERATIONS.filter((one) => filtersOf(one).length > 0);

describe("every filter of a list that names states, codes or kinds", () => {
  it.each(filtering)("takes several: $id", (one) => {
    for (const [name, { type }] of filtersOf(one)) expect([name, type]).toEqual([name, "array"]);
  });

  it("is among these", () => {
    const all = filtering.flatMap((one) => filtersOf(one).map(([name]) => `${one.id} ${name}`));
    for (const known of [
      "listOrders orderStatus",
      "listEveryOrder orderType",
      "listDeliveries status",
      "listRequests code",
      "listCritiques severity",
      "listValidations status",
    ])
      expect(all).toContain(known);
  });
});
