import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPatch } from "../../src/catalog/changes/patch.ts";
import { pointerSteps } from "../../src/platform/basics/index.ts";
import { applyChanges, CHANGEABLE_FIELDS, diffProducts, isCurrent } from "../../src/catalog/changes/product-fields.ts";
import { prefersChangeRequest } from "../../src/catalog/changes/preference.ts";
import { FIELD_MOVES, FIELD_STATES, fieldStateAfter } from "../../src/catalog/changes/states.ts";
import { EXAMPLE_PRODUCT } from "../../src/catalog/critiques/example-products.ts";
import type { ProductDocument } from "../../src/catalog/product.ts";
import { ProductBody } from "../../src/catalog/product-schema.ts";

const word = fc.string({ minLength: 1, maxLength: 6 });
const product: fc.Arbitrary<ProductDocument> = fc
  .record({
    name: word,
    brand: word,
    weight: fc.integer({ min: 1, max: 9 }),
    color: fc.option(word, { nil: undefined }),
    video: fc.option(word, { nil: undefined }),
    images: fc.uniqueArray(word, { minLength: 1, maxLength: 6 }).map((urls) => urls.map((url) => ({ url }))),
    attributes: fc
      .uniqueArray(fc.oneof(word, fc.constantFrom("a/b", "~", "0", "~1")), { maxLength: 4 })
      .chain((names) =>
        fc.tuple(...names.map((name) => fc.array(word, { minLength: 1, maxLength: 2 }).map((values) => ({ name, values })))),
      ),
    candidate: fc.boolean(),
  })
  .map(({ candidate, color, video, ...facts }) => {
    const { color: _color, ...rest } = EXAMPLE_PRODUCT;
    return {
      ...rest,
      ...facts,
      ...(color === undefined ? {} : { color }),
      ...(video === undefined ? {} : { video }),
      fulfillment: { candidate },
    };
  });
const sorted = ({ attributes, ...rest }: ProductDocument) => ({
  ...rest,
  attributes: attributes.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
});

describe("the difference of two products", () => {
  it("is all that is needed to make one of the other", () => {
    fc.assert(
      fc.property(product, product, (live, wanted) => {
        const changes = diffProducts(live, wanted);
        expect(sorted(applyChanges(live, changes))).toEqual(sorted(wanted));
        expect(changes.every((change) => isCurrent(live, change))).toBe(true);
        const [images, others] = [changes.filter(({ field }) => field === "images"), changes.filter(({ field }) => field !== "images")];
        const back = diffProducts(wanted, live).filter(({ field }) => field !== "images");
        const byPointer = new Map(others.map(({ pointer, was, wanted: value }) => [pointer, [was, value]]));
        expect(new Map(back.map(({ pointer, was, wanted: value }) => [pointer, [value, was]]))).toEqual(byPointer);
        for (const { wanted: url } of images) expect(url === null || wanted.images.some((image) => image.url === url)).toBe(true);
      }),
    );
  });

  const urls = fc.uniqueArray(fc.constantFrom("A", "B", "C", "D", "E", "F", "G", "H"), { minLength: 1, maxLength: 6 });
  const withImages = (names: readonly string[]): ProductDocument => ({ ...EXAMPLE_PRODUCT, images: names.map((url) => ({ url })) });
  const namesIn = ({ images }: ProductDocument) => images.map(({ url }) => url).join("");

  it("is one change for each image that goes, is replaced or comes last, in whatever order they are made", () => {
    const edits = fc.record({
      live: urls,
      fates: fc.array(fc.constantFrom("stays", "goes", "changes"), { minLength: 6, maxLength: 6 }),
      more: fc.nat(2),
    });
    fc.assert(
      fc.property(edits, fc.infiniteStream(fc.nat()), ({ live, fates, more }, chances) => {
        const kept = live.flatMap((url, i) => ({ stays: [url], goes: [], changes: [url.toLowerCase()] })[fates[i]!]);
        const wanted = [...kept, ...["x", "y"].slice(0, more)];
        const changes = diffProducts(withImages(live), withImages(wanted));
        const isPlain = live.every((_, i) => fates[i] !== "goes");
        if (isPlain) expect(changes).toHaveLength(fates.slice(0, live.length).filter((fate) => fate !== "stays").length + more);
        const parts = changes.map((change) => ({ change, chance: chances.next().value! })).toSorted((a, b) => a.chance - b.chance);
        let shown = withImages(live);
        for (const { change } of parts.filter(({ change: { was } }) => was !== null)) {
          expect(isCurrent(shown, change)).toBe(true);
          shown = applyChanges(shown, [change]);
        }
        const appended = changes.filter(({ was }) => was === null);
        expect(namesIn(applyChanges(shown, appended))).toBe(wanted.join(""));
      }),
    );
  });

  it.each([
    ["ABCD", "ACD", { "/images/1/url": ["B", null] }],
    ["ABCD", "AxD", { "/images/1/url": ["B", "x"], "/images/2/url": ["C", null] }],
    ["AB", "BA", { "/images/0/url": ["A", "B"], "/images/1/url": ["B", "A"] }],
    ["AB", "xAB", { "/images/0/url": ["A", "x"], "/images/1/url": ["B", "A"], "/images/2/url": [null, "B"] }],
    ["ABC", "BCx", { "/images/0/url": ["A", null], "/images/3/url": [null, "x"] }],
  ])("of images %s and %s is by what they are", (live, wanted, expected) => {
    const changes = diffProducts(withImages(live.split("")), withImages(wanted.split("")));
    expect(Object.fromEntries(changes.map(({ pointer, was, wanted: url }) => [pointer, [was, url]]))).toEqual(expected);
    expect(namesIn(applyChanges(withImages(live.split("")), changes))).toBe(wanted);
  });

  it("never replaces another image than the one that was there", () => {
    const change = { pointer: "/images/1/url", was: "B", wanted: "x" };
    expect(namesIn(applyChanges(withImages(["B", "C"]), [change]))).toBe("xC");
    expect(isCurrent(withImages(["A", "C"]), change)).toBe(false);
    expect(namesIn(applyChanges(withImages(["A", "C"]), [change]))).toBe("AC");
  });

  it("is nothing between equal products, whatever the order of their attributes", () => {
    fc.assert(
      fc.property(product, (one) => {
        expect(diffProducts(one, { ...one, attributes: one.attributes.toReversed() })).toEqual([]);
      }),
    );
  });

  it("names every field of a product's body but those that are fixed or have an address of their own", () => {
    const read = Object.keys(ProductBody.properties).filter(
      (name) => !(ProductBody.properties as unknown as Record<string, Record<string, unknown>>)[name]!["x-unread"],
    );
    expect(read.filter((name) => !["sku", "productGroup", "price", "stock"].includes(name)).toSorted()).toEqual(
      [...CHANGEABLE_FIELDS].toSorted(),
    );
  });
});

