import { describe, expect, it } from "vitest";
import { differences, type Told } from "./likeness.ts";

const told = (json: unknown, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}): Told => ({
  status,
  headers: new Headers({ "content-type": "application/json", ...headers }),
  json,
});
const refusal = (code: string, pointer = "/sku", type = "Bad_Request_Error") =>
  told({ type, details: [{ code, pointer, message: "" }] }, { status: 400 });
const order = { number: "1", total: 1.5, items: [{ sku: "A", ean: null }, { sku: "B" }], links: [] };

describe("two answers", () => {
  it.each([
    ["other values", told(order), told({ ...order, number: "2", total: 0 })],
    ["more items of kinds that are there", told(order), told({ ...order, items: [...order.items, { sku: "C" }] })],
    ["a list that is empty in one", told(order), told({ ...order, links: [{ rel: "self" }] })],
    [
      "another order of refusals",
      told(
        {
          details: [
            { code: "a", pointer: "" },
            { code: "b", pointer: "" },
          ],
        },
        { status: 400 },
      ),
      told(
        {
          details: [
            { code: "b", pointer: "" },
            { code: "a", pointer: "" },
          ],
        },
        { status: 400 },
      ),
    ],
    [
      "another length",
      told({}, { headers: { "content-length": "1", vary: "accept-encoding" } }),
      told({}, { headers: { "content-length": "2" } }),
    ],
  ])("are alike with %s", (_what, one, other) => {
    expect(differences(one, other)).toEqual([]);
  });

  it.each([
    ["the status", told({}), told({}, { status: 202 })],
    ["a code", refusal("pattern"), refusal("too_long")],
    ["a pointer", refusal("pattern"), refusal("pattern", "/name")],
    ["the type of a refusal", refusal("pattern"), refusal("pattern", "/sku", "Parameter_Error")],
    ["a header", told({}, { headers: { etag: '"1"' } }), told({})],
    ["a field less", told(order), told({ number: "1", items: order.items, links: [] })],
    ["a field that is null", told(order), told({ ...order, total: null })],
    ["a number that is a text", told(order), told({ ...order, total: "1.5" })],
    ["an item unlike all others", told(order), told({ ...order, items: [...order.items, { sku: "C", price: 1 }] })],
    ["a list that is an object", told(order), told({ ...order, items: {} })],
    ["no body", told(order), told(undefined)],
  ])("differ in %s", (_what, one, other) => {
    expect(differences(one, other)).not.toEqual([]);
  });

  it("are alike with a page that one has and the other has not yet, where items are not compared, and only there", () => {
    const [page, none] = [told(order), { ...told(undefined, { status: 204 }), headers: new Headers() }];
    expect([differences(page, none, { items: false }), differences(none, page, { items: false })]).toEqual([[], []]);
    expect(differences(page, none)).not.toEqual([]);
    expect(differences(none, told({}, { status: 404 }), { items: false })).not.toEqual([]);
  });
});
