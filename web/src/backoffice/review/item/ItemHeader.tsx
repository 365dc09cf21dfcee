import { Button } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Deadline } from "../../../ui/Deadline.tsx";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { StateBadge, Tag } from "../../../ui/StateBadge.tsx";
import type { Claims } from "../desk/claims.ts";
import { REVIEW_KEYS } from "../keys.ts";
import type { ReviewItem } from "../types.ts";
import { LeaseClock } from "./LeaseClock.tsx";
import classes from "./item.module.css";

/** What can be decided about the open item; absent while it is not the reviewer's. */
export interface ItemActions {
  readonly onApprove: () => void;
  readonly onCriticize: () => void;
  readonly onChange: (() => void) | undefined;
}

interface ItemHeaderProps {
  readonly item: ReviewItem;
  readonly claims: Claims;
  readonly actions: ItemActions | undefined;
}

/** Which item is open, until when it has to be decided, and the decisions. */
export function ItemHeader({ item, claims, actions }: ItemHeaderProps) {
  const { t } = useTranslation("backoffice/review");
  const { sellerId, sellerName, sku, name, brand, department, productType, dueAt, changeRequestId, product } = item;
  const isChange = changeRequestId !== undefined;
  return (
    <header className={classes["header"]}>
      <div className={classes["facts"]}>
        {isChange ? <Tag color="violet">{t("list.change")}</Tag> : <StateBadge state={product.status ?? ""} />}
        <Deadline at={dueAt} />
        {actions === undefined ? null : <LeaseClock claims={claims} />}
        {actions === undefined ? null : <Actions actions={actions} isChange={isChange} />}
      </div>
      <h2 className={classes["title"]}>{name}</h2>
      <p className={classes["quiet"]}>
        <Link to="/produtos/$sellerId/$sku" params={{ sellerId: String(sellerId), sku }} className={classes["link"]}>
          {sku}
        </Link>{" "}
        · {brand} · {department} › {productType} ·{" "}
        <Link to="/revisao" search={{ sellerId }} className={classes["link"]}>
          {sellerName}
        </Link>
      </p>
    </header>
  );
}

function Actions({ actions, isChange }: { readonly actions: ItemActions; readonly isChange: boolean }) {
  const { t } = useTranslation("backoffice/review");
  return (
    <div className={classes["actions"]}>
      {actions.onChange === undefined ? null : (
        <Button size="xs" variant="default" rightSection={<KeyHint keys={REVIEW_KEYS.change.keys} />} onClick={actions.onChange}>
          {t("actions.change")}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconX size={15} aria-hidden />}
        rightSection={<KeyHint keys={REVIEW_KEYS.criticize.keys} />}
        onClick={actions.onCriticize}
      >
        {isChange ? t("actions.refuse") : t("actions.criticize")}
      </Button>
      <Button
        size="xs"
        leftSection={<IconCheck size={15} aria-hidden />}
        rightSection={<KeyHint keys={REVIEW_KEYS.approve.keys} onFilled />}
        onClick={actions.onApprove}
      >
        {t("actions.approve")}
      </Button>
    </div>
  );
}
