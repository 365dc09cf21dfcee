import { IconShieldCheck } from "@tabler/icons-react";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../ui/keys/use-keys.ts";
import type { OrderKey, OrderRow } from "../../ui/order/order-types.ts";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { FrozenList } from "./FrozenList.tsx";
import { FrozenOrder } from "./FrozenOrder.tsx";
import { RISK_KEYS } from "./keys.ts";
import { useFrozen } from "./use-frozen.ts";
import classes from "./RiskPage.module.css";

const route = getRouteApi("/shell/risco");

/** The risk desk: what is frozen, by age, and the order that is decided now. */
export function RiskPage() {
  const { t } = useTranslation("backoffice/risk");
  const { sellerId, orderNumber } = route.useSearch();
  const navigate = useNavigate();
  const { rows, total, error, retry, more } = useFrozen();
  const isChosen = sellerId !== undefined && orderNumber !== undefined;
  const open: OrderKey | undefined = isChosen ? { sellerId, orderNumber } : rows?.[0];
  const at = rows?.findIndex((row) => isSame(row, open)) ?? -1;
  const select = (row: OrderRow | undefined) => row && void navigate({ to: "/risco", search: keyOf(row), replace: true });
  useKeys(RISK_KEYS, { next: () => select(rows?.[at + 1]), previous: () => select(rows?.[at - 1]) });
  if (rows === undefined) return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={retry} />;
  return (
    <div className={classes["desk"]} data-open={isChosen || undefined}>
      <section className={classes["queue"]} aria-labelledby="risk-title">
        <div className={classes["queueHead"]}>
          <h1 id="risk-title">{t("title")}</h1>
          <span>{t("count", { count: total })}</span>
        </div>
        {rows.length === 0 ? (
          <EmptyState icon={IconShieldCheck} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        ) : (
          <FrozenList rows={rows} open={open} onSelect={select} onEnd={more} />
        )}
        <div className={classes["hints"]}>
          {(["next", "previous", "release", "refuse"] as const).map((name) => (
            <span key={name}>
              <KeyHint keys={RISK_KEYS[name].keys} /> {t(`hints.${name}`)}
            </span>
          ))}
        </div>
      </section>
      {open === undefined ? null : (
        <section className={classes["detail"]} aria-label={t("detail")}>
          <Link to="/risco" className={classes["back"]}>
            {t("back")}
          </Link>
          <FrozenOrder
            key={`${open.sellerId}/${open.orderNumber}`}
            orderKey={{ sellerId: open.sellerId, orderNumber: open.orderNumber }}
            onDecided={() => (rows.length > 1 ? select(rows[at + 1] ?? rows[at - 1]) : void navigate({ to: "/risco", replace: true }))}
          />
        </section>
      )}
    </div>
  );
}

const keyOf = ({ sellerId, orderNumber }: OrderKey): OrderKey => ({ sellerId, orderNumber });
const isSame = (one: OrderKey, other: OrderKey | undefined) => one.sellerId === other?.sellerId && one.orderNumber === other.orderNumber;
