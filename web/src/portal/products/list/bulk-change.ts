import type { BulkRow } from "../bulk.ts";
import type { FoundProduct } from "../product-queries.ts";

/** What a change of many products changes. */
export const BULK_FIELDS = ["salePrice", "listPrice", "stock"] as const;
/** How it changes it. */
export const BULK_WAYS = ["set", "percent", "add"] as const;

/** One change of many products: a value for all, or a difference from what each has. */
export interface BulkChange {
  readonly field: (typeof BULK_FIELDS)[number];
  readonly way: (typeof BULK_WAYS)[number];
  readonly value: number;
}

/** What would change in one product. */
export interface PlannedChange {
  readonly sku: string;
  readonly name: string;
  /** Undefined where there was none. */
  readonly from: number | undefined;
  readonly to: number;
  readonly row: BulkRow;
}

/** What a change would do to some products. */
export interface BulkPlan {
  readonly changes: readonly PlannedChange[];
  /** How many have that value already. */
  readonly unchanged: number;
  /** How many have no value to change by a difference. */
  readonly without: number;
}

const CENTS = 100;
const PERCENT = 100;

/** Plans a change. Prices are rounded to cents, stocks to units, and neither falls below zero. */
export function planChange(products: readonly FoundProduct[], change: BulkChange): BulkPlan {
  const planned = products.map((product) => ({
    product,
    from: valueOf(product, change.field),
    to: nextValue(valueOf(product, change.field), change),
  }));
  const changes = planned.flatMap(({ product, from, to }) =>
    to === undefined || to === from ? [] : [{ sku: product.sku, name: product.name, from, to, row: rowOf(product, change.field, to) }],
  );
  return {
    changes,
    unchanged: planned.filter(({ from, to }) => to !== undefined && to === from).length,
    without: planned.filter(({ to }) => to === undefined).length,
  };
}

const valueOf = ({ price, stock }: FoundProduct, field: BulkChange["field"]): number | undefined =>
  field === "stock" ? stock?.physical : price?.[field];

function nextValue(from: number | undefined, { field, way, value }: BulkChange): number | undefined {
  if (way === "set") return rounded(value, field);
  if (from === undefined) return undefined;
  return rounded(Math.max(0, way === "add" ? from + value : from * (1 + value / PERCENT)), field);
}

const rounded = (value: number, field: BulkChange["field"]): number =>
  field === "stock" ? Math.round(value) : Math.round(value * CENTS + Number.EPSILON) / CENTS;

/** The stock is written only if it is still the one that was shown. */
function rowOf({ sku, price, stock }: FoundProduct, field: BulkChange["field"], to: number): BulkRow {
  if (field === "stock") return { op: "stock", sku, available: to, ...(stock === undefined ? {} : { ifMatch: stock.version }) };
  return { op: "price", sku, listPrice: price?.listPrice ?? to, salePrice: price?.salePrice ?? to, [field]: to };
}
