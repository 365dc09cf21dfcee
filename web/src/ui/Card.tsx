import type { ReactNode } from "react";
import classes from "./Card.module.css";

/** A part of a screen with a heading and a frame. `isFlush` leaves its content without a margin, for tables. */
export function Card({
  title,
  actions,
  isFlush = false,
  className,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly isFlush?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <section className={`${classes["card"]} ${className ?? ""}`} data-flush={isFlush || undefined}>
      {title === undefined ? null : (
        <div className={classes["head"]}>
          <h2 className={classes["title"]}>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values, one pair to a line. In a wide place the values stand left, under each other. */
export function Facts({ isWide, children }: { readonly isWide?: boolean; readonly children: ReactNode }) {
  return (
    <dl className={classes["facts"]} data-wide={isWide}>
      {children}
    </dl>
  );
}

/** A name and its value; nothing when there is no value. */
export function Fact({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  if (children === undefined || children === null || children === "" || children === false) return null;
  return (
    <div className={classes["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
