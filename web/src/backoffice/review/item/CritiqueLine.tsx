import { IconAlertTriangle } from "@tabler/icons-react";
import type { Critique } from "../types.ts";
import classes from "./item.module.css";

/** What validation says about a value, at the value, with what it would rather see. */
export function CritiqueLine({ critique: { message, suggestions, severity } }: { readonly critique: Critique }) {
  return (
    <span className={classes["critique"]} data-severity={severity}>
      <IconAlertTriangle size={15} aria-hidden />
      <span>
        {message}
        {suggestions.length === 0 ? null : <b> {suggestions.join(" · ")}</b>}
      </span>
    </span>
  );
}
