import type { SheetColumn } from "./types.ts";
import classes from "./Sheet.module.css";

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
