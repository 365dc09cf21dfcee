import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { tell } from "../notices.ts";
import { AnswerState } from "./AnswerState.tsx";
import { endOtherSessions, sessionsQuery } from "./queries.ts";
import { SessionRow } from "./SessionRow.tsx";
import classes from "./parts.module.css";

/** Where the person is signed in, this device first, and how to end that elsewhere. */
export function SessionsCard() {
  const { t } = useTranslation("app/account");
  const queryClient = useQueryClient();
  const { data: sessions = [], isSuccess, ...answer } = useQuery(sessionsQuery);
  const [isAsking, asking] = useDisclosure(false);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOthers = async () => {
    await endOtherSessions();
    tell("done", t("sessions.endedOthers"));
    await refresh();
  };
  return (
    <Card title={t("sessions.title")}>
      <p className={classes["text"]}>{t("sessions.text")}</p>
      <AnswerState {...answer} isThere={isSuccess} />
      <ul className={classes["list"]} aria-label={t("sessions.title")}>
        {[...sessions.filter(({ isCurrent }) => isCurrent), ...others].map((session) => (
          <SessionRow key={session.id} session={session} onSettled={refresh} />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <Button mt="md" variant="default" onClick={asking.open}>
          {t("sessions.endOthers")}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        title={t("sessions.endOthersTitle")}
        confirm={t("sessions.endOthers")}
        isDangerous
        onConfirm={endOthers}
        onClose={asking.close}
      >
        <p>{t("sessions.endOthersText", { count: others.length })}</p>
      </ConfirmDialog>
    </Card>
  );
}