describe("a patch", () => {
  const LIVE = {
    ...EXAMPLE_PRODUCT,
    attributes: [
      { name: "Material", values: ["Malha"] },
      { name: "0", values: ["zero"] },
    ],
  };
  const patched = (fields: Record<string, unknown>) => applyPatch(LIVE, fields);
  it("finds attributes by name before position, and images by position", () => {
    expect(patched({ "/attributes/0": ["um"] }).body["attributes"]).toEqual([LIVE.attributes[0], { name: "0", values: ["um"] }]);
    expect(patched({ "/attributes/1/values": ["um"] }).body["attributes"]).toEqual([LIVE.attributes[0], { name: "0", values: ["um"] }]);
    expect(patched({ "/attributes/Novo": "x" }).body["attributes"]).toEqual([...LIVE.attributes, { name: "Novo", values: ["x"] }]);
    expect(patched({ "/attributes/Material": null, "/images/0": null, "/images/-": "u" }).body).toMatchObject({
      attributes: [LIVE.attributes[1]],
      images: [LIVE.images[1], { url: "u" }],
    });
  });
  it("leads nowhere where nothing is", () => {
    for (const pointer of [
      "/images/9/url",
      "/images/x",
      "/images/0/size",
      "/attributes/Material/name",
      "/name/x",
      "/fulfillment/x",
      "/images/-1",
    ])
      expect(patched({ [pointer]: "x" }).unknown, pointer).toEqual([pointer]);
  });
  it("says where a value of the result was sent", () => {
    const { originOf } = patched({ "/images/0": null, "/images/1/url": "u", "/attributes/Material": [""], "/name": "x" });
    expect([originOf("/images/0/url"), originOf("/attributes/0/values/0"), originOf("/name"), originOf("/brand")]).toEqual([
      "/images/1/url",
      "/attributes/Material",
      "/name",
      undefined,
    ]);
  });
  it("has pointers that read back as they are written", () => {
    expect(pointerSteps("/attributes/a~1b~0c")).toEqual(["attributes", "a/b~c"]);
  });
});

describe("the states of a changed field", () => {
  it("are left by the moves of the table and no other", () => {
    for (const { state } of FIELD_STATES)
      for (const move of new Set(FIELD_MOVES.map((row) => row.move))) {
        const row = FIELD_MOVES.find((one) => one.from === state && one.move === move);
        if (row) expect(fieldStateAfter(state, move)).toBe(row.to);
        else expect(() => fieldStateAfter(state, move)).toThrow(`may not ${move} from ${state}`);
      }
    const left = new Set(FIELD_MOVES.map(({ from }) => from));
    expect(FIELD_STATES.filter(({ state, open }) => open !== left.has(state))).toEqual([]);
  });
});

describe("Prefer", () => {
  it.each([
    ["change-request", true],
    ["respond-async, CHANGE-REQUEST;x=1", true],
    ["change-request=1", true],
    ["change-requests", false],
    ["", false],
    [undefined, false],
  ])("%j asks for a change request: %s", (prefer, expected) => {
    expect(prefersChangeRequest(prefer)).toBe(expected);
  });
});
