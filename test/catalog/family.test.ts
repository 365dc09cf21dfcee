import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeFamilyFacts, longestRun, stockSuffices, type FamilyMember } from "../../src/catalog/family-facts.ts";
import { buildSnapshot, type SizeChart } from "../../src/reference/index.ts";
import { EXAMPLE_DATA, EXAMPLE_REFERENCE } from "./example-case.ts";

const chart = (sizes: string): SizeChart => ({ code: 1, name: "", sizes: sizes.split(" ") });
const CHILDREN = chart("1 2 3 4 6 8 10 12 14 16");
const ADULT = chart("PP P M G GG XG");
const HALVES = chart("37 37,5 38 38,5 39 39,5 40 41");

describe("sizes in sequence (seed 2.1 family rule)", () => {
  it.each([
    ["by the chart, not by string order", CHILDREN, "8 10 12", 3],
    ["in whatever order they were sent", CHILDREN, "12 8 10", 3],
    ["up to a gap of the chart, whatever the numbers say", CHILDREN, "4 6 8 10", 4],
    ["in the longest of several runs", CHILDREN, "1 2 6 8 10 14 16", 3],
    ["broken by a gap", ADULT, "P G XG", 1],
    ["with letters", ADULT, "G GG M", 3],
    ["over the whole chart", ADULT, "PP P M G GG XG", 6],
    ["none outside the chart", ADULT, "38 39 40", 0],
    ["none for nothing", ADULT, "", 0],
    ["with half sizes", HALVES, "38 38,5 39 39,5", 4],
    ["with half sizes left out", HALVES, "38 39 40 41", 4],
    ["with some half sizes", HALVES, "37 38 38,5 39", 4],
    ["broken where whole sizes are missing", HALVES, "37,5 38,5 39,5", 1],
  ])("%s", (_title, of, sent, expected) => {
    expect(longestRun(of, new Set(sent.split(" ")))).toBe(expected);
  });
});

const SETTLED = { settled: true, stockSufficed: false };
const SHOE = { department: "Corrida", productType: "Tênis", brand: "Ventuvia" };
let next = 0;
const member = (product: Partial<FamilyMember["product"]>, stock: number | undefined = 1): FamilyMember => ({
  product: { sku: `S-${(next += 1)}`, ...SHOE, color: "Preto", size: "39", ...product },
  stock,
});
const facts = (members: readonly FamilyMember[], settled = true) =>
  computeFamilyFacts(members, EXAMPLE_REFERENCE, { settled, stockSufficed: false });

