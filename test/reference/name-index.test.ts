import { describe, expect, it } from "vitest";
import { createNameIndex } from "../../src/reference/index.ts";
import { leastCpuMs } from "../cpu.ts";

const colors = createNameIndex([
  "Preto",
  "Preto Fosco",
  "Branco",
  "Azul",
  "Azul-marinho",
  "Azul-turquesa",
  "Verde",
  "Verde-limão",
  "Marrom",
]);
const types = createNameIndex(["Tênis", "Tênis de Corrida", "Camiseta", "Camisa Polo", "Camisa de Time", "Bermuda", "Calça Legging"]);
const sizes = createNameIndex(["PP", "P", "M", "G", "GG", "XG", "36", "37", "37,5", "38", "Único"]);

describe("has", () => {
  it("is exact: case, accents and spaces count", () => {
    expect(colors.has("Preto")).toBe(true);
    for (const near of ["preto", "Preto ", "Prêto", "", "__proto__"]) expect(colors.has(near)).toBe(false);
  });
});

describe("suggest", () => {
  it.each([
    [colors, "preto", ["Preto"]],
    [colors, "PRETO", ["Preto"]],
    [colors, " Preto ", ["Preto"]],
    [colors, "Azul Marinho", ["Azul-marinho"]],
    [colors, "verde limao", ["Verde-limão"]],
    [types, "Tenis de  corrida", ["Tênis de Corrida"]],
    [sizes, "unico", ["Único"]],
    [sizes, "gg", ["GG"]],
  ])("names only what is equal but for case, accents and spaces (%#: %s)", (index, received, expected) => {
    expect(index.suggest(received)).toEqual(expected);
  });

  it.each([
    [colors, "Pretp", ["Preto"]],
    [colors, "Perto", ["Preto"]],
    [colors, "Marom", ["Marrom"]],
    [colors, "Brnco", ["Branco"]],
    [types, "Camizeta", ["Camiseta"]],
    [types, "Tenis de Corida", ["Tênis de Corrida", "Tênis"]],
    [sizes, "37.5", ["37,5"]],
  ])("forgives typing errors (%#: %s)", (index, received, expected) => {
    expect(index.suggest(received)).toEqual(expected);
  });

  it("puts names that continue the received one first, the shortest of them first", () => {
    expect(colors.suggest("Azu")).toEqual(["Azul", "Azul-marinho", "Azul-turquesa"]);
    expect(types.suggest("Corrida")).toEqual(["Tênis de Corrida"]);
    expect(types.suggest("Camisa Time")).toEqual(["Camisa de Time"]);
  });

  it("offers the name that the received one continues when nothing is nearer", () => {
    expect(types.suggest("Bermuda Jeans Masculina")).toEqual(["Bermuda"]);
    expect(sizes.suggest("Tamanho único")).toEqual(["Único"]);
  });

  it("says nothing when nothing is near", () => {
    for (const received of ["Lilás", "xyz", "", "   ", "+", "?"]) expect(colors.suggest(received)).toEqual([]);
    for (const received of ["X", "99", "3", "GX"]) expect(sizes.suggest(received)).toEqual([]);
  });

  it("never offers more than three, and the same three every time", () => {
    const many = createNameIndex(Array.from({ length: 50 }, (_, i) => `Marca ${String(i).padStart(2, "0")}`));
    expect(many.suggest("Marca")).toEqual(["Marca 00", "Marca 01", "Marca 02"]);
    expect(many.suggest("marca 7")).toEqual(many.suggest("marca 7"));
  });

  it("stays quick on thousands of names and on hostile lengths", () => {
    const many = createNameIndex(Array.from({ length: 5_000 }, (_, i) => `Fornecedor ${(i * 7919).toString(36)} Esportes`));
    const asked = [...Array.from({ length: 20 }, (_, i) => `Fornecedr ${i} Esports`), "é".repeat(1_000_000)];
    expect(leastCpuMs(() => asked.map((name) => many.suggest(name))) / asked.length).toBeLessThan(50);
  });
});
