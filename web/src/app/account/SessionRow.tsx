import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFailureText } from "../../ui/failure-text.ts";
import { Instant } from "../../ui/Instant.tsx";
import { Tag } from "../../ui/StateBadge.tsx";
import { tell } from "../notices.ts";
import { endSession, type Session } from "./queries.ts";
import { useCall } from "./use-call.ts";
import { useDeviceName } from "./use-device-name.ts";
import classes from "./parts.module.css";

/** One device where the person is signed in: what it is, where it came from, when it was last seen. */
export function SessionRow({ session, onSettled }: { readonly session: Session; readonly onSettled: () => Promise<void> }) {
  const { t } = useTranslation("app/account");
  const failureText = useFailureText();
  const { isBusy, run } = useCall();
  const device = useDeviceName()(session.agent);
  const { id, isCurrent, address, way, signedInAt, lastSeenAt } = session;
  const end = async () => {
    try {
      await endSession(id);
      tell("done", t("sessions.ended", { device }));
    } catch (error) {
      tell("failed", failureText(error));
    }
    await onSettled();
  };
  return (
    <li className={classes["row"]}>
      <div className={classes["words"]}>
        <strong title={session.agent}>{device}</strong>
        <span>{t("sessions.from", { address, way: t(`sessions.ways.${way}`) })}</span>
        <div className={classes["times"]}>
          <span>
            {t("sessions.signedInAt")} <Instant at={signedInAt} />
          </span>
          {isCurrent ? null : (
            <span>
              {t("sessions.lastSeenAt")} <Instant at={lastSeenAt} />
            </span>
          )}
        </div>
      </div>
      {isCurrent ? (
        <Tag color="green">{t("sessions.current")}</Tag>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          onClick={() => void run(end)}
          aria-label={t("sessions.endOne", { device, address })}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
