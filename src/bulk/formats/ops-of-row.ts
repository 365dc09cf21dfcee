import type { Assumed } from "./assumptions.ts";
import type { RowOpName } from "../row-ops.ts";
import { fieldAt } from "./column-names.ts";
import { type CellValue, isBlank } from "./row-text.ts";

const BY_CELL: readonly null[] = [null];
const NONE: readonly null[] = [];

/**
 * Creates the function that says what a row of cells asks for. A file with prices and stocks gives two rows for each line that has both. The
 * operation is null when a cell names it. A blank row asks for nothing.
 */
export function opsOfRow({
  ops,
  columns,
}: Pick<Assumed, "ops" | "columns">): (cells: readonly CellValue[]) => readonly (RowOpName | null)[] {
  const own = ops.map((op) => ({
    op,
    indexes: columns.flatMap(({ pointer }, index) => (pointer !== undefined && isOwn(pointer, op) ? [index] : [])),
  }));
  return (cells) => {
    if (cells.length === 0) return NONE;
    if (ops.length === 0) return BY_CELL;
    if (ops.length === 1) return ops;
    const asked = own.filter(({ indexes }) => !isBlank(indexes.map((index) => cells[index] ?? ""))).map(({ op }) => op);
    // A line with neither becomes a row of the first operation, whose check then names what is missing.
    return asked.length > 0 ? asked : ops.slice(0, 1);
  };
}

/** Whether the field is this operation's own. Keys have the same pointer in the rows of every operation. */
function isOwn(pointer: string, op: RowOpName): boolean {
  const at = fieldAt(pointer)?.at ?? {};
  return at[op] !== undefined && at[op] !== pointer;
}
