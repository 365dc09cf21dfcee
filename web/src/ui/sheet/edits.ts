import type { CellChange } from "./types.ts";

/** A cell that was changed and is not saved yet. */
export interface Edit {
  /** What the person wants, in its canonical form. */
  readonly value: string;
  /** What was on record when the person began, and its version. */
  readonly base: string;
  readonly stamp?: number | undefined;
  /** The row's place in the sheet, as far as it is known. */
  readonly nth: number;
}
/** The edits of a row by the id of the column. */
export type RowEdits = Readonly<Record<string, Edit>>;
/** The edits of a sheet by the key of the row and the id of the column. */
export type Edits = ReadonlyMap<string, RowEdits>;

/** What was changed, and how to go back and forth. */
export interface EditHistory {
  readonly edits: Edits;
  readonly past: readonly (readonly CellChange[])[];
  readonly future: readonly (readonly CellChange[])[];
  /** What is on record now for cells that were saved since they were changed, by `cellName`. */
  readonly known: ReadonlyMap<string, Pick<Edit, "base" | "stamp">>;
  /** The last change was not made, because too many cells wait to be saved. */
  readonly isFull?: boolean;
}

/** How many steps can be undone. */
const MOST_STEPS = 100;

/** A history that begins with edits. */
export const historyOf = (edits: Edits): EditHistory => ({ edits, past: [], future: [], known: new Map() });

/** Makes a step of changes that can be undone as one. */
export const changed = (history: EditHistory, changes: readonly CellChange[]): EditHistory => ({
  ...history,
  edits: withChanges(history, changes),
  past: [...history.past, changes].slice(-MOST_STEPS),
  future: [],
});

/** Goes one step back. After a save, the values from before it become edits again. */
export function undone(history: EditHistory): EditHistory {
  const step = history.past.at(-1);
  if (step === undefined) return history;
  return {
    ...history,
    edits: withChanges(
      history,
      step.map((change) => ({ ...change, from: change.to, to: change.from })),
    ),
    past: history.past.slice(0, -1),
    future: [...history.future, step],
  };
}

/** Goes forth again. */
export function redone(history: EditHistory): EditHistory {
  const step = history.future.at(-1);
  if (step === undefined) return history;
  return { ...history, edits: withChanges(history, step), past: [...history.past, step], future: history.future.slice(0, -1) };
}

/** A cell whose record is known anew. */
export interface Settled {
  readonly key: string;
  readonly column: string;
  /** What is on record now. */
  readonly record: Pick<Edit, "base" | "stamp">;
  /** What was sent; absent = nothing was, and the edit stays. */
  readonly sent?: string | undefined;
}

/** Takes what was saved out of the edits. What was typed since then stays, now as an edit of the new record. */
export function settled(history: EditHistory, cells: readonly Settled[]): EditHistory {
  const edits = new Map(history.edits);
  const known = new Map(history.known);
  for (const { key, column, record, sent } of cells) {
    known.set(cellName(key, column), record);
    const edit = edits.get(key)?.[column];
    if (edit === undefined) continue;
    const isDone = edit.value === sent || edit.value === record.base;
    put(edits, key, column, isDone ? undefined : { ...edit, ...record });
  }
  return { ...history, edits, known };
}

/** Forgets edits of cells, which shows what is on record. */
export function dropped(history: EditHistory, cells: readonly { readonly key: string; readonly column: string }[]): EditHistory {
  const edits = new Map(history.edits);
  for (const { key, column } of cells) put(edits, key, column, undefined);
  return { ...history, edits };
}

/** How many cells were changed. */
export const countEdits = (edits: Edits): number => [...edits.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);

const cellName = (key: string, column: string): string => `${key}\n${column}`;

function withChanges({ edits: before, known }: EditHistory, changes: readonly CellChange[]): Edits {
  const edits = new Map(before);
  for (const { key, column, to, base, stamp, nth } of changes) {
    const record = edits.get(key)?.[column] ?? known.get(cellName(key, column)) ?? { base, stamp };
    put(edits, key, column, to === record.base ? undefined : { value: to, base: record.base, stamp: record.stamp, nth });
  }
  return edits;
}

function put(edits: Map<string, RowEdits>, key: string, column: string, edit: Edit | undefined): void {
  const { [column]: _, ...others } = edits.get(key) ?? {};
  const row = edit === undefined ? others : { ...others, [column]: edit };
  if (Object.keys(row).length === 0) edits.delete(key);
  else edits.set(key, row);
}
