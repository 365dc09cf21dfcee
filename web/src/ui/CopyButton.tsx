import { ActionIcon, CopyButton as MantineCopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Copies a value to the clipboard and says that it did. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { t } = useTranslation("ui");
  return (
    <MantineCopyButton value={value}>
      {({ copied, copy }) => (
        <>
          <ActionIcon size="sm" color={copied ? "green" : "gray"} title={label} aria-label={label} onClick={copy}>
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
          <span className="visually-hidden" role="status">
            {copied ? t("copy.done") : ""}
          </span>
        </>
      )}
    </MantineCopyButton>
  );
}
