import type { ReactNode } from "react";

/** How the cells of a column are edited. A value has a canonical form, a text that is the same in every language: `1234.5`. */
export interface CellEdit<Row> {
  /** The value on record; empty = there is none. */
  readonly value: (row: Row) => string;
  /** What was typed or pasted, in its canonical form; as it was typed when it cannot be read. */
  readonly read: (typed: string) => string;
  /** A value as editor and clipboard have it. */
  readonly write: (value: string) => string;
  /** A value as the cell shows it; absent = as it is written. */
  readonly show?: (value: string) => string;
  /** The version of the record, to be kept with an edit that begins from it. */
  readonly stamp?: (row: Row) => number | undefined;
  /** Whether this row's cell may be edited; absent = it may. */
  readonly mayEdit?: (row: Row) => boolean;
  readonly inputMode: "numeric" | "decimal" | "text";
}

/** A column of a sheet. Without `edit` it is only read. */
export interface SheetColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** CSS pixels; the first column is at least this wide and takes what is left. */
  readonly width: number;
  /** Numbers stand right, in figures of one width. */
  readonly isNumber?: boolean;
  /** What a cell says that is only read: shown unless there is `cell`, and copied. */
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
  readonly edit?: CellEdit<Row>;
  /** What a cell that is only read leads to, by a click or Enter. */
  readonly open?: { readonly label: string; readonly run: (row: Row) => void };
}

/** The rows of a sheet. They may be read when they come into sight. */
export interface SheetRows<Row> {
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  /** Undefined while it is on its way. */
  readonly at: (nth: number) => Row | undefined;
  /** Resolves when all rows from `first` to `last` can be had; rejects when they cannot be read, which the sheet shows as rows that are missing. */
  readonly load: (first: number, last: number) => Promise<void>;
}

/** Rows that are all there. */
export const rowsOf = <Row>(rows: readonly Row[]): SheetRows<Row> => ({
  count: rows.length,
  at: (nth) => rows[nth],
  load: () => Promise.resolve(),
});

/** What there is to say about a cell. It stands below the row; one that only marks the cell has no text. */
export interface SheetNote {
  readonly column: string;
  readonly kind: "refused" | "conflict" | "warning" | "saving";
  readonly text?: ReactNode;
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[];
}

/** A cell by its place. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A change of a cell, by hand, from the clipboard, or by filling down. All values are canonical. */
export interface CellChange {
  readonly key: string;
  readonly column: string;
  /** What the cell had before, and what it has now. */
  readonly from: string;
  readonly to: string;
  /** The value on record and its version, when the change was made. */
  readonly base: string;
  readonly stamp?: number | undefined;
  /** The row's place in the sheet. */
  readonly nth: number;
}

/** The editor of a cell. */
export interface Editing {
  /** What it begins with, and whether that is selected, to be typed over. */
  readonly typed: string;
  readonly isSelected: boolean;
  /** Arrows leave it: it was opened by typing or by Tab, to go on through the sheet. */
  readonly isFlowing: boolean;
}

/** What rows need of their sheet; the same object as long as the language stays, so that they are not drawn anew. */
export interface SheetOfRow {
  readonly type: (text: string) => void;
  readonly leave: () => void;
  /** Gives the focus back to the sheet. */
  readonly focus: () => void;
  /** Words in cells. */
  readonly words: { readonly none: string; readonly before: string; readonly unsaved: string };
}
