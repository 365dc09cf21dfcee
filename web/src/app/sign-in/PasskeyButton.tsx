import { Button, Divider } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { hasPasskeys, wasDismissed } from "./passkey.ts";

/** The way in without a password, where the browser has passkeys. */
export function PasskeyButton({
  label,
  run,
  onFailure,
}: {
  readonly label: string;
  readonly run: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  if (!hasPasskeys()) return null;
  const start = async () => {
    setIsBusy(true);
    try {
      await run();
    } catch (error) {
      if (!wasDismissed(error)) onFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <>
      <Divider label={t("signIn.or")} my={4} />
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void start()}
      >
        {label}
      </Button>
    </>
  );
}
