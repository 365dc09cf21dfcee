import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MarketplaceNumber } from "../../api/marketplace-overview.ts";
import { usePortal } from "../../app/use-session.ts";
import { formatCount } from "../../ui/format.ts";
import { Instant } from "../../ui/Instant.tsx";
import type { StateColor } from "../../ui/StateBadge.tsx";
import { listOf, screenOf } from "./numbers.ts";
import classes from "./HomePage.module.css";

// Loaded when a list without a screen of its own is opened for the first time.
const ListDialog = lazy(async () => ({ default: (await import("./ListDialog.tsx")).ListDialog }));

/** One number. It leads to the screen with the list behind it, or shows the list where no screen does. */
export function NumberCard({ number, tone }: { readonly number: MarketplaceNumber; readonly tone: StateColor }) {
  const { t, i18n } = useTranslation("backoffice/home");
  const [isOpen, setIsOpen] = useState(false);
  const screen = screenOf(
    number,
    usePortal().navigation.map(({ to }) => to),
  );
  const { name, count, oldestSince } = number;
  const label = t(`numbers.${name}`);
  const words = (
    <>
      <span className={classes["label"]}>
        {label}
        <IconChevronRight size={16} aria-hidden />
      </span>
      <span className={classes["count"]}>{formatCount(count, i18n.language)}</span>
      <span className={classes["since"]}>
        {oldestSince === undefined ? null : (
          <>
            {t("oldest")} <Instant at={oldestSince} />
          </>
        )}
      </span>
    </>
  );
  const look = { className: classes["card"], "data-tone": count > 0 ? tone : undefined };
  if (screen !== undefined)
    return (
      // Which screen it is, is known only while the program runs.
      <Link {...look} to={screen.to as "/revisao"} search={screen.search as object}>
        {words}
      </Link>
    );
  return (
    <>
      <button type="button" {...look} onClick={() => setIsOpen(true)}>
        {words}
      </button>
      <Suspense>{isOpen ? <ListDialog title={label} address={listOf(number)} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
