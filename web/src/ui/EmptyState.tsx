import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

/** Stands where nothing is: what would be here, and the one next step. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
}: {
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={classes["state"]}>
      <span className={classes["icon"]}>
        <Icon size={26} stroke={1.5} aria-hidden />
      </span>
      <h2 className={classes["title"]}>{title}</h2>
      {children === undefined ? null : <div className={classes["text"]}>{children}</div>}
      {action}
    </div>
  );
}
