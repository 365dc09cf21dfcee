import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { overviewQuery } from "../../api/overview.ts";
import { useMe } from "../../app/use-session.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ChangesCard } from "./ChangesCard.tsx";
import { CritiquesCard } from "./CritiquesCard.tsx";
import { EndpointsCard } from "./EndpointsCard.tsx";
import { NumbersCard } from "./NumbersCard.tsx";
import { QuotaCard } from "./QuotaCard.tsx";
import { ORDER_ROWS, STOCK_ROWS } from "./rows.ts";
import { WaitingCards } from "./WaitingCards.tsx";
import classes from "./HomePage.module.css";

/** What waits for the seller: orders and products first, then what keeps the integration going. */
export function HomePage() {
  const { t } = useTranslation("portal/home");
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <>
      <PageHeader title={t("greeting", { name: useMe().name })} text={t("text")} />
      {data === undefined ? (
        error === null ? (
          <WaitingCards />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={classes["columns"]}>
          <div className={classes["column"]}>
            <NumbersCard title={t("orders.title")} done={t("orders.done")} rows={ORDER_ROWS} overview={data} />
            <CritiquesCard overview={data} />
          </div>
          <div className={classes["column"]}>
            <NumbersCard title={t("stock.title")} done={t("stock.done")} rows={STOCK_ROWS} overview={data} />
            <EndpointsCard overview={data} />
            <QuotaCard overview={data} />
            <ChangesCard overview={data} />
          </div>
        </div>
      )}
    </>
  );
}
