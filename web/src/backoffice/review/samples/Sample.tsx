import { Button, Textarea } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { Instant } from "../../../ui/Instant.tsx";
import { decideChange } from "../desk/calls.ts";
import { FieldDiff } from "../item/ChangeDiff.tsx";
import type { ChangeRequest } from "../types.ts";
import classes from "./samples.module.css";

const CODE = "other";

/** One change that a rule approved, and the reviewer's word on it. Nothing of the product changes. */
export function Sample({ change, onLooked }: { readonly change: ChangeRequest; readonly onLooked: () => Promise<void> }) {
  const { t } = useTranslation("backoffice/review");
  const [words, setWords] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fields = change.fields.filter(({ sample }) => sample === "waiting");
  const look = async (decision: "approve" | "refuse") => {
    setIsBusy(true);
    setFailure(undefined);
    const why = decision === "refuse" ? { code: CODE, message: words } : {};
    try {
      await decideChange(
        change.id,
        fields.map(({ pointer }) => ({ pointer, decision, ...why })),
      );
      await onLooked();
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };
  return (
    <li className={classes["sample"]}>
      <div className={classes["head"]}>
        <h2 className={classes["name"]}>{change.name ?? change.sku}</h2>
        <span className={classes["quiet"]}>
          {change.sku} · <Instant at={change.createdAt} />
        </span>
      </div>
      {fields.map((field) => (
        <div key={field.pointer}>
          <p className={classes["quiet"]}>
            <code>{field.pointer}</code> · {t("samples.rule", { rule: field.rule ?? "" })}
          </p>
          <FieldDiff field={field} />
        </div>
      ))}
      <div className={classes["verdict"]}>
        <Textarea
          className={classes["words"]}
          size="sm"
          autosize
          minRows={1}
          maxLength={1000}
          placeholder={t("samples.why")}
          aria-label={t("samples.why")}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <Button variant="default" leftSection={<IconX size={16} aria-hidden />} disabled={isBusy} onClick={() => void look("refuse")}>
          {t("samples.contest")}
        </Button>
        <Button leftSection={<IconCheck size={16} aria-hidden />} disabled={isBusy} onClick={() => void look("approve")}>
          {t("samples.confirm")}
        </Button>
      </div>
      {failure === undefined ? null : <ErrorPanel error={failure} />}
    </li>
  );
}
