import type { RowEdits } from "../../ui/sheet/edits.ts";
import type { SheetNote } from "../../ui/sheet/types.ts";
import { EDITED, type EditedColumn, valueOf, versionOf } from "./stock-columns.tsx";
import type { StockLine } from "./stock-query.ts";
import type { Refused } from "./use-saving.ts";

/** A cell whose record is no longer what the person saw when they began to change it. */
export interface Conflict {
  readonly column: EditedColumn;
  readonly theirs: string;
  readonly yours: string;
  readonly before: string;
}

/** What somebody else has changed since the person began: their value and the person's differ, and neither is the one from before. */
export const conflictsOf = (line: StockLine, edits: RowEdits | undefined): readonly Conflict[] =>
  EDITED.flatMap((column) => {
    const edit = edits?.[column];
    const theirs = valueOf(line, column);
    if (edit === undefined || theirs === edit.base || theirs === edit.value) return [];
    return [{ column, theirs, yours: edit.value, before: edit.base }];
  });

/** What happens when a person has decided about a conflict or a warning. */
export interface Decisions {
  readonly takeTheirs: (sku: string, column: EditedColumn) => void;
  readonly keepYours: (line: StockLine, column: EditedColumn) => void;
  /** Makes the stock what was counted with the reserved units. */
  readonly addReserved: (line: StockLine, physical: number) => void;
  readonly dismiss: (line: StockLine) => void;
}

/** The words of notes. */
export interface NoteWords {
  readonly conflict: (conflict: Conflict) => string;
  readonly takeTheirs: (conflict: Conflict) => string;
  readonly keepYours: (conflict: Conflict) => string;
  readonly doubleCount: (line: NonNullable<StockLine["doubleCount"]>) => string;
  readonly addReserved: (physical: number) => string;
  readonly dismiss: string;
}

interface NoteFacts {
  readonly edits: RowEdits | undefined;
  readonly refused: Partial<Record<EditedColumn, Refused>> | undefined;
  readonly isDismissed: boolean;
}

/** What there is to say about a row, one sentence for each cell. */
export function notesOf(line: StockLine, facts: NoteFacts, words: NoteWords, decide: Decisions): readonly SheetNote[] {
  const conflicts = conflictsOf(line, facts.edits);
  return EDITED.flatMap((column): readonly SheetNote[] => {
    const conflict = conflicts.find((one) => one.column === column);
    if (conflict !== undefined) return [conflictNote(line, conflict, words, decide)];
    const refused = facts.refused?.[column];
    // What was typed since the refusal is not what was refused.
    if (refused !== undefined && refused.value === facts.edits?.[column]?.value)
      return [{ column, kind: "refused", text: refused.message }];
    if (column === "physical" && !facts.isDismissed && facts.edits?.["physical"] === undefined) return doubleCountNote(line, words, decide);
    return [];
  });
}

const conflictNote = (line: StockLine, conflict: Conflict, words: NoteWords, decide: Decisions): SheetNote => ({
  column: conflict.column,
  kind: "conflict",
  text: words.conflict(conflict),
  actions: [
    { label: words.takeTheirs(conflict), run: () => decide.takeTheirs(line.sku, conflict.column) },
    { label: words.keepYours(conflict), run: () => decide.keepYours(line, conflict.column) },
  ],
});

function doubleCountNote(line: StockLine, words: NoteWords, decide: Decisions): readonly SheetNote[] {
  const { doubleCount } = line;
  if (doubleCount === undefined) return [];
  const counted = doubleCount.sent + doubleCount.reserved;
  return [
    {
      column: "physical",
      kind: "warning",
      text: words.doubleCount(doubleCount),
      actions: [
        { label: words.addReserved(counted), run: () => decide.addReserved(line, counted) },
        { label: words.dismiss, run: () => decide.dismiss(line) },
      ],
    },
  ];
}

/** The record of a cell as an edit begins from it. */
export const recordOf = (line: StockLine, column: EditedColumn) => ({ base: valueOf(line, column), stamp: versionOf(line, column) });
