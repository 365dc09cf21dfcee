import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiUpperCase, cnpjRoot, isCnpj, isCpf, modulo11, normalizeTaxId, fakeCpf, withCnpjDigits } from "../../src/orders/tax-ids.ts";
import { someCnpj } from "./some-cnpj.ts";

/** The arithmetic as Receita Federal tells it, written out: weights from the left, the rest of the division. */
function digitByHand(characters: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, place) => total + weight * (characters.charCodeAt(place) - 48), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
const cnpjByHand = (text: string) =>
  digitByHand(text, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(text[12]) &&
  digitByHand(text, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(text[13]);
const cpfByHand = (text: string) =>
  digitByHand(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(text[9]) &&
  digitByHand(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(text[10]);

const DIGITS = "0123456789".split("");
const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
const characters = (of: readonly string[], count: number) =>
  fc.string({ unit: fc.constantFrom(...of), minLength: count, maxLength: count });
/** Chance as a test wants it: these numbers, again and again. */
const chances = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1, maxLength: 20 }).map((numbers) => {
  let drawn = 0;
  return () => numbers[drawn++ % numbers.length]!;
});

describe("CNPJ (domain 1.1)", () => {
  it.each(["11222333000181", "00000000000191", "12ABC34501DE35", "00000000000191"])("%s is one", (text) => expect(isCnpj(text)).toBe(true));
  it.each([
    "",
    "1122233300018",
    "112223330001811",
    "11222333000182",
    "11.222.333/0001-81",
    "12ABC34501DE36",
    "12abc34501de35",
    "12ABC34501DEA5",
    "00000000000000",
    "11222333000181\n",
    "１1222333000181",
  ])("%j is none", (text) => expect(isCnpj(text)).toBe(false));

  it("agrees with the arithmetic written out", () => {
    fc.assert(
      fc.property(characters(CHARACTERS, 12), characters(DIGITS, 2), (first12, digits) => {
        expect(isCnpj(first12 + digits)).toBe(cnpjByHand(first12 + digits));
        expect(isCnpj(withCnpjDigits(first12))).toBe(true);
      }),
    );
  });
  it("is of a company that its first 8 characters name", () => {
    expect(cnpjRoot("12ABC34501DE35")).toBe("12ABC345");
  });
});

describe("CPF", () => {
  it.each(["52998224725", "11144477735", "00000000191"])("%s is one", (text) => expect(isCpf(text)).toBe(true));
  it.each(["", "5299822472", "52998224726", "529.982.247-25", "11111111111", "00000000000", "5299822472A"])("%j is none", (text) =>
    expect(isCpf(text)).toBe(false),
  );
  it("agrees with the arithmetic written out", () => {
    fc.assert(
      fc.property(characters(DIGITS, 11), (text) => {
        expect(isCpf(text)).toBe(cpfByHand(text) && new Set(text).size > 1);
      }),
    );
  });
});

describe("made-up registrations", () => {
  it("are valid whatever chance says, and of the kind that was asked for", () => {
    fc.assert(
      fc.property(chances, (chance) => {
        expect(isCpf(fakeCpf(chance))).toBe(true);
        expect(isCnpj(someCnpj(chance))).toBe(true);
        expect(someCnpj(chance)).toMatch(/^\d{14}$/);
        expect(isCnpj(someCnpj(chance, "alphanumeric"))).toBe(true);
      }),
    );
    expect(someCnpj(() => 0.99, "alphanumeric")).toMatch(/^Z{8}0001\d\d$/);
  });
});

describe("normalizeTaxId", () => {
  it.each([
    ["11.222.333/0001-81", "11222333000181"],
    [" 12.abc.345/01de-35 ", "12ABC34501DE35"],
    ["529.982.247-25", "52998224725"],
  ])("%s is kept as %s", (text, kept) => expect(normalizeTaxId(text)).toBe(kept));
  it("takes nothing else out and makes no letter of what is none", () => {
    expect(normalizeTaxId("12ſBC_34501DE35")).toBe("12ſBC_34501DE35");
    expect(asciiUpperCase("aßıſz")).toBe("AßıſZ");
  });
});

describe("modulo11", () => {
  it("makes 0 of 10 and 11", () => {
    expect([modulo11("0"), modulo11("6")]).toEqual(["0", "0"]);
  });
});
