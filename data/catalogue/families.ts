import type { ReferenceSnapshot, SizeChart, TypeRules } from "../../src/reference/index.ts";
import { attributesOf, type Attribute, type Facts } from "./attributes.ts";
import { seeded, type Chance } from "./chance.ts";
import { LINES, type Gender, type Line } from "./lines.ts";
import { STYLES, type Style } from "./styles.ts";
import { CLOSERS, FRUIT_FLAVORS, MODELS, NO_FLAVORS, PALETTES, SWEET_FLAVORS, tintOf } from "./words.ts";

/** A line of the catalogue: the body of POST product. Addresses of images begin with the placeholder that the import fills in. */
export interface Product {
  readonly sku: string;
  readonly productGroup: string;
  readonly department: string;
  readonly productType: string;
  readonly brand: string;
  readonly name: string;
  readonly description: string;
  readonly color?: string;
  readonly flavor?: string;
  readonly gender: Gender;
  readonly size: string;
  readonly manufacturerCode?: string;
  readonly eanIsbn?: string;
  readonly height: number;
  readonly width: number;
  readonly depth: number;
  /** Some sellers' systems send it as text (seed 2.1). */
  readonly weight: number | string;
  readonly images: readonly { readonly url: string }[];
  readonly attributes: readonly Attribute[];
  readonly fulfillment?: { readonly candidate: boolean };
  readonly price: { readonly listPrice: number; readonly salePrice: number };
  readonly stock: { readonly available: number };
}

/** The variations of one model, and what its type asks of them. */
export interface Family {
  readonly rules: TypeRules;
  readonly products: readonly Product[];
}

export const PLACEHOLDER = "{{images}}";

/** A clean family: the `nth` model of a product type, in one of the type's departments. */
export function makeFamily(rules: TypeRules, nth: number, reference: ReferenceSnapshot): Family {
  const line = LINES[rules.type.name];
  const style = STYLES[rules.template.code];
  if (!line || !style) throw new Error(`the catalogue has no line for ${rules.type.name}, or no style for the template ${rules.template.name}`);
  const chance = seeded(`${rules.type.name} ${nth}`);
  const gender = chance.pick(gendersOf(rules, line));
  const model = MODELS[(nth + rules.type.code * 7) % MODELS.length]!;
  const brand = chance.pick(reference.brands.names);
  const feature = chance.pick(style.features);
  const productGroup = [abbreviated(rules.type.name), slug(model)].join("-");
  const fill = attributesOf(rules, line, style, chance);
  const says = chance.some(style.says, chance.whole(2, 3));
  const closer = chance.pick(CLOSERS);
  const priced = pricing(line, rules, chance);
  const sized = measures(line, style, rules, chance);
  const candidate = chance.happens(0.15);
  const name = named(rules.type.name, brand, model, feature, gender);

  const products = variationsOf(rules, line, gender, style, chance).map(({ size, color, flavor, share }, i): Product => {
    const facts = sized(size, share);
    const [height, width, depth] = facts.box;
    const variation = color ?? flavor!;
    const about = [`${rules.type.name} ${brand} ${model}.`, ...says, ...sizeSentence(rules, size, facts), closer];
    return {
      sku: [productGroup, slug(variation).slice(0, 14), slug(size)].join("-"),
      productGroup,
      department: rules.department.name,
      productType: rules.type.name,
      brand,
      name,
      description: about.join(" "),
      ...(color === undefined ? { flavor: flavor! } : { color }),
      gender,
      size,
      ...(chance.happens(0.6) ? { manufacturerCode: `${rules.type.code}-${String(nth).padStart(2, "0")}${i}` } : {}),
      ...(chance.happens(0.7) ? { eanIsbn: ean(chance.whole(0, 999_999_999)) } : {}),
      height,
      width,
      depth,
      weight: chance.happens(0.05) ? String(facts.weight) : facts.weight,
      images: picturesOf(style, variation, chance),
      attributes: fill(facts),
      ...(candidate ? { fulfillment: { candidate } } : {}),
      price: priced(share),
      // A variation may be sold out; the family is not.
      stock: { available: i > 0 && chance.happens(0.1) ? 0 : chance.whole(2, 60) },
    };
  });
  return { rules, products };
}

