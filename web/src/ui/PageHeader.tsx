import type { ReactNode } from "react";
import classes from "./PageHeader.module.css";

/** The heading of a screen: what it shows, a line about it, and what may be done with all of it. */
export function PageHeader({
  title,
  badge,
  text,
  actions,
}: {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={classes["header"]}>
      <div className={classes["words"]}>
        <div className={classes["line"]}>
          <h1 className={classes["title"]}>{title}</h1>
          {badge}
        </div>
        {text === undefined ? null : <div className={classes["text"]}>{text}</div>}
      </div>
      {actions === undefined ? null : <div className={`${classes["actions"]} no-print`}>{actions}</div>}
    </div>
  );
}
