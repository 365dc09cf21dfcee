import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { critiqueView, runCritiques, toStoredFindings, type CritiqueFinding } from "../../src/catalog/critique-view.ts";
import { EXAMPLE_PRODUCT, EXAMPLE_FAMILY } from "../../src/catalog/critiques/example-products.ts";
import type { FamilyFacts, ImageVerdict, ProductDocument, StoredFinding } from "../../src/catalog/product.ts";
import { exampleCase } from "./example-case.ts";

interface Draft {
  product: ProductDocument;
  family: FamilyFacts;
  images: Map<string, ImageVerdict>;
}

/** One mistake planted into a draft: the finding it must cause, and the mistakes it cannot stand beside. */
interface Defect {
  readonly code: string;
  readonly pointer: (draft: Draft) => string;
  readonly plant: (draft: Draft) => void;
  /** Defects of one group are about the same thing; one draft takes one of each. */
  readonly groups?: readonly string[];
  /** Whether it can be seen only while the product type is known, or hides the type itself. */
  readonly type?: "needs" | "hides";
}

const at = (pointer: string) => () => pointer;
const change = (fields: Partial<ProductDocument>) => (draft: Draft) => {
  draft.product = { ...draft.product, ...fields };
};
const inFamily = (facts: Partial<FamilyFacts>) => (draft: Draft) => {
  draft.family = { ...draft.family, ...facts };
};
const attribute = (name: string, values: readonly string[]) => (draft: Draft) => {
  draft.product = { ...draft.product, attributes: [...draft.product.attributes, { name, values }] };
};
const lastAttribute = (rest: string) => (draft: Draft) => `/attributes/${draft.product.attributes.length - 1}${rest}`;
const image = (index: number, code: string, verdict: ImageVerdict): Defect => ({
  code,
  pointer: at(`/images/${index}/url`),
  plant: (draft) => draft.images.set(draft.product.images[index]!.url, verdict),
});
const withoutColor = (draft: Draft) => {
  const { color: _color, ...rest } = draft.product;
  draft.product = { ...rest, flavor: "Morango" };
};
const withoutAttribute = (name: string) => (draft: Draft) => {
  draft.product = { ...draft.product, attributes: draft.product.attributes.filter((one) => one.name !== name) };
};

/** In an order in which a later defect never moves an earlier one's pointer. */
const DEFECTS: readonly Defect[] = [
  { code: "department_unknown", pointer: at("/department"), plant: change({ department: "corrida" }), type: "hides" },
  { code: "product_type_unknown", pointer: at("/productType"), plant: change({ productType: "Tenis" }), type: "hides" },
  { code: "brand_unknown", pointer: at("/brand"), plant: change({ brand: "Ventuvi" }), groups: ["brand"] },
  { code: "color_unknown", pointer: at("/color"), plant: change({ color: "Preto+Rosa" }), groups: ["color"] },
  { code: "color_required", pointer: at("/flavor"), plant: withoutColor, groups: ["color"], type: "needs" },
  { code: "size_unknown", pointer: at("/size"), plant: change({ size: "trinta" }), groups: ["size"] },
  { code: "size_outside_chart", pointer: at("/size"), plant: change({ size: "GG" }), groups: ["size"], type: "needs" },
  { code: "attribute_required", pointer: at("/attributes"), plant: withoutAttribute("Modelo"), type: "needs" },
  { code: "attribute_unknown", pointer: lastAttribute("/name"), plant: attribute("Sabor", ["x"]), type: "needs" },
  {
    code: "attribute_value_unknown",
    pointer: lastAttribute("/values/0"),
    plant: attribute("Indicado para", ["Voar"]),
    groups: ["use"],
    type: "needs",
  },
  {
    code: "attribute_single_value",
    pointer: lastAttribute("/values"),
    plant: attribute("Indicado para", ["Corrida", "Trilha"]),
    groups: ["use"],
    type: "needs",
  },
  { code: "weight_over_maximum", pointer: at("/weight"), plant: change({ weight: 5.001 }), type: "needs" },
  image(0, "image_unreachable", { state: "unreachable" }),
  image(1, "image_not_jpeg", { state: "not_jpeg", found: "png" }),
  image(2, "image_too_heavy", { state: "too_heavy", bytes: 5_242_881 }),
  image(3, "image_too_small", { state: "wrong_size", width: 399, height: 400 }),
  image(4, "image_too_large", { state: "wrong_size", width: 1200, height: 1201 }),
  { code: "family_incomplete", pointer: at("/productGroup"), plant: inFamily({ sequential: 3 }), groups: ["size"], type: "needs" },
  {
    code: "family_mixed",
    pointer: at("/brand"),
    plant: inFamily({ mixedWith: [{ sku: "OTHER", field: "brand", value: "Trilhora" }] }),
  },
  { code: "family_stock_below_minimum", pointer: at("/stock/available"), plant: inFamily({ stock: 0 }), type: "needs" },
  { code: "family_variation_repeated", pointer: at("/size"), plant: inFamily({ sameVariation: ["OTHER"] }) },
  { code: "ean_check_digit", pointer: at("/eanIsbn"), plant: change({ eanIsbn: "7890000000018" }) },
  { code: "name_without_brand", pointer: at("/name"), plant: change({ name: "Tênis Aerovia" }), groups: ["brand"] },
];
const MOST_DEFECTS = 15;