function gendersOf({ department }: TypeRules, { genders = ["Unissex"] }: Line): readonly Gender[] {
  const asked = department.name === "Feminino" ? "Mulher" : department.name === "Masculino" ? "Homem" : undefined;
  return asked && genders.includes(asked) ? [asked] : genders;
}

const GENDER_WORDS: Readonly<Record<Gender, string>> = { Homem: "Masculino", Mulher: "Feminino", Unissex: "Unissex" };

/** The recommended pattern: type + brand + model + characteristic + gender, with 'Infantil' at the end for children (seed 2.1). */
function named(type: string, brand: string, model: string, feature: string, gender: Gender): string {
  const [adult = type, forChildren] = type.split(/ (?=Infantil$)/);
  return [adult, brand, model, feature, GENDER_WORDS[gender], ...(forChildren === undefined ? [] : [forChildren])].join(" ");
}

interface Variation {
  readonly size: string;
  readonly color?: string;
  readonly flavor?: string;
  /** Where the size stands between the smallest and the largest of its line, 0 to 1. */
  readonly share: number;
}

function variationsOf(rules: TypeRules, line: Line, gender: Gender, style: Style, chance: Chance): readonly Variation[] {
  const { kind, distinguishedBy, name } = rules.type;
  const window = windowOf(rules.chart, line, gender, chance);
  const [least, most] = window.length === 1 ? [1, 1] : SIZES_OF_A_FAMILY[kind];
  const count = Math.min(chance.whole(least, most), window.length);
  const first = chance.whole(0, window.length - count);
  const sizes = window.slice(first, first + count);
  const colors = chance.some(distinguishedBy === "color" ? PALETTES[style.palette] : flavorsOf(name), coloursFor(sizes.length, chance));
  const shareOf = (size: string) => (window.length === 1 ? 0.5 : window.indexOf(size) / (window.length - 1));
  return colors.flatMap((variation) => sizes.map((size) => ({ size, [distinguishedBy]: variation, share: shareOf(size) })));
}

const SIZES_OF_A_FAMILY = { CLOTHES: [3, 5], SHOES: [4, 7], ACCESSORY: [2, 4], SINGLE: [1, 1], FOOD: [1, 2] } as const;
const coloursFor = (sizes: number, chance: Chance) => (sizes === 1 ? chance.whole(2, 4) : sizes < 4 && chance.happens(0.4) ? 2 : 1);

const SWEET = /Whey|Hipercalórico|Barra|Pasta/;
const PLAIN = /Multivitamínico|Ômega/;
const flavorsOf = (type: string) => (SWEET.test(type) ? SWEET_FLAVORS : PLAIN.test(type) ? NO_FLAVORS : FRUIT_FLAVORS);

/** Adult shoes: which part of the chart is made for whom; charts by code. */
const SHOE_WINDOWS: Readonly<Record<number, Readonly<Record<Gender, readonly [string, string]>>>> = {
  61: { Mulher: ["33", "40"], Homem: ["37", "45"], Unissex: ["35", "43"] },
  62: { Mulher: ["33", "40"], Homem: ["37", "45"], Unissex: ["35", "43"] },
  63: { Mulher: ["33/34", "39/40"], Homem: ["39/40", "45/46"], Unissex: ["35/36", "43/44"] },
};

