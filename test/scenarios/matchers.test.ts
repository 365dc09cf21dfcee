import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MATCHERS, mismatches } from "../../src/programs/scenarios/matchers.ts";
import { substitute, UnknownVariable, resolvePointer } from "../../src/programs/scenarios/variables.ts";

describe("what a scenario expects", () => {
  const order = { status: "approved", items: [{ sku: "A", quantity: 2 }], totalNet: 59.9, note: null };

  it.each([
    ["members it names, letting others be", { status: "approved" }],
    ["a list item by item", { items: [{ sku: "A" }] }],
    ["null as null", { note: null }],
    ["a number of at least so much", { totalNet: { $atLeast: 59.9, $atMost: 60 } }],
    ["a list of so many", { items: { $count: 1 } }],
    ["a list with such an item", { items: { $contains: { quantity: 2 } } }],
    ["a list of such items alone", { items: { $each: { sku: "A" } } }],
    ["a text with a part", { status: { $contains: "prov" } }],
    ["a text of a form", { status: { $pattern: "^app" } }],
    ["one of several", { status: { $oneOf: ["Created", "approved"] } }],
    ["anything but", { status: { $not: "Frozen" } }],
    ["nothing there", { canceledBy: { $absent: true } }],
    ["something there", { status: { $absent: false } }],
  ])("may be %s", (_, expected) => {
    expect(mismatches(order, expected)).toEqual([]);
  });

  it.each([
    ["another value", { status: "Frozen" }, "/status"],
    ["a member that is not there", { canceledBy: "x" }, "/canceledBy"],
    ["a list of another length", { items: [] }, "/items"],
    ["a member further down", { items: [{ quantity: 1 }] }, "/items/0/quantity"],
    ["a text for a number", { totalNet: "59.9" }, "/totalNet"],
    ["an object for a text", { status: { a: 1 } }, "/status"],
    ["one of two matchers", { totalNet: { $atLeast: 1, $atMost: 2 } }, "/totalNet"],
    ["a matcher beside a mistyped one", { totalNet: { $atLeast: 1, $atMots: 99 } }, "/totalNet"],
    ["an item that none is like", { items: { $contains: { sku: "B" } } }, "/items"],
    ["nothing where something is", { status: { $absent: true } }, "/status"],
  ])("sees %s, and where", (_, expected, pointer) => {
    expect(mismatches(order, expected).map((one) => one.pointer)).toEqual([pointer]);
  });

  it("reads a number in a header's text", () => {
    expect(mismatches({ "retry-after": "12" }, { "retry-after": { $atLeast: 1, $atMost: 60 } })).toEqual([]);
    expect(mismatches({ "retry-after": "" }, { "retry-after": { $atLeast: 0 } })).toHaveLength(1);
  });

  it("is met by whatever equals it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!Object.keys(MATCHERS).some((key) => JSON.stringify(value).includes(key)));
        expect(mismatches(structuredClone(value), value)).toEqual([]);
      }),
    );
  });
});

describe("kept values", () => {
  const values = new Map<string, unknown>([
    ["order", { number: "217", shippings: [{ code: 1 }] }],
    ["count", 3],
  ]);

  it("stand for themselves, and are written out inside a text", () => {
    const step = { a: "${count}", b: "${order/shippings/0/code}", c: "${order/number}T", d: ["n${count}"], "${order/number}": null };
    expect(substitute(step, values)).toEqual({ a: 3, b: 1, c: "217T", d: ["n3"], 217: null });
  });
  it("are refused when nobody kept them", () => {
    expect(() => substitute("${nothing}", values)).toThrow(UnknownVariable);
  });
  it("are found by pointers, escapes included, and only own members", () => {
    expect(resolvePointer({ "a/b": { "c~d": [7] } }, "/a~1b/c~0d/0")).toBe(7);
    expect(resolvePointer({}, "/constructor")).toBeUndefined();
    expect(resolvePointer([1], "")).toEqual([1]);
  });
});
