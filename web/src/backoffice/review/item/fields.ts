import type { Critique, ReviewItem } from "../types.ts";

/** One value of a product, with what validation says about it. */
export interface FieldLine {
  readonly pointer: string;
  /** A word of the texts, or an attribute's own name. */
  readonly label: { readonly text: PlainField } | { readonly name: string };
  readonly value: string;
  readonly critiques: readonly Critique[];
}

/** Fields in the order in which a reviewer reads them. */
export const PLAIN_FIELDS = [
  "description",
  "color",
  "flavor",
  "gender",
  "size",
  "measures",
  "eanIsbn",
  "manufacturerCode",
  "video",
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];

/** Pointers that are shown at another field than their own: the measures stand in one line, the name and what follows it in the heading. */
const SHOWN_AT: Readonly<Record<string, string>> = {
  "/height": "/measures",
  "/width": "/measures",
  "/depth": "/measures",
  "/weight": "/measures",
};
const HEADING = new Set(["/name", "/brand", "/department", "/productType", "/sku", "/productGroup"]);

/** Where a critique is shown: `/images/1/url` at `/images/1`. */
const placeOf = (pointer: string): string => {
  const [, field = "", nth] = pointer.split("/");
  const own = field === "images" || field === "attributes" ? `/${field}${nth === undefined ? "" : `/${nth}`}` : `/${field}`;
  return SHOWN_AT[own] ?? own;
};

/** The critiques about one picture. */
export const critiquesOfImage = (critiques: readonly Critique[], nth: number): readonly Critique[] =>
  critiques.filter(({ pointer }) => placeOf(pointer) === `/images/${nth}`);

/** The values of a product, and each critique at its value. `rest` belongs to none of them, or to what stands in the heading. */
export function fieldsOf(
  { product, warnings, images }: ReviewItem,
  measures: string,
): { readonly lines: readonly FieldLine[]; readonly rest: readonly Critique[] } {
  const values: Readonly<Partial<Record<PlainField, string>>> = { ...product, measures };
  const at = (pointer: string) => warnings.filter((critique) => placeOf(critique.pointer) === pointer);
  const plain = PLAIN_FIELDS.flatMap((field): readonly FieldLine[] => {
    const [value, pointer] = [values[field] ?? "", `/${field}`];
    const critiques = at(pointer);
    return value === "" && critiques.length === 0 ? [] : [{ pointer, label: { text: field }, value, critiques }];
  });
  const attributes = (product.attributes ?? []).map(({ name, values: chosen }, nth): FieldLine => {
    const pointer = `/attributes/${nth}`;
    return { pointer, label: { name }, value: chosen.join(" · "), critiques: at(pointer) };
  });
  const lines = [...plain, ...attributes];
  const places = new Set([...lines.map(({ pointer }) => pointer), ...images.map((_, nth) => `/images/${nth}`)]);
  return { lines, rest: warnings.filter(({ pointer }) => HEADING.has(placeOf(pointer)) || !places.has(placeOf(pointer))) };
}
