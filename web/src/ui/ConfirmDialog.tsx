import { Button, Group, Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "./ErrorPanel.tsx";

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The verb on the button: "Cancelar o pedido". */
  readonly confirm: string;
  /** What cannot be undone is red. */
  readonly isDangerous?: boolean;
  /** Does it. The dialog stays and shows the refusal if this throws. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something happens. Escape and the other button leave everything as it is. */
export function ConfirmDialog({ opened, title, children, confirm, isDangerous = false, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation("ui");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const run = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ "aria-label": t("close") }}>
      {children}
      {failure === undefined ? null : <ErrorPanel error={failure} />}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={close} disabled={isBusy}>
          {t("confirm.back")}
        </Button>
        <Button color={isDangerous ? "red.9" : "indigo"} loading={isBusy} onClick={() => void run()} data-autofocus>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
