import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/errors.ts";
import { CopyButton } from "./CopyButton.tsx";
import { useFailureText } from "./failure-text.ts";
import classes from "./ErrorPanel.module.css";

// Loaded when a call is opened for the first time.
const CallDialog = lazy(async () => ({ default: (await import("./CallDialog.tsx")).CallDialog }));

interface ErrorPanelProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Stands instead of the server's sentences where these stand at their fields. */
  readonly sentence?: string | undefined;
}

/** Stands where something failed: the server's own sentences, the request id, the call itself, and another try. */
export function ErrorPanel({ error, onRetry, sentence }: ErrorPanelProps) {
  const { t } = useTranslation("ui");
  const failureText = useFailureText();
  const more = error instanceof ApiError && sentence === undefined ? error.details.slice(1) : [];
  return (
    <div className={classes["panel"]} role="alert">
      <IconAlertTriangle size={20} className={classes["icon"]} aria-hidden />
      <div className={classes["words"]}>
        <p className={classes["sentence"]}>{sentence ?? failureText(error)}</p>
        {more.length === 0 ? null : (
          <ul className={classes["more"]}>
            {more.map(({ code, pointer, message }) => (
              <li key={code + pointer}>{message}</li>
            ))}
          </ul>
        )}
        {error instanceof ApiError ? <CallLine error={error} /> : null}
      </div>
      {onRetry === undefined ? null : (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={15} aria-hidden />} onClick={onRetry}>
          {t("failure.retry")}
        </Button>
      )}
    </div>
  );
}

/** The request id to quote, and the call with its answer. */
function CallLine({ error }: { readonly error: ApiError }) {
  const { t } = useTranslation("ui");
  const [isOpen, dialog] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setWasOpened(true);
    dialog.open();
  };
  return (
    <div className={classes["call"]}>
      <code>{error.requestId}</code>
      <CopyButton value={error.requestId} label={t("failure.copyId")} />
      <button type="button" className={classes["open"]} onClick={open}>
        {t("failure.openCall")}
      </button>
      <Suspense>{wasOpened ? <CallDialog error={error} opened={isOpen} onClose={dialog.close} /> : null}</Suspense>
    </div>
  );
}
