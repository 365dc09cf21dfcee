import type { Edits } from "./edits.ts";
import type { Rectangle } from "./selection.ts";
import type { CellChange, Place, SheetColumn, SheetRows } from "./types.ts";

/** A sheet as it is now: its rows, and what was changed in them. */
export interface SheetView<Row> {
  readonly columns: readonly SheetColumn<Row>[];
  readonly rows: SheetRows<Row>;
  readonly keyOf: (row: Row) => string;
  readonly edits: Edits;
}

/** Changes to make, and how many cells were left out because they are only read or beyond the last row. */
export interface PlannedChanges {
  readonly changes: readonly CellChange[];
  readonly skipped: number;
}

/** The value of a cell that can be edited, as it is now; undefined when it cannot be edited. */
export function editableCell<Row>({ columns, rows, keyOf, edits }: SheetView<Row>, { row: nth, column: position }: Place) {
  const row = rows.at(nth);
  const column = columns[position];
  const edit = column?.edit;
  if (row === undefined || column === undefined || edit === undefined || edit.mayEdit?.(row) === false) return undefined;
  const key = keyOf(row);
  const base = edit.value(row);
  return { key, column, edit, base, stamp: edit.stamp?.(row), value: edits.get(key)?.[column.id]?.value ?? base };
}

/** What stands in a cell, as the clipboard takes it. */
export function writtenCell<Row>(view: SheetView<Row>, place: Place): string {
  const cell = editableCell(view, place);
  if (cell !== undefined) return cell.edit.write(cell.value);
  const row = view.rows.at(place.row);
  const column = view.columns[place.column];
  return row === undefined || column === undefined
    ? ""
    : column.edit === undefined
      ? column.text(row)
      : column.edit.write(column.edit.value(row));
}

/** The change of one cell to what was typed. Nothing typed = what is on record again. Undefined when it changes nothing. */
export function typedChange<Row>(view: SheetView<Row>, place: Place, typed: string): CellChange | undefined {
  const cell = editableCell(view, place);
  return cell === undefined ? undefined : changeTo(cell, place, typed.trim() === "" ? cell.base : cell.edit.read(typed));
}

/** A block from the clipboard, put at the upper left of what is selected. A single value fills everything that is selected. */
export function pastedChanges<Row>(
  view: SheetView<Row>,
  { top, bottom, left, right }: Rectangle,
  block: readonly (readonly string[])[],
): PlannedChanges {
  const single = block.length === 1 && block[0]!.length === 1 ? block[0]![0] : undefined;
  const places =
    single === undefined ? placesOf(top, left, block) : placesOf(top, left, filled(bottom - top + 1, right - left + 1, single));
  return planned(view, places);
}

/** The values of the first selected row, repeated in all rows below it. One row alone takes the values of the row above. */
export function filledDown<Row>(view: SheetView<Row>, { top, bottom, left, right }: Rectangle): PlannedChanges {
  const source = top === bottom ? Math.max(0, top - 1) : top;
  const line = Array.from({ length: right - left + 1 }, (_, nth) => writtenCell(view, { row: source, column: left + nth }));
  return planned(
    view,
    placesOf(
      source + 1,
      left,
      Array.from({ length: bottom - source }, () => line),
    ),
  );
}

/** How many rows a block from the clipboard will touch. */
export const rowsTouched = ({ top, bottom }: Rectangle, block: readonly unknown[]): number => Math.max(bottom - top + 1, block.length);

interface Written extends Place {
  readonly typed: string;
}
const placesOf = (top: number, left: number, block: readonly (readonly string[])[]): readonly Written[] =>
  block.flatMap((cells, row) => cells.map((typed, column) => ({ row: top + row, column: left + column, typed })));

const filled = (rows: number, columns: number, value: string) => Array.from({ length: rows }, () => Array<string>(columns).fill(value));

function planned<Row>(view: SheetView<Row>, places: readonly Written[]): PlannedChanges {
  const changes: CellChange[] = [];
  let skipped = 0;
  for (const place of places) {
    if (editableCell(view, place) === undefined) skipped += 1;
    else {
      const change = typedChange(view, place, place.typed);
      if (change !== undefined) changes.push(change);
    }
  }
  return { changes, skipped };
}

function changeTo<Row>(
  { key, column, base, stamp, value }: NonNullable<ReturnType<typeof editableCell<Row>>>,
  { row: nth }: Place,
  to: string,
): CellChange | undefined {
  return to === value ? undefined : { key, column: column.id, from: value, to, base, stamp, nth };
}
