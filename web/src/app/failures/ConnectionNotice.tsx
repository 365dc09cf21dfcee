import { IconWifiOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { serverReached } from "../../api/connection.ts";
import { useSignal } from "../../api/signal.ts";
import classes from "./ConnectionNotice.module.css";

/** Says that the server does not answer, until it does. What was typed stays where it is. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const isReached = useSignal(serverReached);
  return (
    <div role="status">
      {isReached ? null : (
        <div className={classes["notice"]}>
          <IconWifiOff size={16} aria-hidden />
          {t("connection.lost")}
        </div>
      )}
    </div>
  );
}
