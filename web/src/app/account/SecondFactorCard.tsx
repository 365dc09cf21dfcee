import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Tag } from "../../ui/StateBadge.tsx";
import { tell } from "../notices.ts";
import { useMe } from "../use-session.ts";
import { beginCodes, type CodesSecret, endCodes } from "./queries.ts";
import { afterRecentSignIn } from "./recent-sign-in.ts";
import { SecondFactorForm } from "./SecondFactorForm.tsx";
import { useCall } from "./use-call.ts";
import classes from "./parts.module.css";

/** The codes of an authenticator app: whether the password asks for one, turning that on, and off again. */
export function SecondFactorCard() {
  const { t } = useTranslation("app/account");
  const { hasTimeBasedCodes } = useMe();
  return (
    <Card
      title={t("codes.title")}
      actions={hasTimeBasedCodes ? <Tag color="green">{t("codes.on")}</Tag> : <Tag color="grey">{t("codes.off")}</Tag>}
    >
      {hasTimeBasedCodes ? <Active /> : <Inactive />}
    </Card>
  );
}

function Inactive() {
  const { t } = useTranslation("app/account");
  const { hasPassword } = useMe();
  const [secret, setSecret] = useState<CodesSecret>();
  const { isBusy, failure, run } = useCall();
  if (secret !== undefined) return <SecondFactorForm secret={secret} onClose={() => setSecret(undefined)} />;
  if (!hasPassword) return <p className={classes["text"]}>{t("codes.noPassword")}</p>;
  return (
    <>
      <p className={classes["text"]}>{t("codes.text")}</p>
      {failure === undefined ? null : <ErrorPanel error={failure} />}
      <Button
        mt="md"
        variant="default"
        loading={isBusy}
        onClick={() => void run(async () => setSecret(await afterRecentSignIn(beginCodes)))}
      >
        {t("codes.begin")}
      </Button>
    </>
  );
}

function Active() {
  const { t } = useTranslation("app/account");
  const queryClient = useQueryClient();
  const [isAsking, asking] = useDisclosure(false);
  const end = async () => {
    await afterRecentSignIn(endCodes);
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    tell("done", t("codes.ended"));
  };
  return (
    <>
      <p className={classes["text"]}>{t("codes.active")}</p>
      <Button mt="md" variant="default" onClick={asking.open}>
        {t("codes.end")}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t("codes.endTitle")}
        confirm={t("codes.end")}
        isDangerous
        onConfirm={end}
        onClose={asking.close}
      >
        <p>{t("codes.endText")}</p>
      </ConfirmDialog>
    </>
  );
}
