import type { FocusEvent, MouseEvent } from "react";
import { at } from "./selection.ts";
import type { Place } from "./types.ts";
import type { SheetModel } from "./use-sheet.ts";

const LEFT_BUTTON = 0;
const LEFT_PRESSED = 1;
/** What works by itself in a cell. */
const OWN = "a, button, input";

/** Selects cells by the mouse: a click, a drag, a click with Shift; a double click edits. A cell that gets the focus by itself is selected, too. */
export function selectByMouse<Row>({ selection, select, open }: SheetModel<Row>) {
  return {
    onFocus: (event: FocusEvent) => {
      const place = placeOf(event);
      const { row, column } = selection.active;
      if (place !== undefined && (place.row !== row || place.column !== column)) select(at(place.row, place.column));
    },
    onMouseDown: (event: MouseEvent) => {
      const place = placeOf(event);
      if (place === undefined || event.button !== LEFT_BUTTON) return;
      // The sheet gives the focus itself, and no text is selected by a drag.
      event.preventDefault();
      select(event.shiftKey ? { anchor: selection.anchor, active: place } : at(place.row, place.column));
    },
    onMouseOver: (event: MouseEvent) => {
      const place = event.buttons === LEFT_PRESSED ? placeOf(event) : undefined;
      const { row, column } = selection.active;
      if (place !== undefined && (place.row !== row || place.column !== column)) select({ anchor: selection.anchor, active: place });
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event);
      if (place !== undefined) open(place, { isSelected: false, isFlowing: false });
    },
  };
}

function placeOf({ target }: MouseEvent | FocusEvent): Place | undefined {
  const element = target as Element;
  const cell = element.closest(OWN) === null ? element.closest<HTMLElement>("[data-place]") : null;
  const [row, column] = cell?.dataset["place"]?.split(":").map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}
