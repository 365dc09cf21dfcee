import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { LIST_KEYS } from "./keys.ts";
import classes from "./ProductsPage.module.css";

interface MarkedBarProps {
  readonly marked: number;
  readonly shown: number;
  readonly onEdit: () => void;
  readonly onMarkAll: () => void;
  readonly onClear: () => void;
}

/** What may be done with the marked products. */
export function MarkedBar({ marked, shown, onEdit, onMarkAll, onClear }: MarkedBarProps) {
  const { t } = useTranslation("portal/products");
  return (
    <div className={classes["bar"]} role="region" aria-label={t("list.markedRegion")}>
      <strong>{t("list.marked", { count: marked })}</strong>
      <Button size="xs" onClick={onEdit} rightSection={<KeyHint keys={LIST_KEYS.edit.keys} onFilled />}>
        {t("list.edit")}
      </Button>
      {marked < shown ? (
        <Button size="xs" variant="subtle" onClick={onMarkAll}>
          {t("list.markAll", { count: shown })}
        </Button>
      ) : null}
      <span className={classes["spacer"]} />
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {t("list.clearMarks")}
      </Button>
    </div>
  );
}
