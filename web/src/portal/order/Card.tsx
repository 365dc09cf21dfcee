import type { ReactNode } from "react";
import classes from "./Card.module.css";

/** A titled box. */
export function Card({ title, aside, children }: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <section className={classes["card"]} aria-label={title}>
      <div className={classes["head"]}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A fact in a card: its name left, its value right. Nothing is shown of a fact that is not known. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return children === undefined || children === null ? null : (
    <div className={classes["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
