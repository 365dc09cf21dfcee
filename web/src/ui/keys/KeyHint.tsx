import { useOs } from "@mantine/hooks";
import { keyCaps } from "./key-table.ts";
import classes from "./KeyHint.module.css";

/** The caps of a key, such as `Ctrl` `K`. Inside a button it is decoration: the button has its own name. */
export function KeyHint({ keys, onFilled = false }: { readonly keys: string; readonly onFilled?: boolean }) {
  const isMac = useOs() === "macos";
  return (
    <span className={classes["caps"]} data-filled={onFilled || undefined} aria-hidden>
      {keyCaps(keys, isMac).map((cap) => (
        <kbd key={cap} className={classes["cap"]}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
