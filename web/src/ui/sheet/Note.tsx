import { IconAlertTriangle, IconArrowsLeftRight, IconCircleX } from "@tabler/icons-react";
import type { SheetNote } from "./types.ts";
import classes from "./Note.module.css";

const ICONS = { refused: IconCircleX, conflict: IconArrowsLeftRight, warning: IconAlertTriangle, saving: IconAlertTriangle } as const;

/** What is said about a cell, below its row. */
export function Note({
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
