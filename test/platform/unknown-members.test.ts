import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProductBody } from "../../src/catalog/index.ts";
import { anything, integer, list, optional, object, text, ignoredMembers } from "../../src/platform/contract/schema.ts";
import { compileSchemaCheck } from "../../src/platform/contract/check.ts";
import { createSchemaPrinter } from "../../src/platform/contract/openapi/schema-printer.ts";
import { MOST_UNKNOWN_MEMBERS, unknownMembers } from "../../src/platform/contract/unknown-members.ts";

const Body = object({
  sku: text(),
  images: optional(list(object({ url: text() }))),
  price: optional(object({ listPrice: integer(), salePrice: integer() })),
  free: optional(anything()),
});
const found = (value: unknown, schema: object = Body) =>
  unknownMembers(value, schema).map(({ pointer, suggestions }) => [pointer, ...suggestions]);

describe("members that a schema does not name", () => {
  it.each<[what: string, value: unknown, expected: readonly (readonly string[])[]]>([
    ["none of what it names", { sku: "A", images: [{ url: "x" }], price: { listPrice: 1 } }, []],
    ["one beside the others, with the nearest name", { sku: "A", prcie: {} }, [["/prcie", "price"]]],
    ["nested ones", { price: { salesPrice: 1, listPrice: 2 } }, [["/price/salesPrice", "salePrice"]]],
    [
      "those of a list's items once, where the first of them stands",
      { images: [{ url: "a" }, { ulr: "b" }, { ulr: "c", alt: "x" }] },
      [["/images/1/ulr", "url"], ["/images/2/alt"]],
    ],
    [
      "another letter case",
      { SKU: "A", Images: [] },
      [
        ["/SKU", "sku"],
        ["/Images", "images"],
      ],
    ],
    ["nothing below one that is unknown", { variants: [{ size: "P" }] }, [["/variants"]]],
    ["nothing where the schema leaves open what there is", { free: { a: { b: 1 } } }, []],
    ["nothing where another kind of value stands", { price: "1", images: { url: "x" }, sku: { a: 1 } }, []],
    [
      "names that mean something to JavaScript",
      JSON.parse('{"toString": 1, "__proto__": 2, "constructor": 3}'),
      [["/toString"], ["/__proto__"], ["/constructor"]],
    ],
    ["steps as JSON Pointers write them", { "a/b~c": 1 }, [["/a~1b~0c"]]],
    ["none of what is no object", ["sku"], []],
    ["none of nothing", null, []],
  ])("are told of: %s", (_what, value, expected) => {
    expect(found(value)).toEqual(expected);
  });

  it(`are ${MOST_UNKNOWN_MEMBERS} at most, in the order they were sent`, () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`x${i}`, 1]));
    expect(found(many)).toEqual(
      Object.keys(many)
        .slice(0, MOST_UNKNOWN_MEMBERS)
        .map((name) => [`/${name}`]),
    );
  });

  it.each([
    ["manufacturCode", "manufacturerCode"],
    ["eanlsbn", "eanIsbn"],
    ["ean_isbn", "eanIsbn"],
    ["fullfilment", "fulfillment"],
    ["fulfilment", "fulfillment"],
    ["Brand", "brand"],
    ["product_group", "productGroup"],
    ["colour", "color"],
  ])("of a product: %s is near %s", (name, near) => {
    expect(unknownMembers({ [name]: 1 }, ProductBody)).toMatchObject([{ name, suggestions: expect.arrayContaining([near]) as string[] }]);
  });

  it("are never known ones, whatever is sent", () => {
    const names = fc.constantFrom("sku", "images", "price", "url", "listPrice", "x", "toString", "0");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(names, tie("value"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (sent) => {
        for (const { pointer, name } of unknownMembers(sent, Body)) {
          const steps = pointer.split("/").slice(1);
          expect(steps.at(-1)).toBe(name);
          expect(steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], sent)).toBeDefined();
          if (steps.length === 1) expect(["sku", "images", "price", "free"]).not.toContain(name);
        }
      }),
    );
  });
});

describe("members that only the marketplace decides", () => {
  const read = { sku: text() };
  const shown = object({
    sku: text(),
    total: integer(),
    buyer: object({ name: text() }, { personal: true }),
    links: list(object({ rel: text() })),
  });
  const WithUnread = object({ ...read, ...ignoredMembers(shown.properties, read) });

  it("are known, with everything in them", () => {
    expect(found({ sku: "A", total: 1, links: [{ rel: "self" }], buyer: { name: "x" } }, WithUnread)).toEqual([]);
    expect(found({ links: [{ rell: "self" }] }, WithUnread)).toEqual([["/links/0/rell", "rel"]]);
  });

  it("are neither checked nor read", () => {
    expect(compileSchemaCheck(WithUnread)({ sku: "A", total: "many", links: 7, buyer: [] })).toEqual({ value: { sku: "A" }, failures: [] });
    expect(compileSchemaCheck(WithUnread)({ total: 1 }).failures).toMatchObject([{ code: "required", pointer: "/sku" }]);
  });

  it("keep their kinds for the log, and whom they tell of", () => {
    expect(JSON.parse(JSON.stringify(WithUnread))).toMatchObject({
      required: ["sku"],
      properties: {
        total: { type: "integer", "x-unread": true },
        buyer: { type: "object", "x-unread": true, "x-personal": true, properties: { name: { type: "string" } } },
        links: { type: "array", items: { properties: { rel: { type: "string" } } } },
      },
    });
  });

  it("are left out of documents, where whatever nobody knows is taken", () => {
    const { properties } = createSchemaPrinter().print(WithUnread, "sent");
    expect(Object.keys(properties as object)).toEqual(["sku"]);
  });
});
