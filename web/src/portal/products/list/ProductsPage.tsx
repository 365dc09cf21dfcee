import { useDisclosure } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddressFilters } from "../../../app/use-address-filters.ts";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { DataTable } from "../../../ui/table/DataTable.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import type { FoundProduct } from "../product-queries.ts";
import { useRights } from "../seller.ts";
import { ListActions } from "./ListActions.tsx";
import { listColumns, skusOf } from "./columns.tsx";
import { exportProducts } from "./export-products.ts";
import { LIST_KEYS } from "./keys.ts";
import { familyRows, type ListRow, productRows } from "./list-rows.ts";
import { filtersOf, readListSearch } from "./list-search.ts";
import { ListTools } from "./ListTools.tsx";
import { MarkedBar } from "./MarkedBar.tsx";
import { NoProducts } from "./NoProducts.tsx";
import { StatusTabs } from "./StatusTabs.tsx";
import { useFoundProducts } from "./use-found-products.ts";
import { useMarks } from "./use-marks.ts";
import classes from "./ProductsPage.module.css";

// Loaded when it is opened for the first time.
const BulkDialog = lazy(async () => ({ default: (await import("./BulkDialog.tsx")).BulkDialog }));

const ROW_HEIGHT = 64;

/** All products of the seller: found by status, words, brand, department or critique, and changed many at a time. */
export function ProductsPage() {
  const { t } = useTranslation("portal/products");
  const address = useAddressFilters();
  const search = readListSearch(useSearch({ strict: false }));
  const { mayWrite } = useRights();
  const list = useFoundProducts(filtersOf(search), search.item);
  const marks = useMarks(list.items);
  const [isEditing, editing] = useDisclosure(false);
  const openRow = useOpenRow();
  const { items } = list;
  const { rows, columns, isNarrow } = useListTable(items, search.visao === "familias", mayWrite ? marks : undefined);
  const edit = mayWrite && marks.products.length > 0 ? editing.open : undefined;
  useListKeys(mayWrite, edit);
  return (
    <div className={classes["screen"]}>
      <PageHeader
        title={t("list.title")}
        actions={<ListActions mayWrite={mayWrite} onExport={() => exportProducts(filtersOf(search), t("list.fileName"))} />}
      />
      <StatusTabs value={search.situacao} onChange={(situacao) => address.onChange({ situacao, item: undefined })} />
      <ListTools {...address} />
      {edit === undefined ? null : (
        <MarkedBar
          marked={marks.products.length}
          shown={items?.length ?? 0}
          onEdit={edit}
          onMarkAll={marks.markAll}
          onClear={marks.clear}
        />
      )}
      <div className={classes["table"]}>
        <DataTable
          label={t("list.title")}
          columns={columns}
          rows={rows}
          rowHeight={ROW_HEIGHT}
          rowsGrow={isNarrow}
          keyOf={({ key }) => key}
          startAt={search.item}
          onOpen={openRow}
          {...(mayWrite ? { onMark: (row: ListRow) => marks.mark(skusOf(row), !skusOf(row).every((sku) => marks.skus.has(sku))) } : {})}
          error={list.error}
          onRetry={list.retry}
          onEnd={list.more}
          empty={<NoProducts isFiltered={Object.keys(filtersOf(search)).length > 1} mayWrite={mayWrite} />}
        />
      </div>
      {isEditing ? (
        <EditMarked
          products={marks.products}
          onClose={() => {
            editing.close();
            marks.clear();
          }}
        />
      ) : null}
    </div>
  );
}

/** The rows of the list, products or families, and its columns. */
function useListTable(items: readonly FoundProduct[] | undefined, isFamilies: boolean, marks: ReturnType<typeof useMarks> | undefined) {
  const { t } = useTranslation("portal/products");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isNarrow = useIsNarrow();
  const rows = useMemo(() => items && (isFamilies ? familyRows(items, open) : productRows(items)), [items, isFamilies, open]);
  const columns = listColumns({
    t,
    isNarrow,
    marked: marks?.skus,
    onMark: (skus, isMarked) => marks?.mark(skus, isMarked),
    onToggle: (group) => setOpen((before) => before.symmetricDifference(new Set([group]))),
  });
  return { rows, columns, isNarrow };
}

/** Opens a product, or the family of a row. The list remembers which, so that "back" leads to it. */
function useOpenRow(): (row: ListRow) => void {
  const navigate = useNavigate();
  return (row) => {
    const open = async () => {
      await navigate({ to: ".", search: (before: object) => ({ ...before, item: row.key }), replace: true });
      if (row.kind === "family") await navigate({ to: "/produtos/familia/$group", params: { group: row.members[0]!.productGroup } });
      else await navigate({ to: "/produtos/$sku", params: { sku: row.product.sku } });
    };
    void open();
  };
}

/** The keys of the list. */
function useListKeys(mayWrite: boolean, edit: (() => void) | undefined): void {
  const navigate = useNavigate();
  useKeys(LIST_KEYS, {
    create: mayWrite ? () => void navigate({ to: "/produtos/novo" }) : undefined,
    search: () => document.querySelector<HTMLInputElement>("main input[type=search]")?.focus(),
    edit,
  });
}

function EditMarked({ products, onClose }: { readonly products: readonly FoundProduct[]; readonly onClose: () => void }) {
  return (
    <Suspense>
      <BulkDialog opened products={products} onClose={onClose} />
    </Suspense>
  );
}
