import type { ReactNode } from "react";
import classes from "./TabBar.module.css";

/** Tabs that are links, so that each has an address of its own. The one that is shown has `aria-current`. */
export function TabBar({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={classes["bar"]} aria-label={label}>
      {children}
    </nav>
  );
}
