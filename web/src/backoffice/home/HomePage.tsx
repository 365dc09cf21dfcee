import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { marketplaceOverviewQuery } from "../../api/marketplace-overview.ts";
import { useMe } from "../../app/use-session.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { NumberCard } from "./NumberCard.tsx";
import { GROUPS } from "./numbers.ts";
import classes from "./HomePage.module.css";

/** What waits for somebody with the person's role, counted; every number leads to the list behind it. */
export function HomePage() {
  const { t } = useTranslation("backoffice/home");
  const { data, error, refetch } = useQuery(marketplaceOverviewQuery);
  const numbers = new Map(data?.numbers.map((number) => [number.name, number]));
  const waiting = data?.numbers.filter(({ count }) => count > 0).length ?? 0;
  return (
    <>
      <PageHeader
        title={t("greeting", { name: useMe().name })}
        text={data === undefined ? undefined : waiting === 0 ? t("nothing") : t("waiting")}
      />
      {data === undefined && error !== null ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Waiting /> : null}
      {GROUPS.map(({ group, numbers: rows }) => {
        const shown = rows.flatMap(({ name, tone }) => {
          const number = numbers.get(name);
          return number === undefined ? [] : [<NumberCard key={name} number={number} tone={tone} />];
        });
        return shown.length === 0 ? null : (
          <section key={group} className={classes["group"]} aria-labelledby={`home-${group}`}>
            <h2 id={`home-${group}`} className={classes["heading"]}>
              {t(`groups.${group}`)}
            </h2>
            <div className={classes["cards"]}>{shown}</div>
          </section>
        );
      })}
    </>
  );
}

const SHAPE = ["a", "b", "c"] as const;

function Waiting() {
  return (
    <div className={classes["cards"]} aria-busy>
      {SHAPE.map((key) => (
        <Skeleton key={key} height={104} radius="lg" />
      ))}
    </div>
  );
}
