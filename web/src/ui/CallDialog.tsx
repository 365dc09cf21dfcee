import { Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/errors.ts";
import { JsonView } from "./JsonView.tsx";
import classes from "./ErrorPanel.module.css";

/** A call that was refused, with the server's whole answer. */
export function CallDialog({
  error: { call, status, body },
  opened,
  onClose,
}: {
  readonly error: ApiError;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("ui");
  // Opens once it is there, so that it knows where to give the focus back.
  const isMounted = useMounted();
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onClose}
      title={t("failure.call")}
      size="lg"
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <p className={classes["request"]}>
        <code>
          {call.method} {call.address}
        </code>{" "}
        → {status}
      </p>
      {body === undefined ? null : <JsonView value={body} />}
    </Modal>
  );
}
