import { useCallback, useEffect, useReducer, useState } from "react";
import {
  changed,
  countEdits,
  dropped,
  type EditHistory,
  type Edits,
  historyOf,
  redone,
  type RowEdits,
  type Settled,
  settled,
  undone,
} from "./edits.ts";
import type { CellChange } from "./types.ts";

type Step =
  | { readonly do: "change"; readonly changes: readonly CellChange[] }
  | { readonly do: "settle"; readonly cells: readonly Settled[] }
  | { readonly do: "drop"; readonly cells: Parameters<typeof dropped>[1] }
  | { readonly do: "undo" | "redo" | "clear" };

/** How many cells may be changed before they are saved: so many fit into the browser's storage. */
const MOST_CELLS = 20_000;

/** The unsaved edits of a sheet. With a `storageKey` they outlast a reload. */
export function useSheetEdits(storageKey: string | undefined) {
  const [history, dispatch] = useReducer(reduce, storageKey, (key) => historyOf(key === undefined ? new Map() : remembered(key)));
  // Another draft is another sheet.
  const [key] = useState(storageKey);
  const { edits, past, future, isFull = false } = history;
  useEffect(() => {
    if (key !== undefined) remember(key, edits);
  }, [key, edits]);
  return {
    edits,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** The last change was not made: what was changed has to be saved first. */
    isFull,
    change: useCallback((changes: readonly CellChange[]) => dispatch({ do: "change", changes }), []),
    settle: useCallback((cells: readonly Settled[]) => dispatch({ do: "settle", cells }), []),
    drop: useCallback((cells: Parameters<typeof dropped>[1]) => dispatch({ do: "drop", cells }), []),
    undo: useCallback(() => dispatch({ do: "undo" }), []),
    redo: useCallback(() => dispatch({ do: "redo" }), []),
    /** Forgets all edits, and how they were made. */
    clear: useCallback(() => dispatch({ do: "clear" }), []),
  };
}

function reduce(history: EditHistory, step: Step): EditHistory {
  switch (step.do) {
    case "change": {
      const next = changed(history, step.changes);
      const isFull = countEdits(next.edits) > MOST_CELLS;
      return { ...(isFull ? history : next), isFull };
    }
    case "settle":
      return settled(history, step.cells);
    case "drop":
      return dropped(history, step.cells);
    case "undo":
      return undone(history);
    case "redo":
      return redone(history);
    case "clear":
      return historyOf(new Map());
  }
}

function remembered(key: string): Edits {
  return new Map(JSON.parse(localStorage.getItem(key) ?? "[]") as [string, RowEdits][]);
}

function remember(key: string, edits: Edits): void {
  if (edits.size === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify([...edits]));
}
