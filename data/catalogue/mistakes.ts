import type { ReferenceSnapshot } from "../../src/reference/index.ts";
import type { Chance } from "./chance.ts";
import { PLACEHOLDER, sizeSentence, type Family, type Product } from "./families.ts";

/** What a mistake may look at beside the product. */
export interface Setting {
  readonly family: Family;
  readonly reference: ReferenceSnapshot;
  readonly chance: Chance;
}

/** A mistake of one product. */
export interface Mistake {
  readonly code: string;
  /** Mistakes of one product are about different things. */
  readonly about: string;
  /** While the type is unknown most of the other rules have nothing to say. */
  readonly hidesType?: true;
  /** The product with the mistake in it, or undefined where it cannot be made. */
  readonly plant: (product: Product, setting: Setting) => Product | undefined;
}

/** A mistake of a whole family: its products with the mistake in them, and those of them that are found with the code. */
export interface FamilyMistake {
  readonly code: string;
  readonly plant: (setting: Setting) => { readonly products: readonly Product[]; readonly found: readonly Product[] } | undefined;
}

const misspelled = (name: string, registered: { has: (name: string) => boolean }, chance: Chance): string => {
  const wrong = [name.toLowerCase(), name.normalize("NFD").replace(/\p{M}/gu, ""), `${name}${name.at(-1)!}`, name.slice(0, -1)];
  return chance.pick(wrong.filter((one) => !registered.has(one)));
};

const GOOD_PICTURE = /-(?:black|blue|green|red)\.jpg$/;
const picture = (code: string, file: string): Mistake => ({
  code,
  about: file,
  plant: (product, { chance }) => {
    const bad = { url: `${PLACEHOLDER}/${file}` };
    // A third picture makes room, so that no product has more than six.
    const good = product.images.findLastIndex(({ url }) => GOOD_PICTURE.test(url));
    const images = product.images.length < 3 || good === -1 ? product.images : product.images.toSpliced(good, 1);
    return { ...product, images: chance.happens(0.5) ? [bad, ...images] : [...images, bad] };
  },
});

const color = ({ rules }: Family) => rules.type.distinguishedBy === "color";

export const MISTAKES: readonly Mistake[] = [
  { code: "department_unknown", about: "department", hidesType: true, plant: (product, { reference, chance }) => ({ ...product, department: misspelled(product.department, reference.departments, chance) }) },
  { code: "product_type_unknown", about: "productType", hidesType: true, plant: (product, { reference, chance }) => ({ ...product, productType: misspelled(product.productType, reference.typesOf(product.department)!, chance) }) },
  { code: "brand_unknown", about: "brand", plant: (product, { reference, chance }) => ({ ...product, brand: misspelled(product.brand, reference.brands, chance) }) },
  {
    code: "color_unknown",
    about: "variation",
    plant: ({ color: sent, ...product }, { reference, chance }) => {
      const [first, ...others] = sent?.split("+") ?? [];
      return first === undefined ? undefined : { ...product, color: [misspelled(first, reference.colors, chance), ...others].join("+") };
    },
  },
  {
    code: "flavor_unknown",
    about: "variation",
    plant: ({ flavor: sent, ...product }, { reference, chance }) => {
      const [first, ...others] = sent?.split("+") ?? [];
      return first === undefined ? undefined : { ...product, flavor: [misspelled(first, reference.flavors, chance), ...others].join("+") };
    },
  },
  { code: "color_required", about: "variation", plant: ({ color: _color, ...product }, { family, chance }) => (color(family) ? { ...product, flavor: chance.pick(["Natural", "Morango", "Limão"]) } : undefined) },
  { code: "flavor_required", about: "variation", plant: ({ flavor: _flavor, ...product }, { family, chance }) => (color(family) ? undefined : { ...product, color: chance.pick(["Preto", "Branco", "Marrom"]) }) },
  { code: "size_unknown", about: "size", plant: (product, setting) => (canLose(product, setting) ? { ...product, size: setting.chance.pick([`${product.size} BR`, `Tam. ${product.size}`, `${product.size}?`]) } : undefined) },
  {
    code: "size_outside_chart",
    about: "size",
    plant: (product, setting) => {
      const other = ["GG", "42", "500 g"].find((size) => !setting.family.rules.sizes.has(size))!;
      return canLose(product, setting) && product.size !== "Único" ? { ...product, size: other } : undefined;
    },
  },
  {
    code: "attribute_required",
    about: "required attribute",
    plant: (product, { family }) => {
      const [required] = family.rules.template.attributes.filter((attribute) => attribute.required);
      return { ...product, attributes: product.attributes.filter(({ name }) => name !== required!.name) };
    },
  },
  { code: "attribute_unknown", about: "unknown attribute", plant: (product, { chance }) => ({ ...product, attributes: [...product.attributes, { name: chance.pick(["Signo", "Humor do dia", "Cor do cadarço"]), values: ["Sim"] }] }) },
  {
    code: "attribute_value_unknown",
    about: "attribute value",
    plant: (product, { family }) => {
      // Neither the attribute that may be missing nor the one that may have two values.
      const [missing] = family.rules.template.attributes.filter((attribute) => attribute.required);
      const index = product.attributes.findLastIndex(({ name, values }) => {
        const predefined = family.rules.attributes.get(name)?.values.length ?? 0;
        return values.length === 1 && predefined > 0 && name !== "Origem" && name !== missing!.name;
      });
      const sent = product.attributes[index];
      if (!sent) return undefined;
      return { ...product, attributes: product.attributes.with(index, { name: sent.name, values: [`${sent.values[0]!.toLowerCase()}!`] }) };
    },
  },
  {
    code: "attribute_single_value",
    about: "attribute values",
    plant: (product, { family }) => {
      const origin = family.rules.attributes.get("Origem");
      const others = product.attributes.filter(({ name }) => name !== "Origem");
      return origin && { ...product, attributes: [...others, { name: "Origem", values: origin.values.map(({ value }) => value) }] };
    },
  },
  { code: "weight_over_maximum", about: "weight", plant: (product) => ({ ...product, weight: Math.round(Number(product.weight) * 1000) }) },
  picture("image_unreachable", "missing.jpg"),
  picture("image_not_jpeg", "png-in-disguise.jpg"),
  picture("image_too_heavy", "too-heavy.jpg"),
  picture("image_too_small", "too-small.jpg"),
  picture("image_too_large", "too-large.jpg"),
  {
    code: "ean_check_digit",
    about: "ean",
    plant: ({ eanIsbn, ...product }) => eanIsbn === undefined ? undefined : { ...product, eanIsbn: eanIsbn.slice(0, -1) + String((Number(eanIsbn.at(-1)) + 1) % 10) },
  },
  {
    code: "single_size_undescribed",
    about: "size",
    plant: (product, { family }) => {
      const [sentence] = sizeSentence(family.rules, product.size, { box: [product.height, product.width, product.depth] });
      return sentence === undefined ? undefined : { ...product, description: product.description.replace(`${sentence} `, "") };
    },
  },
  { code: "name_without_brand", about: "brand", plant: (product) => ({ ...product, name: product.name.replace(`${product.brand} `, "") }) },
];

