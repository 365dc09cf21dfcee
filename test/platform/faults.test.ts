import { describe, expect, it } from "vitest";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { MAX_FAILURES } from "../../src/platform/contract/failure-collector.ts";
import { parseJson } from "../../src/platform/contract/json-reader.ts";
import { anything, decimal, list, optional, object, text } from "../../src/platform/contract/schema.ts";
import { leastCpuMs } from "../cpu.ts";

describe("what parseJson finds (decisions 1.5, 2)", () => {
  const product = object({
    sku: text({ maxLength: 2 }),
    weight: decimal({ scale: 3 }),
    colors: optional(list(text(), { maxItems: 2 })),
    price: optional(object({ salePrice: decimal({ scale: 2 }) })),
    more: optional(anything()),
  });
  const checked = (body: string) => {
    const parsed = parseJson(Buffer.from(body));
    if (!parsed.ok) throw new Error("no JSON");
    const { value, failures } = compileSchemaCheck(product)(parsed.value);
    return { value, failures: failures.map(({ code, pointer }) => `${pointer} ${code}`) };
  };

  it("is told with everything else, each at its place, one thing of each value", () => {
    const body =
      '{"sku": "AB\\u0000", "weight": 1, "weight": 0.1234567890123456, "colors": ["a", "\\ud800"], "price": {"salePrice": 1e999, "prototype": 1}}';
    expect(checked(body).failures).toEqual([
      "/sku refused_character",
      "/weight duplicate_key",
      "/weight number_not_exact",
      "/colors/1 refused_character",
      "/price/salePrice number_not_exact",
      "/price/prototype forbidden_key",
    ]);
  });

  it("is nobody's business under unknown keys, in items beyond the maximum, and where something else should stand", () => {
    const body =
      '{"sku": "A", "weight": 1, "name": "\\u0000", "deep": [{"a": 1e999, "a": 2, "__proto__": 3}], "price": {"salePrice": 1, "vat": 1e999}}';
    expect(checked(body)).toEqual({ value: { sku: "A", weight: 1, price: { salePrice: 1 } }, failures: [] });
    expect(checked('{"sku": "A", "weight": 1, "colors": ["a", "b", "\\u0000"], "price": [1e999]}').failures).toEqual([
      "/colors too_many_items",
      "/price wrong_type",
    ]);
  });

  it("is told of a member that counts as not sent by its last value", () => {
    const sent = object({ color: optional(text({ absent: ["", "false"] })) });
    const codes = (body: string) => {
      const parsed = parseJson(Buffer.from(body));
      return compileSchemaCheck(sent)(parsed.ok ? parsed.value : undefined).failures.map(({ code, pointer }) => `${pointer} ${code}`);
    };
    for (const last of ['""', '"false"', "null"]) expect(codes(`{"color": "Azul", "color": ${last}}`)).toEqual(["/color duplicate_key"]);
    expect(codes('{"color": "", "color": "Azul"}')).toEqual(["/color duplicate_key"]);
    expect(codes('{"color": "false"}')).toEqual([]);
  });

  it("leaves its member out of the value, wherever it is kept as it came", () => {
    expect(checked('{"sku": "A", "weight": 1, "weight": 2, "more": 1e999}')).toEqual({
      value: { sku: "A" },
      failures: ["/weight duplicate_key", "/more number_not_exact"],
    });
  });

  it("is bounded like every other failure", () => {
    const parsed = parseJson(Buffer.from(`{"colors": [${'"\\u0000",'.repeat(100_000)}1]}`));
    const many = object({ colors: list(text()) });
    const check = () => compileSchemaCheck(many)(parsed.ok ? parsed.value : undefined);
    const { failures } = check();
    expect(leastCpuMs(check)).toBeLessThan(300);
    expect(failures).toHaveLength(MAX_FAILURES + 1);
    expect(failures.at(-1)).toMatchObject({ code: "more_failures", params: { count: 100_001 - MAX_FAILURES } });
  });
});
