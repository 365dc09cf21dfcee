import { IconAlertTriangle, IconArrowsLeftRight, IconCircleX } from "@tabler/icons-react";
import { memo } from "react";
import { CellEditor } from "./CellEditor.tsx";
import type { Edit, RowEdits } from "./edits.ts";
import type { SheetColumn, SheetNote } from "./types.ts";
import type { Editing } from "./use-sheet.ts";
import classes from "./Sheet.module.css";

/** What rows need of their sheet; the same object as long as the language stays, so that they are not drawn anew. */
export interface SheetOfRow {
  readonly type: (text: string) => void;
  readonly leave: () => void;
  /** Gives the focus back to the sheet. */
  readonly focus: () => void;
  /** Words in cells. */
  readonly words: { readonly none: string; readonly before: string; readonly unsaved: string };
}

interface SheetRowProps<Row> {
  readonly nth: number;
  /** Its distance from the first row, in CSS pixels. */
  readonly start: number;
  readonly rowKey: string;
  readonly row: Row;
  readonly columns: readonly SheetColumn<Row>[];
  readonly edits: RowEdits | undefined;
  readonly notes: readonly SheetNote[] | undefined;
  /** The selected columns; -1 = none. */
  readonly left: number;
  readonly right: number;
  /** The column of the cell with the focus; -1 = another row has it. */
  readonly active: number;
  readonly editing: Editing | undefined;
  readonly sheet: SheetOfRow;
}

function Row<Item>(props: SheetRowProps<Item>) {
  const { nth, start, rowKey, columns, edits, notes, left, right, active, editing, sheet } = props;
  const said = notes?.filter(({ text }) => text !== undefined) ?? [];
  return (
    <div
      role="row"
      aria-rowindex={nth + 2}
      className={`${classes["row"]} ${classes["placed"]}`}
      style={{ transform: `translateY(${start}px)` }}
      data-noted={said.length > 0 || undefined}
    >
      {columns.map((column, position) => (
        <SheetCell
          key={column.id}
          row={props.row}
          column={column}
          place={`${nth}:${position}`}
          label={`${rowKey}, ${column.header}`}
          position={position}
          edit={edits?.[column.id]}
          note={notes?.find((note) => note.column === column.id)}
          isSelected={position >= left && position <= right}
          isActive={position === active}
          editing={position === active ? editing : undefined}
          sheet={sheet}
        />
      ))}
      {said.length === 0 ? null : (
        <div role="gridcell" aria-colindex={columns.length + 1} className={classes["notes"]}>
          {said.map((note) => (
            <Note
              key={note.column}
              note={note}
              header={columns.find(({ id }) => id === note.column)?.header ?? ""}
              canBeReached={active >= 0}
              onDone={sheet.focus}
            />
          ))}
        </div>
      )}
    </div>
  );
}
/** A row. It is drawn anew only when something in it changes. */
export const SheetRow = memo(Row) as typeof Row;

interface SheetCellProps<Item> {
  readonly row: Item;
  readonly column: SheetColumn<Item>;
  readonly place: string;
  readonly label: string;
  readonly position: number;
  readonly edit: Edit | undefined;
  readonly note: SheetNote | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly editing: Editing | undefined;
  readonly sheet: SheetOfRow;
}

function SheetCell<Item>({ row, column, place, label, position, edit, note, isSelected, isActive, editing, sheet }: SheetCellProps<Item>) {
  const own = column.edit?.mayEdit?.(row) === false ? undefined : column.edit;
  return (
    <div
      role={position === 0 ? "rowheader" : "gridcell"}
      aria-colindex={position + 1}
      aria-selected={isSelected}
      aria-readonly={own === undefined}
      aria-invalid={note?.kind === "refused" || note?.kind === "conflict" || undefined}
      tabIndex={isActive ? 0 : -1}
      className={classes["cell"]}
      data-place={place}
      data-number={column.isNumber || undefined}
      data-own={own !== undefined || undefined}
      data-editing={editing !== undefined || undefined}
      data-edited={edit !== undefined || undefined}
      data-note={note?.kind}
    >
      {editing !== undefined && own !== undefined ? (
        <CellEditor editing={editing} label={label} inputMode={own.inputMode} onType={sheet.type} onLeave={sheet.leave} />
      ) : (
        <CellContent row={row} column={column} edit={edit} words={sheet.words} />
      )}
    </div>
  );
}

/** What a cell shows: the value, and beside a changed one what it was. */
function CellContent<Item>({
  row,
  column: { text, cell, edit: own },
  edit,
  words,
}: {
  readonly row: Item;
  readonly column: SheetColumn<Item>;
  readonly edit: Edit | undefined;
  readonly words: SheetOfRow["words"];
}) {
  if (own === undefined) return <span className={classes["value"]}>{cell === undefined ? text(row) : cell(row)}</span>;
  const show = own.show ?? own.write;
  const onRecord = own.value(row);
  if (edit === undefined) return <span className={classes["value"]}>{onRecord === "" ? words.none : show(onRecord)}</span>;
  return (
    <>
      <span className={classes["before"]}>
        <span className="visually-hidden">{words.before} </span>
        {onRecord === "" ? words.none : show(onRecord)}
      </span>
      <span className={classes["value"]}>
        <span className="visually-hidden">{words.unsaved} </span>
        {show(edit.value)}
      </span>
    </>
  );
}

const ICONS = { refused: IconCircleX, conflict: IconArrowsLeftRight, warning: IconAlertTriangle, saving: IconAlertTriangle } as const;

/** What is said about a cell, below its row. */
function Note({
  note: { kind, text, actions = [] },
  header,
  canBeReached,
  onDone,
}: {
  readonly note: SheetNote;
  readonly header: string;
  readonly canBeReached: boolean;
  readonly onDone: () => void;
}) {
  const Icon = ICONS[kind];
  return (
    <div className={classes["note"]} data-note={kind}>
      <Icon size={15} aria-hidden />
      <span className={classes["noteText"]}>
        <strong>{header}:</strong> {text}
      </span>
      {actions.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className={classes["noteAction"]}
          tabIndex={canBeReached ? 0 : -1}
          onClick={() => {
            run();
            onDone();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** The shape of a row that is on its way. */
export function WaitingRow<Item>({
  nth,
  start,
  columns,
  active,
}: {
  readonly nth: number;
  readonly start: number;
  readonly columns: readonly SheetColumn<Item>[];
  readonly active: number;
}) {
  return (
    <div
      role="row"
      aria-rowindex={nth + 2}
      className={`${classes["row"]} ${classes["placed"]}`}
      style={{ transform: `translateY(${start}px)` }}
    >
      {columns.map(({ id }, position) => (
        <div
          key={id}
          role={position === 0 ? "rowheader" : "gridcell"}
          aria-colindex={position + 1}
          tabIndex={position === active ? 0 : -1}
          className={classes["cell"]}
          data-place={`${nth}:${position}`}
        >
          <span className={classes["waiting"]} />
        </div>
      ))}
    </div>
  );
}
