import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/errors.ts";
import { CopyButton } from "./CopyButton.tsx";
import { useFailureText } from "./failure-text.ts";
import { JsonView } from "./JsonView.tsx";
import classes from "./ErrorPanel.module.css";

/** Stands where something failed: the server's own sentences, the request id, the call itself, and another try. */
export function ErrorPanel({ error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation("ui");
  const failureText = useFailureText();
  const more = error instanceof ApiError ? error.details.slice(1) : [];
  return (
    <div className={classes["panel"]} role="alert">
      <IconAlertTriangle size={20} className={classes["icon"]} aria-hidden />
      <div className={classes["words"]}>
        <p className={classes["sentence"]}>{failureText(error)}</p>
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
  const { call, status, requestId, body } = error;
  return (
    <div className={classes["call"]}>
      <code>{requestId}</code>
      <CopyButton value={requestId} label={t("failure.copyId")} />
      <button type="button" className={classes["open"]} onClick={dialog.open}>
        {t("failure.openCall")}
      </button>
      <Modal opened={isOpen} onClose={dialog.close} title={t("failure.call")} size="lg" closeButtonProps={{ "aria-label": t("close") }}>
        <p className={classes["request"]}>
          <code>
            {call.method} {call.address}
          </code>{" "}
          → {status}
        </p>
        {body === undefined ? null : <JsonView value={body} />}
      </Modal>
    </div>
  );
}