const cleanDraft = (): Draft => ({
  product: { ...EXAMPLE_PRODUCT, images: [1, 2, 3, 4, 5, 6].map((n) => ({ url: `https://imagens.example/${n}.jpg` })) },
  family: EXAMPLE_FAMILY,
  images: new Map(),
});

/** Of the defects wished for, those that can stand beside each other, at most 15. */
function compatible(wished: readonly Defect[]): readonly Defect[] {
  const taken = new Set<string>();
  const hidden = wished.some(({ type }) => type === "hides");
  return wished
    .filter(({ type }) => !(hidden && type === "needs"))
    .filter(({ groups = [] }) => !groups.some((group) => taken.size === taken.add(group).size))
    .slice(0, MOST_DEFECTS);
}

/** What must be found, in the order of DEFECTS, and what is. */
function plantAndFind(defects: readonly Defect[]) {
  const draft = cleanDraft();
  const expected = defects.map(({ code, plant, pointer }) => {
    plant(draft);
    return `${code} ${pointer(draft)}`;
  });
  const { product, context } = exampleCase({ product: draft.product, context: { family: draft.family, images: draft.images } });
  const found = runCritiques(product, context);
  return { expected, found };
}

const named = ({ code, pointer }: CritiqueFinding) => `${code} ${pointer}`;

