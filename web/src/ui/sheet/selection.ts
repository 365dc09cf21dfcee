import type { Place } from "./types.ts";

/** What is selected: a rectangle from the cell where it began to the cell that has the focus. */
export interface Selection {
  readonly anchor: Place;
  readonly active: Place;
}
/** Rows and columns of a rectangle, all inclusive. */
export interface Rectangle {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A single cell, selected. */
export const at = (row: number, column: number): Selection => ({ anchor: { row, column }, active: { row, column } });

/** The cells of a selection. */
export const rectangleOf = ({ anchor, active }: Selection): Rectangle => ({
  top: Math.min(anchor.row, active.row),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
});

/** How many cells a rectangle has. */
export const sizeOf = ({ top, bottom, left, right }: Rectangle): number => (bottom - top + 1) * (right - left + 1);

/** The last row and column, and how many rows are in sight. */
export interface Extent {
  readonly lastRow: number;
  readonly lastColumn: number;
  readonly page: number;
}

type Move = (place: Place, extent: Extent) => Place;
const right: Move = ({ row, column }, { lastColumn }) => ({ row, column: Math.min(column + 1, lastColumn) });
const left: Move = ({ row, column }) => ({ row, column: Math.max(column - 1, 0) });

/** Where keys lead from a cell: by the key, and by the key with Ctrl. */
const MOVES: Readonly<Record<string, { readonly plain: Move; readonly far: Move }>> = {
  ArrowDown: {
    plain: ({ row, column }, { lastRow }) => ({ row: Math.min(row + 1, lastRow), column }),
    far: ({ column }, { lastRow }) => ({ row: lastRow, column }),
  },
  ArrowUp: { plain: ({ row, column }) => ({ row: Math.max(row - 1, 0), column }), far: ({ column }) => ({ row: 0, column }) },
  ArrowRight: { plain: right, far: ({ row }, { lastColumn }) => ({ row, column: lastColumn }) },
  ArrowLeft: { plain: left, far: ({ row }) => ({ row, column: 0 }) },
  Home: { plain: ({ row }) => ({ row, column: 0 }), far: () => ({ row: 0, column: 0 }) },
  End: {
    plain: ({ row }, { lastColumn }) => ({ row, column: lastColumn }),
    far: (_, { lastRow, lastColumn }) => ({ row: lastRow, column: lastColumn }),
  },
  PageDown: {
    plain: ({ row, column }, { lastRow, page }) => ({ row: Math.min(row + page, lastRow), column }),
    far: ({ column }, { lastRow }) => ({ row: lastRow, column }),
  },
  PageUp: { plain: ({ row, column }, { page }) => ({ row: Math.max(row - page, 0), column }), far: ({ column }) => ({ row: 0, column }) },
};

/** The selection after a key that moves; undefined for other keys. With Shift it grows from where it began. */
export function moved(
  selection: Selection,
  extent: Extent,
  { key, isFar, isGrowing }: { readonly key: string; readonly isFar: boolean; readonly isGrowing: boolean },
): Selection | undefined {
  const move = MOVES[key];
  if (move === undefined) return undefined;
  const active = (isFar ? move.far : move.plain)(selection.active, extent);
  return { anchor: isGrowing ? selection.anchor : active, active };
}

/** The same selection in a sheet that may have become smaller. */
export function within({ anchor, active }: Selection, { lastRow, lastColumn }: Extent): Selection {
  const clamp = ({ row, column }: Place): Place => ({ row: Math.max(0, Math.min(row, lastRow)), column: Math.min(column, lastColumn) });
  return { anchor: clamp(anchor), active: clamp(active) };
}
