import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { buildSnapshot, productJsonSchema, readReferenceFiles, type ReferenceSnapshot, type TypeRules } from "../../src/reference/index.ts";
import { goodProduct, type Body } from "./products.ts";
import { sample } from "./sample.ts";

// As integrators have it: strict, so that nothing in the schema goes unexecuted; the tolerance is the one the schema names.
const compile = (rules: TypeRules, reference: ReferenceSnapshot) =>
  new Ajv2020({ strict: true, strictTypes: true, allErrors: true, multipleOfPrecision: 6 }).compile(productJsonSchema(rules, reference));

const shipped = buildSnapshot(await readReferenceFiles(join(import.meta.dirname, "../../data/reference")), 3);
/** Every product type in each of its departments. */
const everyType = shipped.departments.names.flatMap((department) =>
  shipped.typesOf(department)!.names.map((type) => shipped.typeRules(department, type)!),
);

describe("productJsonSchema of the shipped data", () => {
  it("compiles for every type of every department and accepts a good product", { timeout: 60_000 }, () => {
    expect(everyType.length).toBeGreaterThan(150);
    for (const rules of everyType) {
      const accepts = compile(rules, shipped);
      for (const product of [goodProduct(rules, shipped, "required"), goodProduct(rules, shipped)]) {
        accepts(product);
        expect(accepts.errors, `${rules.department.name} / ${rules.type.name}`).toBeNull();
      }
    }
  });

  it("names the version it was printed from and speaks Portuguese", () => {
    const { title, description } = productJsonSchema(shipped.typeRules("Corrida", "Tênis de Corrida")!, shipped) as Record<string, string>;
    expect(title).toBe("Tênis de Corrida em Corrida");
    expect(description).toContain("versão 3");
    expect(description).toContain("multipleOfPrecision");
  });
});

const reference = buildSnapshot(sample, 1);
const shirtRules = reference.typeRules("Casual", "Camiseta")!;
const wheyRules = reference.typeRules("Suplementos", "Whey Protein")!;
const shirt = goodProduct(shirtRules, reference);
const whey = goodProduct(wheyRules, reference);
const acceptsShirt = compile(shirtRules, reference);
const acceptsWhey = compile(wheyRules, reference);

const material = { name: "Material", values: ["Algodão", "Linho"] };
const image = { url: "https://imagens.exemplo.com.br/a.jpg" };
const without = (field: string) => ({ [field]: undefined });
/** As it would arrive: JSON has no undefined. */
const sent = (product: Body, change: Body) => JSON.parse(JSON.stringify({ ...product, ...change })) as Body;

describe("productJsonSchema accepts", () => {
  it.each<[string, Body]>([
    ["one color", { color: "Preto" }],
    ["a color with signs of patterns in its name", { color: "Azul (royal)" }],
    ["two colors in the other order", { color: "Azul (royal)+Preto" }],
    ["several values of a MULTIPLE attribute", { attributes: [material] }],
    ["free text", { attributes: [material, { name: "Composição", values: ["100% algodão"] }] }],
    ["no decimals, or three", { height: 10, width: 10.125, weight: 1.5 }],
    ["decimals that binary floats do not hold", { height: 0.07, width: 0.029, depth: 1.001, weight: 0.057 }],
    ["price and stock", { price: { listPrice: 129.9, salePrice: 99.9 }, stock: { available: 0 } }],
    ["keys it does not know", { observação: "x" }],
    ["code points, not UTF-16 units, up to the limit", { name: "👟".repeat(100) }],
    [
      "six images with upper case, port and query",
      { images: [1, 2, 3, 4, 5, 6].map((n) => ({ url: `HTTP://h.com:8080/${n}.JPEG?w=1#x` })) },
    ],
    ["a host that only resembles a drive", { images: [{ url: "https://my-drive.google.com.br/a.jpg" }] }],
    ["< and & as signs", { description: "5 < 6 & 7 > 2; a & b" }],
  ])("%s", (_, change) => {
    acceptsShirt(sent(shirt, change));
    expect(acceptsShirt.errors).toBeNull();
  });

  it("food by flavor", () => {
    acceptsWhey(whey);
    expect(acceptsWhey.errors).toBeNull();
  });
});

