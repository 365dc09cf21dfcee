import type { ReferenceSnapshot } from "../../src/reference/index.ts";
import { seeded, type Chance } from "./chance.ts";
import { makeFamily, type Family, type Product } from "./families.ts";
import { FAMILY_MISTAKES, LATER_MISTAKES, MISTAKES, type Mistake, type Setting } from "./mistakes.ts";

/** A catalogue and what the marketplace must find in it. */
export interface Catalogue {
  readonly products: readonly Product[];
  /** Every product with a mistake, or in a family with one: the codes found, sorted. The others are clean. */
  readonly expected: ReadonlyMap<string, readonly string[]>;
}

/** Families of each product type in each of its departments. */
const FAMILIES_PER_TYPE_AND_DEPARTMENT = 3;

/** How often each mistake is made: alone, with others in one product, or by a whole family. */
const ALONE = 7;
const TOGETHER = 50;
const FAMILIES_EACH = 8;

/** The catalogue of the reference data: the same on every machine, as long as the data stay the same. */
export function makeCatalogue(reference: ReferenceSnapshot): Catalogue {
  const families = cleanFamilies(reference);
  const expected = new Map<string, readonly string[]>();
  const chance = seeded("mistakes");
  const left = [...chance.some([...families.keys()], families.length)];

  /** Gives the next untouched family that takes the plan to it. */
  const plant = (plan: Plan) => {
    for (const [position, index] of left.entries()) {
      const family = families[index]!;
      const planted = plan({ family, reference, chance });
      if (!planted) continue;
      families[index] = { ...family, products: planted.products };
      for (const [sku, codes] of planted.found) expected.set(sku, [...codes].sort());
      left.splice(position, 1);
      return;
    }
    throw new Error("no family takes this mistake");
  };
  const alone = (mistake: Mistake) => {
    for (let i = 0; i < ALONE; i += 1) plant(inOneProduct(() => [mistake]));
  };
  MISTAKES.forEach(alone);
  for (let i = 0; i < TOGETHER; i += 1) plant(inOneProduct(together));
  for (const mistake of FAMILY_MISTAKES) {
    for (let i = 0; i < FAMILIES_EACH; i += 1) {
      plant((setting) => {
        const planted = mistake.plant(setting);
        return planted && { products: planted.products, found: planted.found.map(({ sku }) => [sku, [mistake.code]]) };
      });
    }
  }
  LATER_MISTAKES.forEach(alone);
  return { products: families.flatMap(({ products }) => products), expected };
}

function cleanFamilies(reference: ReferenceSnapshot): Family[] {
  const { departments, productTypes } = reference.data;
  return productTypes.flatMap((type) => {
    const shown = departments.filter(({ code }) => type.departments.includes(code));
    return shown.flatMap((department, position) =>
      Array.from({ length: FAMILIES_PER_TYPE_AND_DEPARTMENT }, (_, i) =>
        makeFamily(reference.typeRules(department.name, type.name)!, position * FAMILIES_PER_TYPE_AND_DEPARTMENT + i, reference),
      ),
    );
  });
}

/** What becomes of a family's products, and what is found in which; undefined where the family does not take it. */
type Plan = (setting: Setting) => { readonly products: readonly Product[]; readonly found: readonly (readonly [string, readonly string[]])[] } | undefined;

/** One product of the family gets the mistakes chosen; the others stay clean. */
const inOneProduct =
  (choose: (chance: Chance) => readonly Mistake[]): Plan =>
  (setting) => {
    const mistakes = choose(setting.chance);
    const { products } = setting.family;
    const index = setting.chance.whole(0, 1) === 0 ? 0 : products.length - 1;
    const planted = mistakes.reduce<Product | undefined>((product, mistake) => product && mistake.plant(product, setting), products[index]);
    return planted && { products: products.with(index, planted), found: [[planted.sku, mistakes.map(({ code }) => code)]] };
  };

/** Two to five mistakes about different things, none of which hides the others. */
function together(chance: Chance): readonly Mistake[] {
  const byThing = new Map(chance.some(MISTAKES.filter(({ hidesType }) => !hidesType), MISTAKES.length).map((mistake) => [mistake.about, mistake]));
  return chance.some([...byThing.values()], chance.whole(2, 5));
}
