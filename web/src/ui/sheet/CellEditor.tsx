import { useEffect, useRef } from "react";
import type { Editing } from "./types.ts";
import classes from "./Sheet.module.css";

interface CellEditorProps {
  readonly editing: Editing;
  readonly label: string;
  readonly inputMode: "numeric" | "decimal" | "text";
  readonly onType: (text: string) => void;
  readonly onLeave: () => void;
}

/** The editor in a cell. */
export function CellEditor({ editing, label, inputMode, onType, onLeave }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(editing.isSelected ? 0 : editing.typed.length, editing.typed.length);
  }, [editing]);
  return (
    <input
      ref={input}
      className={classes["editor"]}
      aria-label={label}
      inputMode={inputMode}
      autoComplete="off"
      defaultValue={editing.typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
