import { memo } from "react";
import { CellEditor } from "./CellEditor.tsx";
import type { Edit, RowEdits } from "./edits.ts";
import { Note } from "./Note.tsx";
import type { Editing, SheetColumn, SheetNote, SheetOfRow } from "./types.ts";
import classes from "./Sheet.module.css";

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
  column: { text, cell, edit: own, open },
  edit,
  words,
}: {
  readonly row: Item;
  readonly column: SheetColumn<Item>;
  readonly edit: Edit | undefined;
  readonly words: SheetOfRow["words"];
}) {
  const shown = cell === undefined ? text(row) : cell(row);
  if (open !== undefined)
    return (
      <button type="button" tabIndex={-1} className={classes["leads"]} title={open.label} onClick={() => open.run(row)}>
        {shown}
      </button>
    );
  if (own === undefined) return <span className={classes["value"]}>{shown}</span>;
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
