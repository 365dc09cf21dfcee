import { Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { tell } from "../notices.ts";
import { type CodesSecret, confirmCodes } from "./queries.ts";
import { useCall } from "./use-call.ts";
import classes from "./parts.module.css";

/** The secret for the authenticator app, and the code that proves that the app has it. */
export function SecondFactorForm({ secret: { secret, address }, onClose }: { readonly secret: CodesSecret; readonly onClose: () => void }) {
  const { t } = useTranslation("app/account");
  const queryClient = useQueryClient();
  const [code, setCode] = useState("");
  const { isBusy, errors, failure, run } = useCall(["code"]);
  const confirm = async () => {
    queryClient.setQueryData(meQuery.queryKey, await confirmCodes(code.replaceAll(/\s/g, "")));
    tell("done", t("codes.begun"));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(confirm);
      }}
    >
      <Stack gap="md">
        <p className={classes["text"]}>{t("codes.stepSecret")}</p>
        <div className={classes["secret"]}>
          <code>{inGroupsOfFour(secret)}</code>
          <CopyButton value={secret} label={t("codes.copySecret")} />
        </div>
        <div className={classes["address"]}>
          <Anchor href={address}>{t("codes.open")}</Anchor>
          <CopyButton value={address} label={t("codes.copyAddress")} />
        </div>
        <TextInput
          label={t("codes.code")}
          description={t("codes.codeHint")}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={errors["code"]}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {failure === undefined ? null : <ErrorPanel error={failure} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t("codes.giveUp")}
          </Button>
          <Button type="submit" loading={isBusy} disabled={code === ""}>
            {t("codes.confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** As people read it to each other: `JBSW Y3DP EHPK 3PXP`. */
const inGroupsOfFour = (secret: string): string => secret.replaceAll(/.{4}(?=.)/g, "$& ");
