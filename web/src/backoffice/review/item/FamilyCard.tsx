import { useTranslation } from "react-i18next";
import { Tag } from "../../../ui/StateBadge.tsx";
import type { ReviewItem } from "../types.ts";
import classes from "./item.module.css";

/** Whether the family of a product is complete, and its sizes. */
export function FamilyCard({ item: { family, product } }: { readonly item: ReviewItem }) {
  const { t } = useTranslation("backoffice/review");
  const { members, approved, inReview, sizes, sequential, minimum, complete, productGroup } = family;
  return (
    <section className={classes["card"]} aria-labelledby="review-family">
      <h3 id="review-family" className={classes["heading"]}>
        {t("family.title")}
      </h3>
      <div className={classes["cardBody"]}>
        <p className={classes["between"]}>
          <span>{t("family.sequence", { sequential, minimum })}</span>
          <Tag color={complete ? "green" : "orange"}>{complete ? t("family.complete") : t("family.incomplete")}</Tag>
        </p>
        <ul className={classes["chips"]} aria-label={t("family.sizes")}>
          {sizes.map((size) => (
            <li key={size} aria-current={size === product.size || undefined}>
              {size}
            </li>
          ))}
        </ul>
        <p className={classes["quiet"]}>
          {productGroup} · {t("family.members", { members, approved, inReview })}
        </p>
      </div>
    </section>
  );
}
