import { IconCheck, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Language } from "../../../app/language.ts";
import { formatCount } from "../../../ui/format.ts";
import { ShareRing } from "../../../ui/ShareRing.tsx";
import { useRegisteredReasons } from "../reasons/choices.ts";
import type { ReviewItem } from "../types.ts";
import classes from "./item.module.css";

const PERCENT = 100;

/** What people decided about the seller's products so far. */
export function SellerCard({ item: { facts, sellerName, sellerDecisions, brand } }: { readonly item: ReviewItem }) {
  const { t, i18n } = useTranslation("backoffice/review");
  const { sellerDecisions: count, sellerApprovedShare: share, brandKnown } = facts;
  const approved = Math.round(count * (share ?? 0));
  const percent = Math.round((share ?? 0) * PERCENT);
  const common = useReasonText(mostCommon(sellerDecisions.flatMap(({ reasons }) => reasons)));
  const Icon = brandKnown ? IconCheck : IconX;
  return (
    <section className={classes["card"]} aria-labelledby="review-seller">
      <h3 id="review-seller" className={classes["heading"]}>
        {sellerName}
      </h3>
      <div className={classes["cardBody"]}>
        {share === null ? (
          <p className={classes["quiet"]}>{t("seller.first")}</p>
        ) : (
          <div className={classes["record"]}>
            <ShareRing percent={percent} />
            <div>
              <p>{t("seller.approved", { count: approved, shown: formatCount(approved, i18n.language) })}</p>
              <p>{t("seller.criticized", { count: count - approved, shown: formatCount(count - approved, i18n.language) })}</p>
              {common === undefined ? null : <p className={classes["quiet"]}>{t("seller.common", { reason: common })}</p>}
            </div>
          </div>
        )}
        <p className={classes["quiet"]}>
          <Icon size={14} aria-hidden /> {brandKnown ? t("seller.brandKnown", { brand }) : t("seller.brandNew", { brand })}
        </p>
      </div>
    </section>
  );
}

/** What the seller reads of a registered reason; the code of any other. */
function useReasonText(code: string | undefined): string | undefined {
  const { language } = useTranslation().i18n;
  const { data = [] } = useRegisteredReasons();
  return data.find((reason) => reason.code === code)?.text[language as Language] ?? code;
}

/** The value that occurs most; undefined when there is none. */
function mostCommon(values: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(values, (value) => value)].toSorted(([, one], [, other]) => other.length - one.length);
  return groups[0]?.[0];
}
