import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./HomeCard.module.css";

/** A titled box of the home screen. */
export function HomeCard({ title, aside, children }: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
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

/** Says that nothing waits. */
export function NothingWaits({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes["nothing"]}>
      <IconCircleCheck size={18} aria-hidden />
      {children}
    </p>
  );
}
