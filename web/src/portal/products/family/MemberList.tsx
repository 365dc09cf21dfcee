import { useTranslation } from "react-i18next";
import { AnchorLink } from "../../../app/AnchorLink.tsx";
import { StateBadge } from "../../../ui/StateBadge.tsx";
import { type FoundProduct, isBeingJudged } from "../product-queries.ts";
import { variationOf } from "./matrix.ts";
import classes from "./Family.module.css";

/** Where each member of a family is, and the first thing that keeps it there. */
export function MemberList({ members }: { readonly members: readonly FoundProduct[] }) {
  const { t } = useTranslation("portal/products");
  return (
    <ul className={classes["members"]}>
      {members.map((member) => (
        <li key={member.sku}>
          <AnchorLink to="/produtos/$sku" params={{ sku: member.sku }}>
            {member.sku}
          </AnchorLink>
          <span>{[variationOf(member), member.size].filter(Boolean).join(" · ")}</span>
          <span className={classes["where"]}>
            <StateBadge state={member.status} />
            {isBeingJudged(member) ? t("judged") : null}
          </span>
          {member.critique === undefined && member.pending === undefined ? null : (
            <span className={classes["why"]}>{member.critique?.message ?? member.pending?.message}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
