import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { REVIEW_KEYS } from "../keys.ts";
import type { QueueFilter } from "../search.ts";

// Loaded when it is opened for the first time.
const BulkDialog = lazy(async () => ({ default: (await import("./BulkDialog.tsx")).BulkDialog }));

interface BulkButtonProps {
  readonly filter: QueueFilter;
  /** The result of a decision was looked at. */
  readonly onDecided: () => void;
}

/** Opens the decision about everything that the filters leave. */
export function BulkButton({ filter, onDecided }: BulkButtonProps) {
  const { t } = useTranslation("backoffice/review");
  const [isOpen, { open, close }] = useDisclosure(false);
  useKeys(REVIEW_KEYS, { bulk: open });
  return (
    <>
      <Button size="xs" variant="default" rightSection={<KeyHint keys={REVIEW_KEYS.bulk.keys} />} onClick={open}>
        {t("bulk.open")}
      </Button>
      <Suspense>{isOpen ? <BulkDialog filter={filter} onDecided={onDecided} onClose={close} /> : null}</Suspense>
    </>
  );
}
