import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Claims } from "../desk/claims.ts";
import type { ReviewItem } from "../types.ts";
import type { Review } from "../use-review.ts";
import { CritiqueLine } from "./CritiqueLine.tsx";
import { DuplicatesCard } from "./DuplicatesCard.tsx";
import { FamilyCard } from "./FamilyCard.tsx";
import { Fields } from "./Fields.tsx";
import { fieldsOf } from "./fields.ts";
import { History } from "./History.tsx";
import { ItemHeader } from "./ItemHeader.tsx";
import { Pictures } from "./Pictures.tsx";
import { SellerCard } from "./SellerCard.tsx";
import classes from "./item.module.css";

const ChangeDiff = lazy(async () => ({ default: (await import("./ChangeDiff.tsx")).ChangeDiff }));

interface ItemDetailProps {
  readonly item: ReviewItem;
  readonly claims: Claims;
  readonly review: Review;
}

/** Everything that a decision about an item needs. */
export function ItemDetail({ item, claims, review }: ItemDetailProps) {
  const { t, i18n } = useTranslation("backoffice/review");
  const { height, width, depth, weight } = item.product;
  const cm = [height, width, depth].map((one) => one.toLocaleString(i18n.language)).join(" × ");
  const { lines, rest } = fieldsOf(item, `${cm} cm · ${weight.toLocaleString(i18n.language)} kg`);
  return (
    <article className={classes["item"]} aria-label={item.name}>
      <ItemHeader item={item} claims={claims} actions={review.held === undefined ? undefined : review.actions} />
      {rest.length === 0 ? null : (
        <section className={classes["warnings"]} aria-label={t("item.warnings")}>
          {rest.map((critique) => (
            <CritiqueLine key={critique.code + critique.pointer} critique={critique} />
          ))}
        </section>
      )}
      {item.change === undefined ? null : (
        <Suspense fallback={<Skeleton height={120} />}>
          <ChangeDiff change={item.change} chosen={review.chosen} onToggle={review.toggle} />
        </Suspense>
      )}
      <Pictures item={item} current={review.picture} onCurrent={review.setPicture} onZoom={() => review.open("zoom")} />
      <div className={classes["columns"]}>
        <Fields lines={lines} />
        <div className={classes["aside"]}>
          <DuplicatesCard item={item} />
          <FamilyCard item={item} />
          <SellerCard item={item} />
          <History item={item} />
        </div>
      </div>
    </article>
  );
}
