import { Button, Group, Modal, Radio } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import type { ForeignChange } from "./merge.ts";
import { valueText } from "./value-text.ts";
import classes from "./Form.module.css";

interface ConflictDialogProps {
  readonly changes: readonly ForeignChange[];
  /** Gets the fields whose own value is kept. */
  readonly onDecide: (keptMine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Shows what somebody else has changed meanwhile, beside one's own value, before anything is overwritten. */
export function ConflictDialog({ changes, onDecide, onClose }: ConflictDialogProps) {
  const { t } = useTranslation("portal/products");
  const { t: ui } = useTranslation("ui");
  const label = useFieldLabel();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, isMine: boolean) =>
    setKept((before) => new Set(isMine ? [...before, field] : [...before].filter((one) => one !== field)));
  return (
    <Modal opened onClose={onClose} size="lg" title={t("conflict.title")} closeButtonProps={{ "aria-label": ui("close") }}>
      <p className={classes["text"]}>{t("conflict.text")}</p>
      {changes.map(({ field, was, theirs, mine, isConflict }) => (
        <section key={field} className={classes["conflict"]} aria-label={label(field)}>
          <h3>{label(field)}</h3>
          <p className={classes["text"]}>{t("conflict.was", { value: shown(was) })}</p>
          {isConflict ? (
            <Radio.Group
              value={kept.has(field) ? "mine" : "theirs"}
              onChange={(value) => choose(field, value === "mine")}
              aria-label={label(field)}
            >
              <Radio value="theirs" label={t("conflict.theirs", { value: shown(theirs) })} mb="xs" />
              <Radio value="mine" label={t("conflict.mine", { value: shown(mine) })} />
            </Radio.Group>
          ) : (
            <p className={classes["value"]}>{t("conflict.theirs", { value: shown(theirs) })}</p>
          )}
        </section>
      ))}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {ui("confirm.back")}
        </Button>
        <Button onClick={() => onDecide(kept)} data-autofocus>
          {t("conflict.decide")}
        </Button>
      </Group>
    </Modal>
  );
}

/** A value as text: what is in it is never markup. */
const shown = (value: unknown): string => valueText(value) || "—";
