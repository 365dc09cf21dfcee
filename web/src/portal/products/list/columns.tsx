import { Checkbox } from "@mantine/core";
import type { TFunction } from "i18next";
import type { TableColumn } from "../../../ui/table/columns.ts";
import type { ListRow } from "./list-rows.ts";
import { PriceCell, StockCell } from "./OfferCells.tsx";
import { ProductCell } from "./ProductCell.tsx";
import { StatusCell } from "./StatusCell.tsx";
import classes from "./ProductsPage.module.css";

/** What the columns of the list depend on. */
export interface ColumnContext {
  readonly t: TFunction<"portal/products">;
  readonly isNarrow: boolean;
  /** The marked skus; undefined where nothing can be done with them. */
  readonly marked: ReadonlySet<string> | undefined;
  readonly onMark: (skus: readonly string[], isMarked: boolean) => void;
  readonly onToggle: (group: string) => void;
}

/** The skus of a row. */
export const skusOf = (row: ListRow): readonly string[] => (row.kind === "product" ? [row.product.sku] : row.members.map(({ sku }) => sku));

/** The columns of the list. On a phone a product and its status stand below each other. */
export function listColumns({ t, isNarrow, marked, onMark, onToggle }: ColumnContext): readonly TableColumn<ListRow>[] {
  const product = (row: ListRow) => <ProductCell row={row} onToggle={onToggle} />;
  const status = (row: ListRow) => <StatusCell row={row} />;
  const card = (row: ListRow) => (
    <span className={classes["card"]}>
      {product(row)}
      {status(row)}
    </span>
  );
  const marks: readonly TableColumn<ListRow>[] =
    marked === undefined
      ? []
      : [{ id: "mark", header: "", width: "40px", cell: (row) => <Mark row={row} marked={marked} onMark={onMark} t={t} /> }];
  if (isNarrow) return [...marks, { id: "product", header: t("list.product"), width: "minmax(0, 1fr)", cell: card }];
  return [
    ...marks,
    { id: "product", header: t("list.product"), width: "minmax(260px, 1.6fr)", cell: product },
    { id: "status", header: t("list.status"), width: "minmax(200px, 1.2fr)", cell: status },
    {
      id: "brand",
      header: t("list.brand"),
      width: "minmax(120px, 0.6fr)",
      cell: (row) => {
        const { brand, department } = row.kind === "product" ? row.product : row.members[0]!;
        return (
          <span className={classes["words"]}>
            <span className={classes["plain"]}>{brand}</span>
            <span className={classes["facts"]}>{department}</span>
          </span>
        );
      },
    },
    { id: "price", header: t("list.price"), width: "150px", isNumber: true, cell: (row) => <PriceCell row={row} /> },
    { id: "stock", header: t("list.stock"), width: "110px", isNumber: true, cell: (row) => <StockCell row={row} /> },
  ];
}

function Mark({
  row,
  marked,
  onMark,
  t,
}: { readonly row: ListRow } & Pick<Required<ColumnContext>, "onMark" | "t"> & { readonly marked: ReadonlySet<string> }) {
  const skus = skusOf(row);
  const isMarked = skus.every((sku) => marked.has(sku));
  return (
    <Checkbox
      size="xs"
      tabIndex={-1}
      checked={isMarked}
      indeterminate={!isMarked && skus.some((sku) => marked.has(sku))}
      aria-label={t("list.mark", { sku: row.kind === "product" ? row.product.sku : row.members[0]!.productGroup })}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onMark(skus, !isMarked)}
    />
  );
}
