import { useDebouncedCallback } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect } from "react";
import { withRow } from "../with-row.ts";
import { rectangleOf } from "./selection.ts";
import { SheetRow } from "./SheetRow.tsx";
import type { SheetNote } from "./types.ts";
import type { SheetModel } from "./use-sheet.ts";
import { WaitingRow } from "./WaitingRow.tsx";
import classes from "./Sheet.module.css";

interface SheetBodyProps<Row> {
  readonly sheet: SheetModel<Row>;
  readonly notesFor: ((row: Row) => readonly SheetNote[]) | undefined;
  readonly scroller: HTMLDivElement;
  readonly rowHeight: number;
  readonly onActive: ((nth: number, column: string) => void) | undefined;
}

/** Rows that are drawn beyond those in sight. */
const OVERSCAN = 6;
const NOTE_HEIGHT = 34;
/** Rows that are only passed by are not read. */
const PASSING_MS = 90;
/** Shapes of rows while it is not known how many there are. */
const WAITING_ROWS = 12;

/** The rows in sight, and the one with the focus. */
export function SheetBody<Row>({ sheet, notesFor, scroller, rowHeight, onActive }: SheetBodyProps<Row>) {
  const { view, selection, editing } = sheet;
  const { rows, columns, keyOf, edits } = view;
  const { active } = selection;
  const virtualizer = useVirtualizer({
    count: rows.count ?? WAITING_ROWS,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: (range) => withRow(range, active.row),
  });
  const drawn = virtualizer.getVirtualItems();
  const heightOf = (nth: number): number => {
    const row = rows.at(nth);
    const said = row === undefined ? [] : (notesFor?.(row) ?? []);
    return rowHeight + said.filter(({ text }) => text !== undefined).length * NOTE_HEIGHT;
  };
  useLayoutEffect(() => {
    for (const { index, size } of drawn) if (heightOf(index) !== size) virtualizer.resizeItem(index, heightOf(index));
  });
  useRowsInSight(sheet, virtualizer.range?.startIndex ?? 0, virtualizer.range?.endIndex ?? 0);
  useFocusInSheet(sheet, scroller);
  const column = columns[active.column]?.id ?? "";
  useEffect(() => onActive?.(active.row, column), [onActive, active.row, column]);

  const area = rectangleOf(selection);
  return (
    <div role="rowgroup" className={classes["body"]} style={{ height: virtualizer.getTotalSize() }}>
      {drawn.map(({ index, start }) => {
        const row = rows.count === undefined ? undefined : rows.at(index);
        if (row === undefined) return <WaitingRow key={index} nth={index} start={start} columns={columns} active={activeOf(index)} />;
        const key = keyOf(row);
        const notes = notesFor?.(row) ?? [];
        const isSelected = index >= area.top && index <= area.bottom;
        return (
          <SheetRow
            key={index}
            nth={index}
            start={start}
            rowKey={key}
            row={row}
            columns={columns}
            edits={edits.get(key)}
            notes={notes.length === 0 ? undefined : notes}
            left={isSelected ? area.left : -1}
            right={isSelected ? area.right : -1}
            active={activeOf(index)}
            editing={index === active.row ? editing : undefined}
            sheet={sheet.ofRow}
          />
        );
      })}
    </div>
  );

  function activeOf(index: number): number {
    return index === active.row ? active.column : -1;
  }
}

/** Reads the rows in sight, once nobody scrolls past them any more. */
function useRowsInSight<Row>({ view: { rows } }: SheetModel<Row>, first: number, last: number): void {
  const read = useDebouncedCallback((from: number, to: number) => void rows.load(from, to).catch(() => undefined), PASSING_MS);
  useEffect(() => {
    if (rows.count !== undefined && rows.count > 0) read(first, last);
  }, [rows, first, last, read]);
}

/** Gives the selected cell the focus when the sheet has it or asked for it. */
function useFocusInSheet<Row>({ selection: { active }, editing, memory }: SheetModel<Row>, scroller: HTMLElement): void {
  useLayoutEffect(() => {
    if (editing !== undefined || !memory.takeFocusRequest()) return;
    const cell = scroller.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}
