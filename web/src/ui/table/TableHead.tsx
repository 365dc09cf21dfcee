import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import type { ReactTable } from "@tanstack/react-table";
import type { FEATURES, TableColumn } from "./columns.ts";
import classes from "./DataTable.module.css";

interface TableHeadProps<Item extends object> {
  readonly columns: readonly TableColumn<Item>[];
  readonly table: ReactTable<typeof FEATURES, Item>;
}

const ARIA = { asc: "ascending", desc: "descending" } as const;

/** The headings, which stay in sight. Those of sorted columns are buttons. */
export function TableHead<Item extends object>({ columns, table }: TableHeadProps<Item>) {
  return (
    <div role="rowgroup" className={classes["head"]}>
      <div role="row" aria-rowindex={1} className={classes["row"]}>
        {columns.map(({ id, header, value, isNumber }) => {
          const column = table.getColumn(id)!;
          const direction = column.getIsSorted();
          const Icon = direction === false ? IconArrowsSort : direction === "asc" ? IconArrowUp : IconArrowDown;
          return (
            <div
              key={id}
              role="columnheader"
              className={classes["heading"]}
              data-number={isNumber || undefined}
              aria-sort={value === undefined ? undefined : direction === false ? "none" : ARIA[direction]}
            >
              {value === undefined ? (
                header
              ) : (
                <button
                  type="button"
                  className={classes["sort"]}
                  data-sorted={direction !== false || undefined}
                  onClick={() => column.toggleSorting()}
                >
                  {header}
                  <Icon size={13} aria-hidden />
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
