import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format.ts";
import classes from "./NumberRows.module.css";

/** Rows of a home card, under each other. */
export function NumberRows({ children }: { readonly children: ReactNode }) {
  return <ul className={classes["rows"]}>{children}</ul>;
}

interface NumberLineProps {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly detail?: ReactNode;
  readonly count: number;
  readonly isAlarm?: boolean | undefined;
}

/** A number with what it counts, which leads to the list behind it. */
export function NumberLine({ to, search = {}, label, detail, count, isAlarm = false }: NumberLineProps) {
  const { language } = useTranslation().i18n;
  return (
    <li>
      <Link
        to={to}
        search={search as never}
        className={classes["row"]}
        data-alarm={(isAlarm && count > 0) || undefined}
        data-none={count === 0 || undefined}
      >
        <span className={classes["label"]}>{label}</span>
        {detail === undefined || detail === null ? null : <span className={classes["detail"]}>{detail}</span>}
        <strong className={classes["count"]}>{formatCount(count, language)}</strong>
      </Link>
    </li>
  );
}
