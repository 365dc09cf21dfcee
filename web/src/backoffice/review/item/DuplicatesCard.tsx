import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../ui/StateBadge.tsx";
import type { ReviewItem } from "../types.ts";
import classes from "./item.module.css";

/** More than these are counted only. */
const SHOWN = 3;

/** Other products of the seller that may be the same one. */
export function DuplicatesCard({ item: { duplicates } }: { readonly item: ReviewItem }) {
  const { t } = useTranslation("backoffice/review");
  if (duplicates.length === 0) return null;
  const shown = duplicates.toSorted((one, other) => Number(other.by === "ean") - Number(one.by === "ean")).slice(0, SHOWN);
  const more = duplicates.length - shown.length;
  return (
    <section className={classes["card"]} aria-labelledby="review-duplicates">
      <h3 id="review-duplicates" className={classes["heading"]}>
        {t("duplicates.title")}
      </h3>
      <ul className={classes["duplicates"]}>
        {shown.map(({ sku, name, status, by }) => (
          <li key={sku + by}>
            <span className={classes["between"]}>
              <b>{sku}</b>
              <StateBadge state={status} />
            </span>
            <span className={classes["quiet"]}>{name}</span>
            <span className={classes["quiet"]}>{by === "ean" ? t("duplicates.byEan") : t("duplicates.byName")}</span>
          </li>
        ))}
        {more === 0 ? null : <li className={classes["quiet"]}>{t("duplicates.more", { count: more })}</li>}
      </ul>
    </section>
  );
}
