import { type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../ErrorPanel.tsx";
import { useLocalKeys } from "../keys/use-keys.ts";
import type { Edits } from "./edits.ts";
import { SHEET_KEYS } from "./keys.ts";
import { at } from "./selection.ts";
import { SheetBody } from "./SheetBody.tsx";
import { selectByMouse } from "./select-by-mouse.ts";
import { copyCells, pasteCells } from "./sheet-clipboard.ts";
import { takeKey } from "./sheet-keys.ts";
import type { SheetColumn, SheetNote, SheetRows } from "./types.ts";
import { type SheetActions, useSheet } from "./use-sheet.ts";
import classes from "./Sheet.module.css";

/** What can be done with a sheet from outside. */
export interface SheetHandle {
  /** Brings a cell into sight and gives it the focus. */
  readonly show: (nth: number, column: string) => void;
}

/** What a sheet shows, and what happens with its changes. */
export interface SheetProps<Row> extends SheetActions {
  /** What the sheet lists, for screen readers. */
  readonly label: string;
  /** The first column names the row, and stays in sight. */
  readonly columns: readonly SheetColumn<Row>[];
  /** `rowsOf(array)`, or rows that are read when they come into sight. */
  readonly rows: SheetRows<Row>;
  readonly keyOf: (row: Row) => string;
  /** Of `useSheetEdits`, as are `onChange`, `onUndo` and `onRedo`. */
  readonly edits: Edits;
  /** What there is to say about the cells of a row: refusals, conflicts, warnings. */
  readonly notesFor?: (row: Row) => readonly SheetNote[];
  /** Called with the place of the cell that has the focus. */
  readonly onActive?: (nth: number, column: string) => void;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** Stands where there are no rows. */
  readonly empty: ReactNode;
  readonly handle?: Ref<SheetHandle>;
}

const ROW_HEIGHT = 40;

/**
 * A sheet of any length, edited like a spreadsheet: arrows, typing over, F2, Enter, Tab, Escape, ranges with Shift or the mouse, copy, paste
 * from a spreadsheet, Ctrl+D to fill down, Ctrl+Z. Only the rows in sight are drawn; a grid for screen readers (APG), in which one cell can be
 * reached by Tab.
 *
 * Its owner keeps the edits and saves them:
 * `const sheet = useSheetEdits("vitrine.matrix.1001");`
 * `<Sheet columns={...} rows={rowsOf(items)} keyOf={...} edits={sheet.edits} onChange={sheet.change} onUndo={sheet.undo} onRedo={sheet.redo} />`.
 * `sheet.edits` has the changed cells with what was on record when they were begun; `sheet.settle` takes out what was saved, and `notesFor` says
 * at the cells what the server said. Values are canonical texts (`CellEdit`); `numberEdit` reads and writes numbers as people do.
 */
export function Sheet<Row>(props: SheetProps<Row>) {
  const { label, columns, rows, keyOf, edits, notesFor, error, onRetry, empty, handle } = props;
  const { t } = useTranslation("ui");
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
  const sheet = useSheet({ columns, rows, keyOf, edits }, props, page);
  const mouse = selectByMouse(sheet);
  useLocalKeys(SHEET_KEYS);
  useImperativeHandle(handle, () => ({
    show: (nth, column) =>
      sheet.select(
        at(
          nth,
          Math.max(
            0,
            columns.findIndex(({ id }) => id === column),
          ),
        ),
      ),
  }));
  if (error !== undefined && error !== null && rows.count === undefined) return <ErrorPanel error={error} onRetry={onRetry} />;
  return (
    <div className={classes["frame"]}>
      <div
        ref={setScroller}
        className={classes["scroller"]}
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={rows.count === undefined ? -1 : rows.count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={rows.count === undefined}
        style={{ "--columns": gridColumns(columns), "--first": `${columns[0]?.width ?? 0}px` }}
        onKeyDown={(event) => takeKey(sheet, event)}
        onCopy={(event) => copyCells(sheet, event)}
        onPaste={(event) => pasteCells(sheet, event)}
        {...mouse}
      >
        <div role="presentation" className={classes["inner"]}>
          <SheetHead columns={columns} />
          {scroller === null ? null : (
            <SheetBody sheet={sheet} notesFor={notesFor} scroller={scroller} rowHeight={ROW_HEIGHT} onActive={props.onActive} />
          )}
        </div>
      </div>
      {rows.count === 0 ? <div className={classes["empty"]}>{empty}</div> : null}
      <div className={rows.count === undefined ? "visually-hidden" : classes["said"]} role="status">
        {rows.count === undefined ? t("table.loading") : sheet.announcement}
      </div>
    </div>
  );
}

const gridColumns = <Row,>(columns: readonly SheetColumn<Row>[]): string =>
  columns.map(({ width }, nth) => (nth === 0 ? `minmax(${width}px, 1fr)` : `${width}px`)).join(" ");

function SheetHead<Row>({ columns }: { readonly columns: readonly SheetColumn<Row>[] }) {
  return (
    <div role="rowgroup" className={classes["head"]}>
      <div role="row" aria-rowindex={1} className={classes["row"]}>
        {columns.map(({ id, header, isNumber, edit }, nth) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={nth + 1}
            className={classes["heading"]}
            data-number={isNumber || undefined}
            data-own={edit !== undefined || undefined}
          >
            {header}
          </div>
        ))}
      </div>
    </div>
  );
}
