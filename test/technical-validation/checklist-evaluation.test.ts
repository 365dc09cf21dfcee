import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/openapi/all-operations.ts";
import { CHECKLIST } from "../../src/technical-validation/checklist.ts";
import { REQUIRED_OPERATIONS } from "../../src/technical-validation/coverage-requirements.ts";
import { evaluateChecklist, type RecordedCall, type CreatedProduct } from "../../src/technical-validation/checklist-evaluation.ts";

let nth = 0;
const call = (operation: string, subject: string, more: Partial<RecordedCall> = {}): RecordedCall => {
  nth += 1;
  return { requestId: `r${nth}`, at: nth, operation, status: 200, subject, ...more };
};
const times = (count: number, one: (i: number) => RecordedCall | readonly RecordedCall[]) =>
  Array.from({ length: count }, (_, i) => one(i)).flat();
const SKUS = ["A", "B", "C", "D"];
const cataloged = (group: string): CreatedProduct => ({ group, cataloged: true });
const FAMILY = new Map(SKUS.map((sku) => [sku, cataloged("F")]));
const order = (i: number, lines = 2) => call("postOrder", `O${i}`, { lines });
const MOVES = ["putApproved", "putCanceled", "putInvoiced", "putShipped", "putDelivered"];

/** Everything seed 4.4 asks for, and no call more. */
const whole = (): RecordedCall[] => [
  ...SKUS.map((sku) => call("postProduct", sku, { status: 202 })),
  ...["getProductStatus", "putProductStatus", "postStock", "postPrice"].flatMap((operation) => SKUS.map((sku) => call(operation, sku))),
  ...["putStock", "putPrice"].flatMap((operation) => SKUS.slice(0, 2).map((sku) => call(operation, sku))),
  ...times(12, (i) => order(i)),
  ...MOVES.flatMap((operation) => [call(operation, "O0"), call(operation, "O1")]),
];
const item = (calls: readonly RecordedCall[], code: string, products: ReadonlyMap<string, CreatedProduct> = FAMILY) => {
  const { count, done, missed } = evaluateChecklist(calls, products).items.find(({ requirement }) => requirement.code === code)!;
  return { count, done, why: missed.map((one) => `${one.call.subject} ${one.why}`) };
};

describe("the checklist of the technical validation (seed 4.4)", () => {
  it("is done by exactly what the seed asks for", () => {
    const { complete, items } = evaluateChecklist(whole(), FAMILY);
    expect(items.filter(({ done }) => !done)).toEqual([]);
    expect(complete).toBe(true);
  });

  it("is not done without any one of its calls", () => {
    const calls = whole();
    for (const one of calls) {
      const { complete } = evaluateChecklist(
        calls.filter((other) => other !== one),
        FAMILY,
      );
      expect(complete, `without ${one.operation} of ${one.subject}`).toBe(false);
    }
  });

  it.each([
    ["create_products", [...whole(), call("postProduct", "E", { status: 202 })], "E sku_of_another_family"],
    ["create_products", [call("postProduct", "A", { status: 400, code: "brand_missing" })], "A refused"],
    ["read_status", [...whole(), call("getProductStatus", "E")], "E sku_of_another_family"],
    ["first_stock", [...whole(), call("postStock", "A")], "A sku_counted_already"],
    ["approve_products", [...whole(), call("reviewProduct", "A")], "A made_by_the_portal"],
    ["create_orders", [order(99, 1)], "O99 one_item_only"],
    ["set_canceled", [...whole(), call("putCanceled", "OLD")], "OLD order_of_before_the_run"],
    ["set_shipped", [...whole(), call("putShipped", "O1")], "O1 order_counted_already"],
    ["set_invoiced", [...whole(), call("putInvoiced", "O5", { status: 409, code: "x" })], "O5 refused"],
  ])("%s says why a call did not count: %#", (code, calls, why) => {
    expect(item(calls, code, new Map([...FAMILY, ["E", cataloged("G")]])).why).toEqual([why]);
  });

  it("waits for products to reach cataloguing, and counts the family that did", () => {
    const products = new Map<string, CreatedProduct>([...FAMILY, ["A", { group: "F", cataloged: false }]]);
    expect(item(whole(), "create_products", products)).toEqual({ count: 3, done: false, why: ["A not_cataloged_yet"] });
    const other = ["W", "X", "Y", "Z", "V"];
    const calls = [...other.map((sku) => call("postProduct", sku, { status: 202 })), ...whole()];
    const both = new Map([...FAMILY, ...other.map((sku) => [sku, { group: "G", cataloged: false }] as const)]);
    expect(item(calls, "create_products", both)).toMatchObject({ count: 4, done: true });
  });

  it("takes polling for what it is", () => {
    expect(item([...whole(), ...times(50, () => call("getProductStatus", "A"))], "read_status")).toEqual({ count: 4, done: true, why: [] });
  });

  it("names operations that exist", () => {
    const known = new Set(OPERATIONS.map(({ id }) => id));
    const named = [...CHECKLIST.flatMap(({ operations, portal }) => [...operations, ...(portal ? [portal] : [])]), ...REQUIRED_OPERATIONS];
    expect(named.filter((id) => !known.has(id))).toEqual([]);
    // What production refuses sellers cannot be asked of them.
    const refused = OPERATIONS.filter(({ environments }) => environments?.includes("production") === false).map(({ id }) => id);
    expect(REQUIRED_OPERATIONS.filter((id) => refused.includes(id))).toEqual([]);
  });
});