describe("productJsonSchema refuses", () => {
  const required = ["sku", "productGroup", "department", "productType", "brand", "name", "description", "color", "gender", "size"];
  it.each([...required, "height", "width", "depth", "weight", "images", "attributes"])("a product without %s", (field) => {
    expect(acceptsShirt(sent(shirt, without(field)))).toBe(false);
  });

  it.each<[string, string, Body]>([
    ["another department", "/department", { department: "casual" }],
    ["another type", "/productType", { productType: "Whey Protein" }],
    ["a brand in another case", "/brand", { brand: "aurivento" }],
    ["an unregistered color", "/color", { color: "Lilás" }],
    ["a color that is only part of one", "/color", { color: "Azul" }],
    ["a color twice", "/color", { color: "Preto+Preto" }],
    ["a color twice around another", "/color", { color: "Preto+Azul (royal)+Preto" }],
    ["spaces around +", "/color", { color: "Preto + Azul (royal)" }],
    ["a dangling +", "/color", { color: "Preto+" }],
    ["an empty color", "/color", { color: "" }],
    ["flavor on a shirt", "/flavor", { flavor: "Baunilha" }],
    ["a gender in another case", "/gender", { gender: "unissex" }],
    ["a size of another chart", "/size", { size: "900 g" }],
    ["a weight over the maximum", "/weight", { weight: 1.501 }],
    ["a weight of nothing", "/weight", { weight: 0 }],
    ["a weight as text", "/weight", { weight: "1" }],
    ["four decimals", "/height", { height: 10.0005 }],
    ["a negative side", "/depth", { depth: -1 }],
    ["a sku with a space", "/sku", { sku: "VIT 001" }],
    ["a sku of 51 characters", "/sku", { sku: "A".repeat(51) }],
    ["a group that begins with a sign", "/productGroup", { productGroup: "-A" }],
    ["a name of 101 characters", "/name", { name: "a".repeat(101) }],
    ["an empty name", "/name", { name: "" }],
    ["a name of spaces", "/name", { name: "  " }],
    ["a tag", "/description", { description: "forte <b>muito</b>" }],
    ["a line break", "/description", { description: "um\ndois" }],
    ["an escape sequence", "/description", { description: "um\\ndois" }],
    ["an entity", "/description", { description: "um&nbsp;dois" }],
    ["a description of 3001 characters", "/description", { description: "a".repeat(3001) }],
    ["no image", "/images", { images: [] }],
    ["seven images", "/images", { images: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ url: `https://h.com/${n}.jpg` })) }],
    ["an image twice", "/images", { images: [image, image] }],
    ["a png", "/images/0/url", { images: [{ url: "https://h.com/a.png?x=.jpg" }] }],
    ["an image on a drive", "/images/0/url", { images: [{ url: "https://drive.google.com/a.jpg" }] }],
    ["an image below a drive, in capitals", "/images/0/url", { images: [{ url: "https://x.Drive.Google.com:443/a.jpg" }] }],
    ["an image on a drive behind the root's dot", "/images/0/url", { images: [{ url: "https://drive.google.com./a.jpg" }] }],
    ["a backslash in a path", "/images/0/url", { images: [{ url: "https://h.com/a\\b.jpg" }] }],
    ["a sku that is a word of an address", "/sku", { sku: "validate" }],
    ["an image over ftp", "/images/0/url", { images: [{ url: "ftp://h.com/a.jpg" }] }],
    ["a missing required attribute", "/attributes", { attributes: [] }],
    ["an unknown attribute", "/attributes/1/name", { attributes: [material, { name: "material", values: ["Linho"] }] }],
    ["an attribute twice", "/attributes", { attributes: [material, material] }],
    [
      "an optional attribute twice",
      "/attributes",
      { attributes: [material, { name: "Gola", values: ["Polo"] }, { name: "Gola", values: ["Careca"] }] },
    ],
    ["an unknown value", "/attributes/0/values/1", { attributes: [{ name: "Material", values: ["Linho", "linho"] }] }],
    ["an unknown value of an optional attribute", "/attributes/1/values/0", { attributes: [material, { name: "Gola", values: ["V"] }] }],
    ["two values of a SINGLE attribute", "/attributes/1/values", { attributes: [material, { name: "Gola", values: ["Careca", "Polo"] }] }],
    ["an attribute without values", "/attributes/0/values", { attributes: [{ name: "Material", values: [] }] }],
    ["an empty free text", "/attributes/1/values/0", { attributes: [material, { name: "Composição", values: [""] }] }],
    ["a price of nothing", "/price/salePrice", { price: { listPrice: 10, salePrice: 0 } }],
    ["half a unit of stock", "/stock/available", { stock: { available: 0.5 } }],
    ["a candidacy that is a word", "/fulfillment/candidate", { fulfillment: { candidate: "sim" } }],
  ])("%s, at %s", (_, pointer, change) => {
    expect(acceptsShirt(sent(shirt, change))).toBe(false);
    expect(acceptsShirt.errors!.map((error) => error.instancePath)).toContain(pointer);
    // Only that: nothing outside the field complains.
    const field = `/${pointer.split("/")[1]!}`;
    for (const error of acceptsShirt.errors!) expect(error.instancePath.startsWith(field)).toBe(true);
  });

  it("color on food, and food without flavor", () => {
    expect(acceptsWhey(sent(whey, { color: "Preto" }))).toBe(false);
    expect(acceptsWhey(sent(whey, without("flavor")))).toBe(false);
  });

  it("everything that needs a name of a list that is empty", () => {
    const bare = buildSnapshot({ ...sample, brands: [], colors: [] }, 1);
    const accepts = compile(bare.typeRules("Casual", "Camiseta")!, bare);
    expect(accepts(shirt)).toBe(false);
    expect(new Set(accepts.errors!.map((error) => error.instancePath))).toEqual(new Set(["/brand", "/color"]));
  });
});

describe("three colors", () => {
  it("are the most that + joins", () => {
    const { typeRules, colors } = shipped;
    const rules = typeRules("Casual", "Camiseta")!;
    const accepts = compile(rules, shipped);
    const product = goodProduct(rules, shipped);
    const [a, b, c, d] = colors.names as [string, string, string, string];
    for (const color of [a, `${b}+${a}`, `${c}+${a}+${b}`]) expect(accepts({ ...product, color })).toBe(true);
    for (const color of [`${a}+${b}+${c}+${d}`, `${a}+${b}+${b}`, `${a}+${a}+${b}`]) expect(accepts({ ...product, color })).toBe(false);
  });
});