function windowOf(chart: SizeChart, line: Line, gender: Gender, chance: Chance): readonly string[] {
  const [from, to] = line.sizes ?? SHOE_WINDOWS[chart.code]?.[gender] ?? [chart.sizes[0]!, chart.sizes.at(-1)!];
  const window = chart.sizes.slice(chart.sizes.indexOf(from), chart.sizes.indexOf(to) + 1);
  // Few shoes come in half sizes.
  return SHOE_WINDOWS[chart.code] && chance.happens(0.7) ? window.filter((size) => !size.includes(",")) : window;
}

/** Whether a larger size is more of it: a larger bottle costs and weighs more, a larger shirt does not cost more. */
const growsWithSize = ({ type }: TypeRules) => type.kind === "ACCESSORY" || type.kind === "FOOD";

function pricing({ price: [from, to] }: Line, rules: TypeRules, chance: Chance): (share: number) => Product["price"] {
  const level = chance.whole(0, 100) / 100;
  const discount = chance.happens(0.6) ? chance.whole(10, 40) / 100 : 0;
  return (share) => {
    const place = growsWithSize(rules) ? (level + 3 * share) / 4 : level;
    const list = Math.floor(from + (to - from) * place);
    const sale = discount === 0 ? list : Math.floor(list * (1 - discount));
    return { listPrice: list + 0.9, salePrice: sale + 0.9 };
  };
}

function measures(line: Line, style: Style, rules: TypeRules, chance: Chance): (size: string, share: number) => Facts {
  const level = chance.whole(0, 100) / 100;
  const box = style.box.map((side) => tenths(side * (0.9 + chance.whole(0, 20) / 100))) as unknown as Facts["box"];
  return (size, share) => {
    const place = growsWithSize(rules) ? (level + 3 * share) / 4 : level;
    const weight = line.weight === "size" ? massOf(size) : line.weight[0] + (line.weight[1] - line.weight[0]) * place;
    return { size, box, weight: Math.round(weight * 1000) / 1000 };
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

const KILOGRAMS: Readonly<Record<string, number>> = { kg: 1, g: 0.001, L: 1, ml: 0.001 };
/** Package: a twentieth of the content and 80 g. */
function massOf(size: string): number {
  const [, amount, unit] = /^([\d,]+) (\w+)$/.exec(size) ?? [];
  const factor = KILOGRAMS[unit ?? ""];
  if (amount === undefined || factor === undefined) throw new Error(`the size ${size} says no weight`);
  return Number(amount.replace(",", ".")) * factor * 1.05 + 0.08;
}

const comma = (value: number) => String(value).replace(".", ",");
const HEADWEAR = 726;

/** What a single-size product must say about its size (seed 2.1, family rule); nothing for the others. */
export function sizeSentence({ type, template }: TypeRules, size: string, { box }: Pick<Facts, "box">): readonly string[] {
  if (size !== "Único" || type.kind === "FOOD") return [];
  if (template.code === HEADWEAR) return ["Tamanho único com regulagem, veste do 54 ao 60."];
  return [`Medidas: ${box.map(comma).join(" x ")} cm.`];
}

const OTHER_TINTS = ["black", "blue", "green", "red"];

function picturesOf({ shape }: Style, variation: string, chance: Chance): Product["images"] {
  const tint = tintOf(variation);
  const others = chance.some(OTHER_TINTS.filter((other) => other !== tint), chance.whole(0, 2));
  return [tint, ...others].map((one) => ({ url: `${PLACEHOLDER}/${shape}-${one}.jpg` }));
}

/** An EAN-13 of Brazil with its check digit: weights 3 and 1 by turns from the right. */
function ean(number: number): string {
  const digits = `789${String(number).padStart(9, "0")}`;
  const sum = digits.split("").reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

const FILLERS = new Set(["de", "para"]);
const slug = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase().replace(/ A /g, "A").replace(/\+/g, ".").replace(/[^A-Z0-9.,]+/g, "").replace(/,/g, ".");
const abbreviated = (type: string) => type.split(" ").filter((word) => !FILLERS.has(word)).map((word) => slug(word).slice(0, 3)).join("-");
