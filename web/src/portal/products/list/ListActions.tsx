import { Button } from "@mantine/core";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { tell } from "../../../app/notices.ts";
import { useFailureText } from "../../../ui/failure-text.ts";

/** What may be done with the list as a whole. */
export function ListActions({ mayWrite, onExport }: { readonly mayWrite: boolean; readonly onExport: () => Promise<number> }) {
  const { t } = useTranslation("portal/products");
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const run = async () => {
    setIsBusy(true);
    try {
      tell("done", t("list.exported", { count: await onExport() }));
    } catch (error) {
      tell("failed", failureText(error));
    }
    setIsBusy(false);
  };
  return (
    <>
      <Button variant="default" loading={isBusy} leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void run()}>
        {t("list.export")}
      </Button>
      {mayWrite ? (
        <Button component={Link} to="/produtos/novo" leftSection={<IconPlus size={16} aria-hidden />}>
          {t("list.create")}
        </Button>
      ) : null}
    </>
  );
}
