import { Skeleton } from "@mantine/core";
import { type SortingState, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../ErrorPanel.tsx";
import { columnDefs, FEATURES, gridColumns, type TableColumn } from "./columns.ts";
import { TableBody } from "./TableBody.tsx";
import { TableHead } from "./TableHead.tsx";
import classes from "./DataTable.module.css";

declare module "react" {
  interface CSSProperties {
    /** Custom properties, which styles read. */
    [property: `--${string}`]: string | number | undefined;
  }
}

/** What a table shows, and what happens with its rows. */
export interface DataTableProps<Item extends object> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly TableColumn<Item>[];
  /** Undefined while they are on their way. */
  readonly rows: readonly Item[] | undefined;
  readonly keyOf: (item: Item) => string;
  /** Height of a row in CSS pixels: 40, or 64 with a picture. */
  readonly rowHeight?: number;
  /** Rows are as high as what is in them, and at least `rowHeight`. */
  readonly rowsGrow?: boolean;
  /** Opens a row, by a click or Enter. */
  readonly onOpen?: (item: Item) => void;
  /** Marks a row, with the keys x and Space. */
  readonly onMark?: (item: Item) => void;
  /** Called when a row, or something in it, gets the focus. */
  readonly onCurrent?: (item: Item) => void;
  /** The key of the row that is open beside the table. */
  readonly selected?: string | undefined;
  /** The key of the row that is in sight at first, and reached by Tab. */
  readonly startAt?: string | undefined;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** Stands where there are no rows. */
  readonly empty: ReactNode;
  /** Called when the last rows come into sight, to read more. Gets how many there are now. */
  readonly onEnd?: ((count: number) => void) | undefined;
  /** Height of the table; absent = as high as its place. */
  readonly height?: number | string;
}

/** A table of any length: only the rows in sight are drawn. Sorted by its headings, walked through by arrows, Home, End and Page keys. */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const {
    label,
    columns,
    rows,
    keyOf,
    rowHeight = 40,
    onOpen,
    onMark,
    onCurrent,
    selected,
    startAt,
    error,
    onRetry,
    empty,
    onEnd,
    height = "100%",
  } = props;
  const { t } = useTranslation("ui");
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const table = useSortedTable(columns, rows, keyOf);
  const sorted = table.getRowModel().rows;
  if (error !== undefined && error !== null && rows === undefined) return <ErrorPanel error={error} onRetry={onRetry} />;
  return (
    <div className={classes["frame"]} style={{ height }}>
      <div
        ref={setScroller}
        className={classes["scroller"]}
        role={onOpen === undefined ? "table" : "grid"}
        // Of a table whose rows do not open, this is what the keyboard scrolls.
        tabIndex={onOpen === undefined ? 0 : undefined}
        aria-label={label}
        aria-rowcount={rows === undefined ? -1 : sorted.length + 1}
        aria-busy={rows === undefined}
        style={{ "--columns": gridColumns(columns), "--row-height": `${rowHeight}px` }}
      >
        <div role="presentation" className={classes["inner"]}>
          <TableHead columns={columns} table={table} />
          {rows === undefined ? <WaitingRows columns={columns.length} label={t("table.loading")} /> : null}
          {scroller === null ? null : (
            <TableBody
              columns={columns}
              rows={sorted}
              scroller={scroller}
              rowHeight={rowHeight}
              rowsGrow={props.rowsGrow === true}
              onOpen={onOpen}
              onMark={onMark}
              onCurrent={onCurrent}
              selected={selected}
              startAt={startAt}
              onEnd={onEnd}
            />
          )}
        </div>
      </div>
      {rows?.length === 0 ? <div className={classes["empty"]}>{empty}</div> : null}
    </div>
  );
}

/** The rows in the order that the person asked for. */
function useSortedTable<Item extends object>(
  columns: DataTableProps<Item>["columns"],
  rows: DataTableProps<Item>["rows"],
  keyOf: DataTableProps<Item>["keyOf"],
) {
  const [sorting, setSorting] = useState<SortingState>([]);
  return useTable({
    features: FEATURES,
    columns: useMemo(() => columnDefs(columns), [columns]),
    data: useMemo(() => [...(rows ?? [])], [rows]),
    getRowId: keyOf,
    state: { sorting },
    onSortingChange: setSorting,
  });
}

const WAITING = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** The shape of rows that are on their way. */
function WaitingRows({ columns, label }: { readonly columns: number; readonly label: string }) {
  return (
    <div role="rowgroup">
      {WAITING.map((key) => (
        <div key={key} role="row" className={classes["row"]}>
          {Array.from({ length: columns }, (_, nth) => (
            <span key={nth} role="cell" className={classes["cell"]}>
              <Skeleton height={12} width="70%" />
              {nth === 0 ? <span className="visually-hidden">{label}</span> : null}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