/** Mistakes that are made last and alone, so that the other products stay as they were. */
export const LATER_MISTAKES: readonly Mistake[] = [
  // A mistyped number of a book, on a product that is none.
  { code: "isbn_check_digit", about: "ean", plant: ({ eanIsbn, ...product }, { chance }) => eanIsbn === undefined ? undefined : { ...product, eanIsbn: chance.pick(["85-359-0277-X", "978-85-359-0277-1", "0804429571"]) } },
];

/** Whether the family stays complete without this product's size: it is sent once, stands at an end, and is one more than needed. */
function canLose(product: Product, { family, reference }: Setting): boolean {
  const { chart, type } = family.rules;
  const minimum = reference.data.rules.familyMinimum[type.kind];
  if (minimum === 1) return true;
  const sizes = chart.sizes.filter((size) => family.products.some((other) => other.size === size));
  const isAtEnd = product.size === sizes[0] || product.size === sizes.at(-1);
  return isAtEnd && sizes.length > minimum && family.products.filter(({ size }) => size === product.size).length === 1;
}

export const FAMILY_MISTAKES: readonly FamilyMistake[] = [
  {
    code: "family_incomplete",
    plant: ({ family: { rules, products }, reference, chance }) => {
      const minimum = reference.data.rules.familyMinimum[rules.type.kind];
      if (minimum === 1) return undefined;
      const sizes = rules.chart.sizes.filter((size) => products.some((product) => product.size === size));
      // As many as asked for, but with a hole in their sequence; or simply too few. A half size leaves no hole.
      const middle = sizes[minimum - 1]!;
      const holed = sizes.length > minimum && sizes.length < 2 * minimum && !middle.includes(",") && chance.happens(0.7);
      const kept = holed ? sizes.filter((size) => size !== middle) : sizes.slice(0, minimum - 1);
      const left = products.filter(({ size }) => kept.includes(size));
      return { products: left, found: left };
    },
  },
  {
    code: "family_mixed",
    plant: ({ family: { rules, products }, reference, chance }) => {
      const [odd, ...others] = products;
      if (!odd || others.length === 0) return undefined;
      const elsewhere = reference.data.departments.find(({ code, name }) => rules.type.departments.includes(code) && name !== odd.department);
      const brand = chance.pick(reference.brands.names.filter((name) => name !== odd.brand));
      const moved = elsewhere && chance.happens(0.5) ? { ...odd, department: elsewhere.name } : { ...odd, brand, name: odd.name.replace(odd.brand, brand) };
      return { products: [moved, ...others], found: products };
    },
  },
  {
    code: "family_stock_below_minimum",
    plant: ({ family }) => {
      const products = family.products.map((product) => ({ ...product, stock: { available: 0 } }));
      return { products, found: products };
    },
  },
  {
    code: "family_variation_repeated",
    plant: ({ family: { products } }) => {
      const first = products[0]!;
      const twin = { ...first, sku: `${first.sku}-B` };
      return { products: [...products, twin], found: [first, twin] };
    },
  },
];
