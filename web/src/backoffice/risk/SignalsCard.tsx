import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import type { DeskOrder } from "../../ui/order/order-types.ts";
import classes from "./RiskPage.module.css";

/** What is unusual about the order. */
export function SignalsCard({ signals }: { readonly signals: DeskOrder["signals"] }) {
  const { t } = useTranslation("backoffice/risk");
  return (
    <Card title={t("signals.title")}>
      <ul className={classes["signals"]}>
        {signals.map(({ code, message }) => (
          <li key={code}>
            <IconAlertTriangle size={16} aria-hidden className={classes["signalIcon"]} />
            {message}
          </li>
        ))}
        {signals.length > 0 ? null : (
          <li className={classes["quiet"]}>
            <IconCheck size={16} aria-hidden />
            {t("signals.none")}
          </li>
        )}
      </ul>
    </Card>
  );
}