describe("family facts", () => {
  it("count distinct sizes over all members and colours", () => {
    const members = [
      ["38", "Preto"],
      ["39", "Branco"],
      ["39", "Preto"],
      ["40", "Azul"],
    ].map(([size, color]) => member({ size: size!, color: color! }));
    for (const fact of facts(members, false))
      expect(fact).toMatchObject({ sequential: 3, minimum: 4, settled: false, minimumStock: 2, stock: 4 });
  });
  it("ask one variation of a single-size kind and of a family that is all Único", () => {
    expect(facts([member({ productType: "Boné", size: "Único" })])[0]).toMatchObject({ sequential: 1, minimum: 1 });
    expect(facts([member({ size: "Único" }), member({ size: "Único" })])[0]).toMatchObject({ sequential: 1, minimum: 1 });
    expect(facts([member({ size: "Único" }), member({ size: "39" })])[0]).toMatchObject({ sequential: 1, minimum: 4 });
  });
  it("take each member's minimum from its own type, and ask nothing while the type is unknown", () => {
    const [shoe, shirt, unknown] = facts([member({}), member({ productType: "Camiseta", size: "M" }), member({ productType: "Tenis" })]);
    expect([shoe?.minimum, shirt?.minimum, unknown?.minimum]).toEqual([4, 3, 0]);
    expect(unknown).toMatchObject({ sequential: 0, minimumStock: undefined });
  });
  it("follow the rules when they change", () => {
    const rules = { ...EXAMPLE_DATA.rules, familyMinimum: { ...EXAMPLE_DATA.rules.familyMinimum, SHOES: 2 } };
    expect(computeFamilyFacts([member({})], buildSnapshot({ ...EXAMPLE_DATA, rules }, 2), SETTLED)[0]).toMatchObject({ minimum: 2 });
  });
  it("add up the stock there is, and tell when a member's first one is awaited", () => {
    expect(facts([member({}, 3), member({}, 0)])[0]).toMatchObject({ stock: 3, stockAwaited: false });
    expect(facts([member({}, 3), { ...member({}), stock: undefined }])[0]).toMatchObject({ stock: 3, stockAwaited: true });
  });
  it("say that the stock suffices from the moment it does", () => {
    const unknown = member({ productType: "Tenis" }, 9);
    expect(stockSuffices(facts([member({}, 1), member({}, 1)]))).toBe(true);
    expect(stockSuffices(facts([member({}, 1), member({}, 0)]))).toBe(false);
    expect(stockSuffices(facts([member({}, 2), { ...member({}), stock: undefined }]))).toBe(true);
    expect(stockSuffices(facts([member({ productType: "Boné" }, 1), member({}, 0)])), "each type's minimum counts").toBe(false);
    expect(stockSuffices(facts([unknown])), "no type is known").toBe(false);
    expect(stockSuffices(facts([member({}, 2)]))).toBe(true);
    expect(stockSuffices([]), "nobody is in it").toBe(false);
    expect(stockSuffices(facts([unknown, member({}, 0)]))).toBe(true);
    expect(stockSuffices(computeFamilyFacts([member({}, 0)], EXAMPLE_REFERENCE, { settled: true, stockSufficed: true }))).toBe(true);
  });
  it("name the first members that differ, field by field", () => {
    const members = [
      member({ sku: "A" }),
      member({ sku: "B", brand: "Trilhora" }),
      member({ sku: "C", productType: "Boné" }),
      member({ sku: "D" }),
    ];
    const [a, b] = facts(members);
    expect(a?.mixedWith).toEqual([
      { sku: "C", field: "productType", value: "Boné" },
      { sku: "B", field: "brand", value: "Trilhora" },
    ]);
    expect(b?.mixedWith.filter(({ field }) => field === "brand").map(({ sku }) => sku)).toEqual(["A", "C", "D"]);
  });
  it("do not call a family mixed for a value that is not registered", () => {
    const wrong = [{ brand: "ventuvia" }, { department: "corrida" }, { productType: "Tenis" }];
    for (const fields of wrong) {
      for (const { mixedWith } of facts([member({}), member(fields)])) expect(mixedWith).toEqual([]);
    }
  });
  it("name members of the same size and colours, in whatever order the colours stand", () => {
    const members = [
      member({ sku: "A", color: "Preto+Branco" }),
      member({ sku: "B", color: "Branco+Preto" }),
      member({ sku: "C", color: "Preto" }),
      member({ sku: "D", color: "Branco+Preto", size: "40" }),
    ];
    expect(facts(members).map(({ sameVariation }) => sameVariation)).toEqual([["B"], ["A"], [], []]);
  });
  it("name members of the same size and flavours, which no colour is", () => {
    const food = (sku: string, flavor: string): FamilyMember => ({ product: { sku, ...SHOE, flavor, size: "900 g" }, stock: 1 });
    const members = [
      food("A", "Baunilha"),
      food("B", "Limão"),
      food("C", "Baunilha"),
      member({ sku: "D", color: "Baunilha", size: "900 g" }),
    ];
    expect(facts(members).map(({ sameVariation }) => sameVariation)).toEqual([["C"], [], ["A"], []]);
  });
  it("name no more than 3 members", () => {
    const members = Array.from({ length: 6 }, (_, i) => member({ brand: i === 0 ? "Trilhora" : "Ventuvia" }));
    for (const { mixedWith, sameVariation } of facts(members)) {
      expect(mixedWith.length).toBeLessThanOrEqual(3);
      expect(sameVariation).toHaveLength(3);
    }
  });
  it("agree with a rule that compares every pair", () => {
    const product = fc.record({
      department: fc.constantFrom("Corrida", "Suplementos", "corrida"),
      productType: fc.constantFrom("Tênis", "Boné", "Proteína"),
      brand: fc.constantFrom("Ventuvia", "Trilhora", "Ventuvi"),
      color: fc.constantFrom("Preto", "Preto+Branco", "Branco+Preto"),
      size: fc.constantFrom("38", "39"),
    });
    const registered = (field: "department" | "productType" | "brand", { product: p }: FamilyMember) =>
      field === "productType"
        ? EXAMPLE_REFERENCE.typeRules(p.department, p.productType) !== undefined
        : EXAMPLE_REFERENCE[field === "brand" ? "brands" : "departments"].has(p[field]);
    fc.assert(
      fc.property(fc.array(product, { maxLength: 12 }), (products) => {
        const members = products.map((fields, i) => member({ ...fields, sku: `P-${i}` }));
        for (const [i, fact] of facts(members).entries()) {
          const self = members[i]!;
          for (const field of ["department", "productType", "brand"] as const) {
            const differing = members.filter(
              (other) => registered(field, self) && registered(field, other) && other.product[field] !== self.product[field],
            );
            const named = fact.mixedWith.filter((other) => other.field === field);
            expect(named.length).toBe(Math.min(3, differing.length));
            for (const { sku, value } of named) expect(differing.find(({ product: p }) => p.sku === sku)?.product[field]).toBe(value);
          }
          const colors = (one: FamilyMember) => one.product.color!.split("+").toSorted().join();
          const same = members.filter((one) => one !== self && one.product.size === self.product.size && colors(one) === colors(self));
          expect(fact.sameVariation).toEqual(same.slice(0, 3).map(({ product: p }) => p.sku));
        }
      }),
      { numRuns: 200 },
    );
  });
});
