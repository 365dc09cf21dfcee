import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Overview } from "../../api/overview.ts";
import { formatCount } from "../../ui/format.ts";
import { HomeCard } from "./HomeCard.tsx";
import classes from "./SmallLists.module.css";

/** From this share on a lane is nearly used up. */
const NEAR = 0.8;

/** What the seller's applications have used of their quotas, lane by lane. */
export function QuotaCard({ overview: { quotas } }: { readonly overview: Overview }) {
  const { t, i18n } = useTranslation("portal/home");
  const shown = (count: number) => formatCount(count, i18n.language);
  if (quotas.length === 0) return null;
  return (
    <HomeCard title={t("quota.title")}>
      <ul className={classes["list"]}>
        {quotas.map(({ clientId, name, lanes }) => (
          <li key={clientId} className={classes["application"]}>
            <strong className={classes["words"]}>{name}</strong>
            {lanes.map(({ lane, used, burst }) => {
              const label = t("quota.used", { lane: t(`quota.lanes.${lane}`), used: shown(used), burst: shown(burst) });
              return (
                <div key={lane} className={classes["lane"]}>
                  <span>{label}</span>
                  <Progress
                    size="sm"
                    value={burst === 0 ? 0 : (used / burst) * 100}
                    color={used >= burst * NEAR ? "orange" : "indigo"}
                    aria-label={label}
                  />
                </div>
              );
            })}
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
