import type { ClipboardEvent } from "react";
import { pastedChanges, rowsTouched, writtenCell } from "./changes.ts";
import { fromClipboard, toClipboard } from "./clipboard.ts";
import { rectangleOf, sizeOf } from "./selection.ts";
import type { SheetModel } from "./use-sheet.ts";

/** Copies the selected cells, as a spreadsheet takes them. */
export function copyCells<Row>({ editing, view, selection, announce, t }: SheetModel<Row>, event: ClipboardEvent): void {
  if (editing !== undefined) return;
  event.preventDefault();
  const area = rectangleOf(selection);
  const { top, bottom, left, right } = area;
  const rows = Array.from({ length: bottom - top + 1 }, (_, nth) => top + nth);
  if (rows.some((row) => view.rows.at(row) === undefined)) {
    view.rows.load(top, bottom).catch(() => undefined);
    return announce(t("sheet.notThere"));
  }
  const columns = Array.from({ length: right - left + 1 }, (_, nth) => left + nth);
  const lines = rows.map((row) => columns.map((column) => writtenCell(view, { row, column })));
  event.clipboardData.setData("text/plain", toClipboard(lines));
  announce(t("sheet.copied", { count: sizeOf(area) }));
}

/** Puts what a spreadsheet has copied into the cells, from the upper left of the selection on. */
export function pasteCells<Row>({ editing, selection, makeInRows }: SheetModel<Row>, event: ClipboardEvent): void {
  if (editing !== undefined) return;
  event.preventDefault();
  const block = fromClipboard(event.clipboardData.getData("text/plain"));
  if (block.length === 0) return;
  const area = rectangleOf(selection);
  void makeInRows(area.top, area.top + rowsTouched(area, block) - 1, (now) => pastedChanges(now, area, block));
}
