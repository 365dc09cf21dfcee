import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { editableCell, filledDown, type PlannedChanges, type SheetView, typedChange } from "./changes.ts";
import { at, type Extent, rectangleOf, type Selection, sizeOf, within } from "./selection.ts";
import type { CellChange, Editing, SheetOfRow } from "./types.ts";

/** What a sheet does with its changes. */
export interface SheetActions {
  readonly onChange: (changes: readonly CellChange[]) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** How many rows one gesture may change. */
const MOST_ROWS = 5_000;

/** A sheet while it is used: what is selected and edited, and what can be done with it. */
export type SheetModel<Row> = ReturnType<typeof useSheet<Row>>;

/** Selection and editor of a sheet. `page` is how many rows are in sight. */
export function useSheet<Row>(view: SheetView<Row>, actions: SheetActions, page: number) {
  const state = useSheetState(view, page);
  const can = operations(view, actions, state);
  const { memory, setEditing, t } = state;
  const leave = useRef(can.leaveEditor);
  useLayoutEffect(() => {
    leave.current = can.leaveEditor;
  });
  const ofRow = useMemo<SheetOfRow>(
    () => ({
      type: memory.type,
      leave: () => leave.current(),
      focus() {
        memory.requestFocus();
        setEditing(undefined);
      },
      words: { none: t("sheet.none"), before: t("sheet.before"), unsaved: t("sheet.unsaved") },
    }),
    [memory, setEditing, t],
  );
  return { ...state, view, actions, ...can, ofRow };
}

/** What a sheet remembers beside what it shows. */
function createMemory() {
  let typed: string | undefined;
  let wantsFocus = false;
  return {
    /** Notes what stands in the editor; undefined = no editor is open. */
    type(text: string | undefined) {
      typed = text;
    },
    /** What stands in the editor, once: the editor is closed then. */
    takeTyped(): string | undefined {
      const text = typed;
      typed = undefined;
      return text;
    },
    /** The selected cell is to get the focus. */
    requestFocus() {
      wantsFocus = true;
    },
    takeFocusRequest(): boolean {
      const isWanted = wantsFocus;
      wantsFocus = false;
      return isWanted;
    },
  };
}

function useSheetState<Row>(view: SheetView<Row>, page: number) {
  const { t } = useTranslation("ui");
  const extent: Extent = { lastRow: (view.rows.count ?? 0) - 1, lastColumn: view.columns.length - 1, page };
  const firstOwn = view.columns.findIndex(({ edit }) => edit !== undefined);
  const [chosen, setChosen] = useState<Selection>(() => at(0, Math.max(0, firstOwn)));
  const [editing, setEditing] = useState<Editing>();
  const [announcement, announce] = useState("");
  const [memory] = useState(createMemory);
  // What waits for rows works on the sheet as it is when they have come.
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  });
  return {
    t,
    extent,
    selection: within(chosen, extent),
    setChosen,
    editing,
    setEditing,
    announcement,
    announce,
    latest,
    memory,
  };
}
type SheetState = ReturnType<typeof useSheetState>;

function operations<Row>(
  view: SheetView<Row>,
  actions: SheetActions,
  state: Omit<SheetState, "latest"> & { latest: RefObject<SheetView<Row>> },
) {
  const { t, extent, selection, setChosen, setEditing, announce, memory } = state;
  const make = ({ changes, skipped }: PlannedChanges) => {
    if (changes.length > 0) actions.onChange(changes);
    const left = skipped === 0 ? "" : ` ${t("sheet.skipped", { count: skipped })}`;
    announce(t("sheet.changed", { count: changes.length }) + left);
  };
  /** Makes changes in many rows, once all of them are there. */
  const makeInRows = async (first: number, last: number, plan: (now: SheetView<Row>) => PlannedChanges) => {
    if (last - first >= MOST_ROWS) return announce(t("sheet.tooMany", { most: MOST_ROWS }));
    try {
      await view.rows.load(Math.max(0, first), Math.min(last, extent.lastRow));
    } catch {
      return announce(t("sheet.notThere"));
    }
    make(plan(state.latest.current));
  };
  const open = (place: Selection["active"], editor: Omit<Editing, "typed">, text?: string) => {
    const cell = editableCell(view, place);
    if (cell === undefined) return announce(t("sheet.onlyRead"));
    const typed = text ?? cell.edit.write(cell.value);
    memory.type(typed);
    setEditing({ typed, ...editor });
  };
  /** Ends editing. What was typed becomes a change. */
  const leaveEditor = () => {
    const text = memory.takeTyped();
    setEditing(undefined);
    const change = text === undefined ? undefined : typedChange(view, selection.active, text);
    if (change === undefined) return;
    actions.onChange([change]);
    const column = view.columns[selection.active.column]!;
    announce(t("sheet.now", { cell: column.header, value: column.edit!.write(change.to) }));
  };
  const select = (next: Selection) => {
    leaveEditor();
    memory.requestFocus();
    setChosen(next);
    const size = sizeOf(rectangleOf(next));
    if (size > 1) announce(t("sheet.selected", { count: size }));
  };
  const cancel = () => {
    memory.type(undefined);
    memory.requestFocus();
    setEditing(undefined);
  };
  const fillDown = () => {
    const area = rectangleOf(selection);
    return makeInRows(area.top - 1, area.bottom, (now) => filledDown(now, area));
  };
  return { makeInRows, open, leaveEditor, select, cancel, fillDown };
}
