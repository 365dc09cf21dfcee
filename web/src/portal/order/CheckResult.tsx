import { Skeleton } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Findings } from "./Findings.tsx";
import type { InvoiceCheck } from "./use-invoice-check.ts";
import classes from "./CheckResult.module.css";

/** What the server would say of an invoice: that it is in order, or everything that is wrong with it. Read out when it changes. */
export function CheckResult({ check: { data, error, fetchStatus, refetch } }: { readonly check: InvoiceCheck }) {
  const { t } = useTranslation("portal/order");
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-busy={fetchStatus === "fetching"}>
      {data === undefined ? (
        fetchStatus === "fetching" ? (
          <Skeleton height={44} />
        ) : null
      ) : (
        <>
          {data.valid ? (
            <p className={classes["valid"]}>
              <IconCircleCheck size={18} aria-hidden />
              {data.errors.length + data.validationErrors.length === 0 ? t("invoicing.valid") : t("invoicing.accepted")}
            </p>
          ) : null}
          <Findings kind="failure" findings={data.failures} />
          <Findings kind="noted" findings={data.errors} />
          <Findings kind="warning" findings={data.validationErrors} />
        </>
      )}
    </div>
  );
}
