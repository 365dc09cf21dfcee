import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { tell } from "../notices.ts";
import { addPasskey, hasPasskeys, isAlreadyHere } from "../sign-in/passkey.ts";
import { useDraft } from "../use-draft.ts";
import { passkeysQuery } from "./queries.ts";
import { afterRecentSignIn } from "./recent-sign-in.ts";
import { useCall } from "./use-call.ts";
import { useDeviceName } from "./use-device-name.ts";
import classes from "./parts.module.css";

/** Makes a passkey on this device. Its name is how the person knows it in the list. */
export function AddPasskeyForm() {
  const { t } = useTranslation("app/account");
  const deviceName = useDeviceName();
  const queryClient = useQueryClient();
  const typed = useDraft<string | null>("account.passkey", null);
  const { isBusy, errors, failure, run } = useCall(["name"]);
  const name = typed.value ?? deviceName(navigator.userAgent);
  const add = async () => {
    await afterRecentSignIn(() => addPasskey(name));
    typed.clear();
    tell("done", t("passkeys.added"));
    await Promise.all([passkeysQuery, meQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
  };
  if (!hasPasskeys()) return <p className={classes["text"]}>{t("passkeys.unavailable")}</p>;
  return (
    <form
      noValidate
      className={classes["add"]}
      onSubmit={(event) => {
        event.preventDefault();
        void run(add);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t("passkeys.name")}
          description={t("passkeys.nameHint")}
          name="passkey-name"
          autoComplete="off"
          value={name}
          error={errors["name"]}
          onChange={({ currentTarget }) => typed.set(currentTarget.value)}
        />
        {failure === undefined ? null : (
          <ErrorPanel error={failure} sentence={isAlreadyHere(failure) ? t("passkeys.alreadyHere") : undefined} />
        )}
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={isBusy} leftSection={<IconFingerprint size={18} aria-hidden />}>
            {t("passkeys.add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
