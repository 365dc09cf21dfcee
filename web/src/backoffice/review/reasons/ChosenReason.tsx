import { ActionIcon, NativeSelect, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Place } from "./choices.ts";
import type { ReasonRow } from "./draft.ts";
import classes from "./reasons.module.css";

interface ChosenReasonProps {
  readonly row: ReasonRow;
  readonly places: readonly Place[];
  readonly error: string | undefined;
  readonly pointerError: string | undefined;
  /** Undefined takes the reason back. */
  readonly onChange: (change: Partial<ReasonRow> | undefined) => void;
  readonly onSend: () => void;
}

/** A reason that was chosen: its text, and the field that it is about. What still needs words gets the focus. */
export function ChosenReason({ row, places, error, pointerError, onChange, onSend }: ChosenReasonProps) {
  const { t } = useTranslation("backoffice/review");
  const words = useRef<HTMLTextAreaElement>(null);
  const needsWords = !row.isRegistered && !row.isEdited;
  useEffect(() => {
    const area = words.current;
    if (!needsWords || area === null || row.id.startsWith("own:")) return;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  }, [needsWords, row.id]);
  const known = places.some(({ pointer }) => pointer === row.pointer) || row.pointer === "";
  return (
    <div className={classes["chosen"]}>
      <Textarea
        ref={words}
        data-autofocus={!row.isRegistered || undefined}
        className={classes["words"]}
        label={t("reasons.text")}
        size="sm"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={1000}
        value={row.text}
        error={error}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value, isEdited: true })}
        onKeyDown={(event) => {
          // Enter sends, because a reason is a sentence or two. With Shift it begins a line.
          if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSend();
        }}
      />
      <NativeSelect
        label={t("reasons.field")}
        size="sm"
        value={row.pointer}
        error={pointerError}
        data={[
          { value: "", label: t("reasons.whole") },
          ...places.map(({ pointer, label }) => ({ value: pointer, label })),
          ...(known ? [] : [{ value: row.pointer, label: row.pointer }]),
        ]}
        onChange={({ currentTarget }) => onChange({ pointer: currentTarget.value })}
      />
      <ActionIcon
        className={classes["remove"]}
        title={t("reasons.remove")}
        aria-label={t("reasons.remove")}
        onClick={() => onChange(undefined)}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  );
}
