import { Button, Skeleton } from "@mantine/core";
import { IconCircleCheck, IconLockOpen } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import type { ListItem } from "../list/queue.ts";
import type { Selection } from "../use-selection.ts";
import classes from "./item.module.css";

const SHAPE = ["a", "b", "c"] as const;

interface ItemGapProps {
  readonly selection: Selection;
  /** The open item as the list has it. */
  readonly listed: ListItem | undefined;
  readonly failure: unknown;
  readonly isWaiting: boolean;
  readonly hasFilter: boolean;
  readonly onRetry: () => void;
}

/** Stands where an item would be: it is on its way, somebody else has it, nothing waits, or the call failed. */
export function ItemGap({ selection: { refused }, listed, failure, isWaiting, hasFilter, onRetry }: ItemGapProps) {
  const { t } = useTranslation("backoffice/review");
  const error = typeof refused === "object" ? refused.error : failure;
  if (error !== undefined && error !== null) return <ErrorPanel error={error} onRetry={onRetry} />;
  if (refused === "held") {
    const holder = listed?.entry.heldBy;
    return (
      <EmptyState
        icon={IconLockOpen}
        title={holder === undefined ? t("gap.gone") : t("gap.held", { name: holder.name ?? holder.reviewer })}
        action={<Button onClick={onRetry}>{t("gap.next")}</Button>}
      >
        {listed?.entry.name}
      </EmptyState>
    );
  }
  if (!isWaiting)
    return (
      <EmptyState icon={IconCircleCheck} title={hasFilter ? t("gap.emptyFiltered") : t("gap.empty")}>
        {t("gap.emptyText")}
      </EmptyState>
    );
  return (
    <div className={classes["item"]} aria-busy>
      <Skeleton height={26} width="55%" mb={12} />
      <Skeleton height={14} width="75%" mb={28} />
      <div className={classes["pictures"]}>
        {SHAPE.map((key) => (
          <Skeleton key={key} height={220} radius="md" />
        ))}
      </div>
      <span className="visually-hidden">{t("gap.waiting")}</span>
    </div>
  );
}
