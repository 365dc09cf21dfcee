import { type ColumnDef, createSortedRowModel, rowSortingFeature, tableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";

/** A column of a table. */
export interface TableColumn<Item> {
  readonly id: string;
  readonly header: string;
  readonly cell: (item: Item) => ReactNode;
  /** What the column is sorted by; absent = it is not sorted by. */
  readonly value?: (item: Item) => string | number | undefined;
  /** Numbers stand right, in figures of one width. */
  readonly isNumber?: boolean;
  /** A CSS width of the grid, such as `120px`; absent = a share of what is left. */
  readonly width?: string;
}

/** The parts of the table library that tables use. */
export const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: {} });

const byWords = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The columns as the table's model takes them. */
export const columnDefs = <Item extends object>(columns: readonly TableColumn<Item>[]): ColumnDef<typeof FEATURES, Item>[] =>
  columns.map(({ id, value }) => ({
    id,
    accessorFn: (item: Item) => value?.(item),
    enableSorting: value !== undefined,
    sortUndefined: "last",
    sortFn: (one, other) => compared(value?.(one.original), value?.(other.original)),
  }));

const compared = (one: string | number | undefined, other: string | number | undefined): number =>
  typeof one === "number" && typeof other === "number" ? one - other : byWords.compare(String(one ?? ""), String(other ?? ""));

/** The widths of all columns as CSS grid columns. */
export const gridColumns = <Item>(columns: readonly TableColumn<Item>[]): string =>
  columns.map(({ width }) => width ?? "minmax(120px, 1fr)").join(" ");
