import { IconArrowsDiff, IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { Deadline } from "../../../ui/Deadline.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import type { ListItem } from "./queue.ts";
import classes from "./QueueList.module.css";

interface QueueRowProps {
  readonly item: ListItem;
  readonly isSelected: boolean;
  readonly onSelect: (key: string) => void;
}

const PICTURE = 44;

/** One item of the queue. */
export const QueueRow = memo(function QueueRow({ item: { key, entry, isMine }, isSelected, onSelect }: QueueRowProps) {
  const { t } = useTranslation("backoffice/review");
  const { sellerId, sku, name, brand, images, warnings, changeRequestId, dueAt, heldBy } = entry;
  const holder = isMine ? undefined : heldBy;
  const [warning] = warnings;
  return (
    <button
      type="button"
      className={classes["row"]}
      aria-current={isSelected || undefined}
      data-held={holder === undefined ? undefined : true}
      onClick={() => onSelect(key)}
    >
      <Picture sellerId={sellerId} sku={sku} nth={images.length === 0 ? undefined : 0} size={PICTURE} alt="" />
      <span className={classes["words"]}>
        <span className={classes["name"]} title={name}>
          {name}
        </span>
        <span className={classes["sub"]}>
          {changeRequestId === undefined ? null : (
            <span className={classes["mark"]}>
              <IconArrowsDiff size={13} aria-hidden /> {t("list.change")} ·{" "}
            </span>
          )}
          {sku} · {brand}
        </span>
        {holder !== undefined ? (
          <span className={classes["holder"]}>
            <IconLock size={13} aria-hidden /> {t("list.heldBy", { name: holder.name ?? holder.reviewer })}
          </span>
        ) : warning === undefined ? null : (
          <span className={classes["warning"]} title={warning.message}>
            <IconAlertTriangle size={13} aria-hidden />
            <span>{warning.message}</span>
            {warnings.length > 1 ? <b>+{warnings.length - 1}</b> : null}
          </span>
        )}
      </span>
      <span className={classes["due"]}>
        <Deadline at={dueAt} isShort />
      </span>
    </button>
  );
});
