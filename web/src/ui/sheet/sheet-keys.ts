import type { KeyboardEvent } from "react";
import { at, moved } from "./selection.ts";
import type { Place } from "./types.ts";
import type { SheetModel } from "./use-sheet.ts";

/** What takes keys itself. */
const OWN = "a, button";

type Run = (() => void) | undefined;

/** Takes a key that was pressed in a sheet. Keys that mean nothing here go on to the page. */
export function takeKey<Row>(sheet: SheetModel<Row>, event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.defaultPrevented || (event.target as Element).closest(OWN) !== null) return;
  const run = sheet.editing === undefined ? inCell(sheet, event) : inEditor(sheet, event);
  if (run === undefined) return;
  event.preventDefault();
  run();
}

/** Keys in a cell that is not being edited. */
function inCell<Row>(sheet: SheetModel<Row>, { key, shiftKey: isGrowing, ctrlKey, metaKey, altKey }: KeyboardEvent): Run {
  const { view, selection, extent, select, open } = sheet;
  const isFar = ctrlKey || metaKey;
  if (altKey) return undefined;
  const next = moved(selection, extent, { key, isFar, isGrowing });
  if (next !== undefined) return () => select(next);
  if (isFar) return command(sheet, key.toLowerCase(), isGrowing);
  const row = view.rows.at(selection.active.row);
  const leads = view.columns[selection.active.column]?.open;
  if (key === "Enter" && leads !== undefined && row !== undefined) return () => leads.run(row);
  if (key === "F2" || key === "Enter") return () => open(selection.active, { isSelected: false, isFlowing: false });
  const over = { isSelected: false, isFlowing: true };
  if (key === "Backspace" || key === "Delete") return () => open(selection.active, over, "");
  return key.length === 1 && key !== " " && key !== "?" ? () => open(selection.active, over, key) : undefined;
}

function command<Row>({ actions, announce, t, select, fillDown, extent }: SheetModel<Row>, key: string, hasShift: boolean): Run {
  const redo = () => {
    actions.onRedo();
    announce(t("sheet.redone"));
  };
  const undo = () => {
    actions.onUndo();
    announce(t("sheet.undone"));
  };
  const all = { anchor: { row: 0, column: 0 }, active: { row: extent.lastRow, column: extent.lastColumn } };
  const runs: Readonly<Record<string, () => void>> = {
    z: hasShift ? redo : undo,
    y: redo,
    d: () => void fillDown(),
    a: () => select(all),
  };
  return runs[key];
}

/** Keys in the editor. Enter goes down, Tab to the next cell that can be edited, whose editor opens at once. */
function inEditor<Row>(sheet: SheetModel<Row>, { key, shiftKey }: KeyboardEvent): Run {
  if (key === "Escape") return sheet.cancel;
  if (key === "Enter") return () => step(sheet, shiftKey ? "ArrowUp" : "ArrowDown");
  if (key === "Tab") return tabTo(sheet, shiftKey ? -1 : 1);
  return sheet.editing?.isFlowing === true && key.startsWith("Arrow") ? () => step(sheet, key) : undefined;
}

function step<Row>({ selection: { active }, extent, select }: SheetModel<Row>, key: string): void {
  const next = moved(at(active.row, active.column), extent, { key, isFar: false, isGrowing: false });
  if (next !== undefined) select(next);
}

function tabTo<Row>({ view, selection: { active }, extent, select, open }: SheetModel<Row>, direction: 1 | -1): Run {
  const own = view.columns.flatMap(({ edit }, nth) => (edit === undefined ? [] : [nth]));
  const position = own.indexOf(active.column) + direction;
  const row = position < 0 ? active.row - 1 : position >= own.length ? active.row + 1 : active.row;
  // Beyond the first and the last cell, Tab leaves the sheet.
  if (row < 0 || row > extent.lastRow) return undefined;
  const next: Place = { row, column: own.at(position % own.length)! };
  return () => {
    select(at(next.row, next.column));
    open(next, { isSelected: true, isFlowing: true });
  };
}
