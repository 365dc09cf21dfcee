import { isCanonicalNumber } from "../../../ui/sheet/numbers.ts";
import type { BulkRow } from "../bulk.ts";
import type { ProductBody } from "../product-queries.ts";
import { type Measure, proposedSku, type VariantEdit } from "./matrix.ts";

/** What the variants of a family have in common, and what depends on the variation. */
export interface FamilyBody {
  /** The shared fields of a new variant; undefined while it is not known. */
  readonly shared: ProductBody | undefined;
  readonly group: string;
  /** The field that tells variations apart. */
  readonly field: "color" | "flavor";
  readonly picturesOf: (variation: string) => readonly string[];
  /** The whole product of a member, for what only a whole product can change. */
  readonly bodyOfMember: (sku: string) => ProductBody | undefined;
}

/** A number where it can be read; what was typed where not, so that the server says what is wrong with it. */
const numberOf = (text: string | undefined): number | string | undefined =>
  text === undefined || text === "" ? undefined : isCanonicalNumber(text) ? Number(text) : text;

/** The rows of a bulk call that publish what was entered: new variants as products, prices and stocks by themselves. */
export function rowsOfVariant(edit: VariantEdit, family: FamilyBody): readonly BulkRow[] {
  return edit.member === undefined ? newVariant(edit, family) : changedVariant(edit, edit.member.sku, family);
}

function newVariant({ variation, size, values }: VariantEdit, { shared, group, field, picturesOf }: FamilyBody): readonly BulkRow[] {
  const [listPrice, salePrice, available] = [numberOf(values.listPrice), numberOf(values.salePrice), numberOf(values.stock)];
  const sku = values.sku ?? proposedSku(group, variation, size);
  return [
    {
      ...(shared as unknown as Record<string, unknown>),
      op: "product",
      sku,
      productGroup: group,
      [field]: variation,
      size,
      images: picturesOf(variation).map((url) => ({ url })),
      ...(values.eanIsbn === undefined || values.eanIsbn === "" ? {} : { eanIsbn: values.eanIsbn }),
      ...(listPrice === undefined && salePrice === undefined
        ? {}
        : { price: { listPrice: listPrice ?? salePrice, salePrice: salePrice ?? listPrice } }),
      ...(available === undefined ? {} : { stock: { available } }),
    },
  ];
}

function changedVariant({ values, member, stockVersion }: VariantEdit, sku: string, { bodyOfMember }: FamilyBody): readonly BulkRow[] {
  const rows: BulkRow[] = [];
  const body = values.eanIsbn === undefined ? undefined : bodyOfMember(sku);
  if (body !== undefined) rows.push({ ...(body as unknown as Record<string, unknown>), op: "product", sku, eanIsbn: values.eanIsbn });
  const [listPrice, salePrice] = [
    numberOf(values.listPrice) ?? member?.price?.listPrice,
    numberOf(values.salePrice) ?? member?.price?.salePrice,
  ];
  if (values.listPrice !== undefined || values.salePrice !== undefined)
    rows.push({ op: "price", sku, listPrice: listPrice ?? salePrice, salePrice: salePrice ?? listPrice });
  if (values.stock !== undefined)
    rows.push({ op: "stock", sku, available: numberOf(values.stock), ...(stockVersion === undefined ? {} : { ifMatch: stockVersion }) });
  return rows;
}

const MEASURE_OF: Readonly<Record<string, Measure>> = {
  sku: "sku",
  eanIsbn: "eanIsbn",
  listPrice: "listPrice",
  salePrice: "salePrice",
  price: "salePrice",
  available: "stock",
  stock: "stock",
  ifMatch: "stock",
};

/** The measure that a refusal is about; the stock, where every variant begins, when it is about none. */
export function measureOf(pointer: string): Measure {
  const parts = pointer.split("/").filter(Boolean);
  return MEASURE_OF[parts.at(-1) ?? ""] ?? MEASURE_OF[parts[0] ?? ""] ?? "stock";
}
