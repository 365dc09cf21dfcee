import type { Row } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { withRow } from "../with-row.ts";
import type { FEATURES, TableColumn } from "./columns.ts";
import classes from "./DataTable.module.css";

interface TableBodyProps<Item extends object> {
  readonly columns: readonly TableColumn<Item>[];
  readonly rows: readonly Row<typeof FEATURES, Item>[];
  readonly scroller: HTMLDivElement;
  readonly rowHeight: number;
  readonly rowsGrow: boolean;
  readonly onOpen: ((item: Item) => void) | undefined;
  readonly onMark: ((item: Item) => void) | undefined;
  readonly onCurrent: ((item: Item) => void) | undefined;
  readonly selected: string | undefined;
  readonly startAt: string | undefined;
  readonly onEnd: ((count: number) => void) | undefined;
}

/** Rows that are drawn beyond those in sight. */
const OVERSCAN = 8;
/** A page of the Page keys, in rows. */
const PAGE = 10;
/** How near the end more rows are asked for. */
const NEAR_END = 20;

const MOVES: Readonly<Record<string, (nth: number, last: number) => number>> = {
  ArrowDown: (nth, last) => Math.min(nth + 1, last),
  ArrowUp: (nth) => Math.max(nth - 1, 0),
  PageDown: (nth, last) => Math.min(nth + PAGE, last),
  PageUp: (nth) => Math.max(nth - PAGE, 0),
  Home: () => 0,
  End: (_, last) => last,
};

const MARKS: ReadonlySet<string> = new Set(["x", " "]);

/** The rows in sight. One of them can be reached by Tab; the arrows move from it to the others. */
export function TableBody<Item extends object>(props: TableBodyProps<Item>) {
  const { columns, rows, scroller, rowHeight, rowsGrow, onOpen, onMark, onCurrent, selected, startAt, onEnd } = props;
  const [current, setCurrent] = useState(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollPaddingStart: rowHeight,
    indexAttribute: "data-nth",
    rangeExtractor: (range) => withRow(range, current),
  });
  const drawn = virtualizer.getVirtualItems();
  useMoreRows(rows.length, virtualizer.range?.endIndex ?? 0, onEnd);
  useStart(rows, startAt, (nth) => {
    setCurrent(nth);
    virtualizer.scrollToIndex(nth, { align: "center" });
  });

  const goTo = (nth: number) => {
    // Drawn at once, so that the next key finds the row with the focus.
    flushSync(() => setCurrent(nth));
    scroller.querySelector<HTMLElement>(`[data-nth="${nth}"]`)?.focus({ preventScroll: true });
    virtualizer.scrollToIndex(nth);
  };
  const onKeyDown = (event: KeyboardEvent) =>
    onRowKey(event, { item: rows[current]?.original, nth: current, last: rows.length - 1, onOpen, onMark, goTo });

  return (
    <div role="rowgroup" className={classes["body"]} style={{ height: virtualizer.getTotalSize() }}>
      {drawn.map(({ index, start }) => {
        const { id, original } = rows[index]!;
        return (
          <div
            key={id}
            ref={rowsGrow ? virtualizer.measureElement : undefined}
            role="row"
            aria-rowindex={index + 2}
            aria-selected={onOpen === undefined || selected === undefined ? undefined : id === selected}
            data-nth={index}
            data-grows={rowsGrow || undefined}
            data-opens={onOpen === undefined ? undefined : true}
            className={`${classes["row"]} ${classes["placed"]}`}
            style={{ transform: `translateY(${start}px)` }}
            tabIndex={onOpen === undefined ? undefined : index === Math.min(current, rows.length - 1) ? 0 : -1}
            onFocus={() => {
              setCurrent(index);
              onCurrent?.(original);
            }}
            onClick={onOpen && (() => onOpen(original))}
            onKeyDown={onOpen && onKeyDown}
          >
            <RowCells columns={columns} item={original} role={onOpen === undefined ? "cell" : "gridcell"} />
          </div>
        );
      })}
    </div>
  );
}

interface RowKeys<Item extends object> extends Pick<TableBodyProps<Item>, "onOpen" | "onMark"> {
  readonly item: Item | undefined;
  readonly nth: number;
  readonly last: number;
  readonly goTo: (nth: number) => void;
}

/** Opens the current row, marks it, or goes from it to another. */
function onRowKey<Item extends object>(event: KeyboardEvent, { item, nth, last, onOpen, onMark, goTo }: RowKeys<Item>): void {
  // Keys inside a cell belong to what is in the cell.
  if (event.target !== event.currentTarget || item === undefined) return;
  if (event.key === "Enter") return onOpen?.(item);
  const next = MOVES[event.key]?.(nth, last);
  const marks = MARKS.has(event.key) ? onMark : undefined;
  if ((next === undefined && marks === undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (next === undefined) return marks?.(item);
  goTo(next);
}

interface RowCellsProps<Item> {
  readonly columns: readonly TableColumn<Item>[];
  readonly item: Item;
  readonly role: "cell" | "gridcell";
}

function RowCells<Item>({ columns, item, role }: RowCellsProps<Item>) {
  return columns.map(({ id, cell, isNumber }) => (
    <div key={id} role={role} className={classes["cell"]} data-number={isNumber || undefined}>
      {cell(item)}
    </div>
  ));
}

/** Goes to a row once, as soon as it is there. */
function useStart(rows: readonly { readonly id: string }[], startAt: string | undefined, go: (nth: number) => void): void {
  const nth = rows.findIndex(({ id }) => id === startAt);
  const start = useEffectEvent(go);
  const isThere = nth >= 0;
  const first = useEffectEvent(() => start(nth));
  useEffect(() => {
    if (isThere) first();
  }, [isThere]);
}

/** Asks for more rows when the end comes near, once for each length. */
function useMoreRows(count: number, lastInSight: number, onEnd: ((count: number) => void) | undefined): void {
  const ask = useEffectEvent((length: number) => onEnd?.(length));
  const isNear = count > 0 && lastInSight >= count - NEAR_END;
  useEffect(() => {
    if (isNear) ask(count);
  }, [isNear, count]);
}