describe("runCritiques (beyond M2)", () => {
  it("finds nothing in a clean product", () => {
    expect(plantAndFind([]).found).toEqual([]);
  });
  it("finds exactly the k <= 15 planted defects, all at once", () => {
    const wishes = fc.shuffledSubarray([...DEFECTS], { minLength: 1 }).map((wished) => {
      const chosen = new Set(compatible(wished));
      return DEFECTS.filter((defect) => chosen.has(defect));
    });
    fc.assert(
      fc.property(wishes, (defects) => {
        const { expected, found } = plantAndFind(defects);
        // Every planted defect once, none beside; the order is the critiques', which DEFECTS follows.
        expect(found.map(named)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
  it("reaches 15 defects in one product", () => {
    const defects = DEFECTS.filter(({ type }) => type !== "hides");
    const chosen = new Set(compatible(defects));
    expect(chosen.size).toBe(MOST_DEFECTS);
    const { expected, found } = plantAndFind(DEFECTS.filter((defect) => chosen.has(defect)));
    expect(found.map(named)).toEqual(expected);
  });
  it("says the same every time", () => {
    const defects = [...compatible(DEFECTS)];
    expect(plantAndFind(defects).found).toEqual(plantAndFind(defects).found);
  });
});

const finding = (code: string, pointer: string, received?: unknown, params?: Record<string, unknown>): CritiqueFinding => ({
  code,
  severity: "error",
  pointer,
  received,
  ...(params ? { params } : {}),
});

describe("toStoredFindings", () => {
  const before = toStoredFindings(
    [finding("brand_unknown", "/brand", "X"), finding("attribute_required", "/attributes", undefined, { name: "A", type: "T" })],
    [],
    1000,
  );

  it("keeps the time at which an unchanged finding was first seen", () => {
    const again = toStoredFindings([finding("brand_unknown", "/brand", "X"), finding("brand_unknown", "/brand", "Y")], before, 2000);
    expect(again.map(({ at: since }) => since)).toEqual([1000, 2000]);
  });
  it("knows a finding again whatever order its facts were stored in", () => {
    const [kept, fresh] = toStoredFindings(
      [
        finding("attribute_required", "/attributes", undefined, { type: "T", name: "A" }),
        finding("attribute_required", "/attributes", undefined, { type: "T", name: "B" }),
      ],
      JSON.parse(JSON.stringify(before)) as StoredFinding[],
      2000,
    );
    expect([kept?.at, fresh?.at]).toEqual([1000, 2000]);
  });
  it("knows it again by all of many facts", () => {
    const facts = { c: 1, a: 2, d: 3, b: 4 };
    const seen = toStoredFindings([finding("attribute_required", "/attributes", undefined, facts)], [], 1000);
    const again = { a: 2, b: 4, c: 1, d: 3 };
    expect(toStoredFindings([finding("attribute_required", "/attributes", undefined, again)], seen, 2000)[0]?.at).toBe(1000);
    expect(toStoredFindings([finding("attribute_required", "/attributes", undefined, { ...again, d: 4 })], seen, 2000)[0]?.at).toBe(2000);
  });
  it("does not take a reviewer's word for its own", () => {
    const human: StoredFinding = { ...before[0]!, stage: "review", text: "Marca errada." };
    expect(toStoredFindings([finding("brand_unknown", "/brand", "X")], [human], 2000)[0]?.at).toBe(2000);
  });
});

describe("critiqueView (decisions 3)", () => {
  const AT = Date.UTC(2026, 10, 20, 12, 52, 48, 7);
  const { product, context } = exampleCase({ product: { color: "preto", size: "GG" } });
  const [color, size] = toStoredFindings(runCritiques(product, context), [], AT);

  it("has the documented fields", () => {
    expect(critiqueView(color!, "pt-BR", "https://vitrine.example/docs/critiques.md")).toEqual({
      message:
        'A cor "preto" não está registrada; use um nome de GET /api/v1/colors, e "+" sem espaços para unir cores. Você quis dizer: Preto?',
      date: "2026-11-20T09:52:48.007-03:00",
      code: "color_unknown",
      stage: "automatic",
      severity: "error",
      pointer: "/color",
      received: "preto",
      suggestions: ["Preto"],
      docs: "https://vitrine.example/docs/critiques.md#color_unknown",
    });
  });
  it("speaks English when asked and lists what is allowed", () => {
    expect(critiqueView(size!, "en", "/docs")).toMatchObject({
      message: 'The size "GG" is not of the size chart "Calçados adulto" of the type "Tênis"; use one of these: 38, 39, 40, 41, 42.',
      allowed: ["38", "39", "40", "41", "42"],
      suggestions: [],
    });
  });
  it("gives a reviewer's own words, and null where nothing was received", () => {
    const human: StoredFinding = {
      code: "photo_angle",
      stage: "review",
      severity: "error",
      pointer: "/images",
      at: AT,
      text: "Use a foto {frontal}.",
    };
    expect(critiqueView(human, "en", "/docs")).toMatchObject({ message: "Use a foto {frontal}.", stage: "review", received: null });
  });
  it("still shows a review whose critique is gone", () => {
    expect(critiqueView({ ...color!, code: "retired" }, "en", "/docs")).toMatchObject({
      code: "retired",
      message: "retired",
      docs: "/docs#review",
    });
  });
  it("names the attribute that is missing, and only that: any other stands where the pointer says", () => {
    const { product: incomplete, context: type } = exampleCase({ product: { attributes: [{ name: "Material", values: ["Coral"] }] } });
    const seen = toStoredFindings(runCritiques(incomplete, type), [], AT).map((one) => critiqueView(one, "pt-BR", "/docs"));
    const rows = seen.map((row) => [row.code, row.pointer, row.attribute]);
    expect(rows).toEqual([
      ["attribute_required", "/attributes", "Modelo"],
      ["attribute_value_unknown", "/attributes/0/values/0", undefined],
    ]);
    expect(seen[1]).not.toHaveProperty("attribute");
  });
  it("leaves out what nothing is allowed instead of", () => {
    expect(critiqueView(color!, "en", "/docs")).not.toHaveProperty("allowed");
  });
});
