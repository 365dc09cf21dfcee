import type { Edits } from "../../../ui/sheet/edits.ts";
import type { FoundProduct } from "../product-queries.ts";

/** What the matrix shows of each variant, one at a time. */
export const MEASURES = ["stock", "salePrice", "listPrice", "eanIsbn", "sku"] as const;
/** One of the values of a variant. */
export type Measure = (typeof MEASURES)[number];

/** A variation, usually a colour, in one measure. */
export interface MatrixRow {
  readonly variation: string;
  readonly measure: Measure;
  readonly family: Family;
}

/** A family as its matrix needs it. */
export interface Family {
  readonly group: string;
  readonly variations: readonly string[];
  readonly sizes: readonly string[];
  /** The published members by `placeOf`. */
  readonly members: ReadonlyMap<string, FoundProduct>;
}

/** What is entered for one variant. Values are canonical texts; undefined = as on record. */
export interface VariantEdit {
  readonly variation: string;
  readonly size: string;
  readonly member: FoundProduct | undefined;
  readonly values: Readonly<Partial<Record<Measure, string>>>;
  /** The version of the stock when its edit began. */
  readonly stockVersion: number | undefined;
}

/** The place of a variant in the matrix. */
export const placeOf = (variation: string, size: string): string => `${variation}\n${size}`;
/** The name of a row among all measures; it keeps the edits apart. */
export const rowKey = (variation: string, measure: Measure): string => `${variation} (${measure})`;
/** The colour or flavour of a product. */
export const variationOf = ({ color, flavor }: FoundProduct): string => color ?? flavor ?? "";

/** The members of a family by their place in the matrix. */
export const membersByPlace = (members: readonly FoundProduct[]): ReadonlyMap<string, FoundProduct> =>
  new Map(members.map((member) => [placeOf(variationOf(member), member.size), member]));

/** The value of a variant on record; empty = there is none. */
export function recorded({ variation, measure, family }: MatrixRow, size: string): string {
  const member = family.members.get(placeOf(variation, size));
  if (measure === "sku") return member?.sku ?? "";
  if (measure === "eanIsbn") return member?.eanIsbn ?? "";
  const number = measure === "stock" ? member?.stock?.physical : member?.price?.[measure];
  return number === undefined ? "" : String(number);
}

/** Everything that is entered, variant by variant. */
export function variantEdits(family: Family, edits: Edits): readonly VariantEdit[] {
  return family.variations.flatMap((variation) =>
    family.sizes.flatMap((size) => {
      const own = MEASURES.flatMap((measure) => {
        const edit = edits.get(rowKey(variation, measure))?.[size];
        return edit === undefined ? [] : [[measure, edit] as const];
      });
      if (own.length === 0) return [];
      return {
        variation,
        size,
        member: family.members.get(placeOf(variation, size)),
        values: Object.fromEntries(own.map(([measure, { value }]) => [measure, value])),
        stockVersion: own.find(([measure]) => measure === "stock")?.[1].stamp,
      };
    }),
  );
}

/** A sku for a new variant: the family's key, the variation and the size, as keys are spelled. */
export const proposedSku = (group: string, variation: string, size: string): string =>
  [group, variation, size]
    .map((part) =>
      part
        .normalize("NFD")
        .replaceAll(/\p{Diacritic}/gu, "")
        .replaceAll(/[^A-Za-z0-9.]+/g, "-")
        .replaceAll(/^[-.]+|[-.]+$/g, "")
        .toUpperCase(),
    )
    .filter(Boolean)
    .join("-")
    .slice(0, 50);

/** The sizes in the order of the chart; others come last. */
export const inChartOrder = (sizes: Iterable<string>, chart: readonly string[]): readonly string[] => {
  const place = (size: string) => (chart.includes(size) ? chart.indexOf(size) : chart.length);
  return [...new Set(sizes)].toSorted((one, other) => place(one) - place(other) || one.localeCompare(other, undefined, { numeric: true }));
};
