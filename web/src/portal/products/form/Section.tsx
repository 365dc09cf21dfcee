import type { ReactNode } from "react";
import classes from "./Form.module.css";

/** A part of the form with its heading. */
export function Section({ title, text, children }: { readonly title: string; readonly text?: string; readonly children: ReactNode }) {
  return (
    <section className={classes["section"]} aria-label={title}>
      <h2 className={classes["heading"]}>{title}</h2>
      {text === undefined ? null : <p className={classes["text"]}>{text}</p>}
      {children}
    </section>
  );
}
