import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { countOf, type Overview } from "../../api/overview.ts";
import { Tag } from "../../ui/StateBadge.tsx";
import { HomeCard, NothingWaits } from "./HomeCard.tsx";
import { endpointsQuery, type Health } from "./queries.ts";
import classes from "./SmallLists.module.css";

const HEALTHS = [
  { health: "failing", number: "endpoints_failing", color: "orange" },
  { health: "disabled", number: "endpoints_disabled", color: "red" },
] as const;

/** The endpoints to which nothing is delivered, by address. */
export function EndpointsCard({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation("portal/home");
  const counts = HEALTHS.map(({ number }) => countOf(overview, number));
  if (counts.every((count) => count === undefined)) return null;
  return (
    <HomeCard title={t("endpoints.title")}>
      {counts.every((count) => count === 0) ? (
        <NothingWaits>{t("endpoints.done")}</NothingWaits>
      ) : (
        <ul className={classes["list"]}>
          {HEALTHS.filter((_, nth) => counts[nth] !== 0).map(({ health, color }) => (
            <Endpoints key={health} health={health} color={color} />
          ))}
        </ul>
      )}
    </HomeCard>
  );
}

function Endpoints({ health, color }: { readonly health: Health; readonly color: "orange" | "red" }) {
  const { t } = useTranslation("portal/home");
  const { data = [] } = useQuery(endpointsQuery(health));
  return data.map(({ id, url }) => (
    <li key={id} className={classes["item"]}>
      <span className={classes["words"]}>{url}</span>
      <Tag color={color}>{t(`endpoints.${health}`)}</Tag>
    </li>
  ));
}
