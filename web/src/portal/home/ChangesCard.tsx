import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { countOf, type Overview } from "../../api/overview.ts";
import { Deadline } from "../../ui/Deadline.tsx";
import { HomeCard, NothingWaits } from "./HomeCard.tsx";
import { changesQuery } from "./queries.ts";
import classes from "./SmallLists.module.css";

/** Announced changes that concern the seller, with what to do until when. */
export function ChangesCard({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation("portal/home");
  const count = countOf(overview, "changes_upcoming");
  const { data = [] } = useQuery({ ...changesQuery, enabled: (count ?? 0) > 0 });
  if (count === undefined) return null;
  return (
    <HomeCard title={t("changes.title")}>
      {count === 0 ? (
        <NothingWaits>{t("changes.done")}</NothingWaits>
      ) : (
        <ul className={classes["list"]}>
          {data.map(({ id, description, action, effectiveAt }) => (
            <li key={id} className={classes["change"]}>
              <div className={classes["item"]}>
                <strong className={classes["words"]}>{description}</strong>
                <Deadline at={effectiveAt} />
              </div>
              <span className={classes["quiet"]}>{action}</span>
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  );
}
