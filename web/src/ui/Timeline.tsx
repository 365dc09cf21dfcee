import type { ReactNode } from "react";
import { Instant } from "./Instant.tsx";
import classes from "./Timeline.module.css";

/** Something that happened, or that is still to happen. */
export interface TimelineEntry {
  readonly id: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** Epoch ms or ISO 8601. */
  readonly at?: number | string;
  /** It has not happened yet. */
  readonly isAhead?: boolean;
}

/** What happened, in its order, and what comes next. */
export function Timeline({ entries, label }: { readonly entries: readonly TimelineEntry[]; readonly label: string }) {
  return (
    <ol className={classes["line"]} aria-label={label}>
      {entries.map(({ id, title, detail, at, isAhead }) => (
        <li key={id} className={classes["entry"]} data-ahead={isAhead || undefined}>
          <div className={classes["head"]}>
            <span className={classes["title"]}>{title}</span>
            {at === undefined ? null : (
              <span className={classes["at"]}>
                <Instant at={at} />
              </span>
            )}
          </div>
          {detail === undefined ? null : <div className={classes["detail"]}>{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
