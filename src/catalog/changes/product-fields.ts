import { jsonPointer, pointerSteps } from "../../platform/basics/index.ts";
import type { ProductDocument } from "../product.ts";
import { applyImageChanges, diffImages, placeOfImage } from "./image-changes.ts";

/** A place of a product that a change would give another value. Values are JSON; null = absent. */
export interface FieldChange {
  /** `/name`, `/images/1/url`, `/attributes/Solado`: an attribute is named, because its position may change. */
  readonly pointer: string;
  readonly field: ChangeableField;
  readonly was: unknown;
  readonly wanted: unknown;
}

/** Fields with one value. */
export const PLAIN_FIELDS = [
  "department",
  "productType",
  "brand",
  "name",
  "description",
  "color",
  "flavor",
  "gender",
  "size",
  "manufacturerCode",
  "eanIsbn",
  "height",
  "width",
  "depth",
  "weight",
  "video",
] as const;
/** Every field that a change request may change. */
export const CHANGEABLE_FIELDS = [...PLAIN_FIELDS, "images", "attributes", "fulfillment"] as const;
export type ChangeableField = (typeof CHANGEABLE_FIELDS)[number];
/** What each field is, for documents. */
export const FIELD_WORDS: Readonly<Record<ChangeableField, string>> = {
  department: "O departamento.",
  productType: "O tipo de produto.",
  brand: "A marca.",
  name: "O nome.",
  description: "A descrição.",
  color: "A cor.",
  flavor: "O sabor.",
  gender: "Para quem é.",
  size: "O tamanho.",
  manufacturerCode: "O código do fabricante.",
  eanIsbn: "O código de barras.",
  height: "A altura.",
  width: "A largura.",
  depth: "A profundidade.",
  weight: "O peso.",
  video: "O vídeo.",
  images: "As imagens, uma a uma.",
  attributes: "Os atributos, um a um.",
  fulfillment: "A candidatura ao fulfillment.",
};
/**
 * The fields by which a product makes its family complete or not, or fits into it. Whoever approves one locks the seller's counters before
 * reading the family: of two approvals, each may be right by itself and both together wrong, so they wait for each other.
 */
export const FAMILY_FIELDS: ReadonlySet<ChangeableField> = new Set(["department", "productType", "brand", "color", "flavor", "size"]);
/** Fields that never change: they say which product it is, and which family it belongs to. */
export const FIXED_FIELDS: readonly string[] = ["sku", "productGroup"];
/** Fields with an address of their own, which change at once and need nobody. */
export const OFFER_FIELDS = { price: "prices", stock: "stocks" } as const;

const CANDIDATE_POINTER = "/fulfillment/candidate";
const imagePointer = (index: number): string => `/images/${index}/url`;
/** The pointer of an attribute, by its name. */
export const attributePointer = (name: string): string => jsonPointer(["attributes", name]);

type Attribute = ProductDocument["attributes"][number];
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Everything in which `wanted` differs from `live`, place by place. The order of attributes is no difference. */
export function diffProducts(live: ProductDocument, wanted: ProductDocument): readonly FieldChange[] {
  const plain = PLAIN_FIELDS.map((field) => ({ pointer: `/${field}`, field, was: live[field] ?? null, wanted: wanted[field] ?? null }));
  const images = diffImages(live.images, wanted.images).map(({ index, ...urls }) => ({
    pointer: imagePointer(index),
    field: "images" as const,
    ...urls,
  }));
  const names = new Set([...live.attributes, ...wanted.attributes].map(({ name }) => name));
  const attributes = [...names].map((name) => ({
    pointer: attributePointer(name),
    field: "attributes" as const,
    was: valuesOf(live.attributes, name),
    wanted: valuesOf(wanted.attributes, name),
  }));
  const candidate = {
    pointer: CANDIDATE_POINTER,
    field: "fulfillment" as const,
    was: live.fulfillment.candidate,
    wanted: wanted.fulfillment.candidate,
  };
  return [...plain, ...images, ...attributes, candidate].filter(({ was, wanted: next }) => !isSame(was, next));
}

const valuesOf = (attributes: readonly Attribute[], name: string): readonly string[] | null =>
  attributes.find((attribute) => attribute.name === name)?.values ?? null;

/** The value at a place of a product other than its images; null = absent. */
function valueAt(product: ProductDocument, pointer: string): unknown {
  const [field, step = ""] = pointerSteps(pointer);
  if (field === "attributes") return valuesOf(product.attributes, step);
  if (field === "fulfillment") return product.fulfillment.candidate;
  return (product as unknown as Readonly<Record<string, unknown>>)[field!] ?? null;
}

/** Whether the product still has the value that a change was to replace. An image counts wherever it stands by now. */
export function isCurrent(product: ProductDocument, { pointer, was }: Pick<FieldChange, "pointer" | "was">): boolean {
  const index = imageIndex(pointer);
  if (index === undefined) return isSame(valueAt(product, pointer), was);
  return placeOfImage(product.images, { index, was: was as string | null }) >= 0;
}

/** The position in the pointer of an image; undefined for any other field. */
function imageIndex(pointer: string): number | undefined {
  const [field, step] = pointerSteps(pointer);
  return field === "images" ? Number(step) : undefined;
}

/** The product with changes made. Removed images leave no gap; images and attributes that are new come last. */
export function applyChanges(
  product: ProductDocument,
  changes: readonly Pick<FieldChange, "pointer" | "was" | "wanted">[],
): ProductDocument {
  const result: Record<string, unknown> = { ...product };
  const attributes = new Map(product.attributes.map(({ name, values }) => [name, values]));
  for (const { pointer, wanted } of changes) {
    const [field, step = ""] = pointerSteps(pointer);
    if (field === "images") continue;
    if (field === "attributes" && wanted === null) attributes.delete(step);
    else if (field === "attributes") attributes.set(step, wanted as readonly string[]);
    else if (field === "fulfillment") result["fulfillment"] = { candidate: wanted };
    else if (wanted === null) delete result[field!];
    else result[field!] = wanted;
  }
  return {
    ...(result as unknown as ProductDocument),
    images: applyImageChanges(product.images, imageChangesIn(changes)),
    attributes: [...attributes].map(([name, values]) => ({ name, values })),
  };
}

/** The changes of images among others. */
const imageChangesIn = (changes: readonly Pick<FieldChange, "pointer" | "was" | "wanted">[]) =>
  changes.flatMap(({ pointer, was, wanted }) => {
    const index = imageIndex(pointer);
    return index === undefined ? [] : [{ index, was: was as string | null, wanted: wanted as string | null }];
  });
