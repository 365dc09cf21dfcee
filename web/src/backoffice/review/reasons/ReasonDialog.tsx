import { Button, Group, Modal } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { fieldErrors } from "../../../ui/field-errors.ts";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import type { Loss } from "../desk/holdings.ts";
import { LostNotice } from "../item/LostNotice.tsx";
import { CHOICES, REASON_KEYS } from "../keys.ts";
import { keyOf, type ReviewItem, type SentReason } from "../types.ts";
import { type Choice, ownChoice, useFieldChoices, usePlaces, useReasonChoices } from "./choices.ts";
import { ChosenReason } from "./ChosenReason.tsx";
import { keepDraft, readDraft, type ReasonMode, type ReasonRow } from "./draft.ts";
import { rememberReasons } from "./recent.ts";
import classes from "./reasons.module.css";

interface ReasonDialogProps {
  readonly item: ReviewItem;
  readonly mode: ReasonMode;
  /** Why the item is not the reviewer's any more: nothing can be sent, and what was written waits. */
  readonly loss: Loss | undefined;
  /** Goes to the next item. */
  readonly onNext: () => void;
  /** Sends the reasons. The dialog stays and shows the refusals if this throws. */
  readonly onSend: (reasons: readonly SentReason[]) => Promise<void>;
  readonly onClose: () => void;
}

const rowOf = ({ id, code, text, pointer, isRegistered }: Choice): ReasonRow => ({
  id,
  code,
  text,
  pointer,
  isRegistered,
  isEdited: false,
});

/** The seller reads a registered reason in their own language, so its text is sent only if it was edited. */
const sent = ({ code, text, pointer, isRegistered, isEdited }: ReasonRow): SentReason => ({
  code,
  ...(isRegistered && !isEdited ? {} : { message: text }),
  ...(pointer === "" ? {} : { pointer }),
});

/** Why an item is criticized: reasons from a list by the keys 1 to 9, each with a text that can be edited and the field it is about. */
export function ReasonDialog({ item, mode, loss, onNext, onSend, onClose }: ReasonDialogProps) {
  const { t } = useTranslation("backoffice/review");
  const { t: ui } = useTranslation("ui");
  const form = useReasonForm(item, mode, onSend);
  const { rows, choices, toggle, addOwn, change, isBusy, failure } = form;
  const send = () => void (loss === undefined && form.send());
  const places = usePlaces(item);
  const picks = Object.fromEntries(choices.slice(0, CHOICES).map((choice, nth) => [`choice${nth + 1}`, () => toggle(choice)]));
  useKeys(REASON_KEYS, { ...picks, own: mode === "criticize" ? addOwn : undefined, send, sendPlain: send }, { inDialog: true });
  const { errors, rest } = fieldErrors(
    failure,
    rows.flatMap((_, nth) => [`critiques.${nth}.message`, `critiques.${nth}.code`, `critiques.${nth}.pointer`]),
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(`reasons.${mode}`, { sku: item.sku })}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <LostNotice loss={loss} onRetry={onNext} />
      <Choices mode={mode} rows={rows} choices={choices} onToggle={toggle} onOwn={addOwn} />
      {rows.map((row, nth) => (
        <ChosenReason
          key={row.id}
          row={row}
          places={places}
          error={errors[`critiques.${nth}.message`] ?? errors[`critiques.${nth}.code`]}
          pointerError={errors[`critiques.${nth}.pointer`]}
          onChange={(next) => change(nth, next)}
          onSend={send}
        />
      ))}
      {rows.length === 0 && failure !== undefined ? <p className={classes["none"]}>{t("reasons.none")}</p> : null}
      {rows.length > 0 && failure !== undefined && (rest.length > 0 || Object.keys(errors).length === 0) ? (
        <ErrorPanel error={failure} />
      ) : null}
      <Group justify="space-between" mt="lg">
        <span className={classes["hint"]}>{t("reasons.hint")}</span>
        <Group gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {ui("confirm.back")}
          </Button>
          <Button
            loading={isBusy}
            disabled={loss !== undefined}
            rightSection={<KeyHint keys={REASON_KEYS.sendPlain.keys} onFilled />}
            onClick={send}
          >
            {t(`reasons.send_${mode}`)}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

interface ChoicesProps {
  readonly mode: ReasonMode;
  readonly rows: readonly ReasonRow[];
  readonly choices: readonly Choice[];
  readonly onToggle: (choice: Choice) => void;
  readonly onOwn: () => void;
}

/** What can be chosen; the first nine have keys. */
function Choices({ mode, rows, choices, onToggle, onOwn }: ChoicesProps) {
  const { t } = useTranslation("backoffice/review");
  return (
    <div
      className={classes["choices"]}
      tabIndex={-1}
      data-autofocus={rows.every(({ isRegistered }) => isRegistered) || undefined}
      role="group"
      aria-label={t(`reasons.choose_${mode}`)}
    >
      {choices.map((choice, nth) => (
        <button
          key={choice.id}
          type="button"
          className={classes["choice"]}
          aria-pressed={rows.some(({ id }) => id === choice.id)}
          onClick={() => onToggle(choice)}
        >
          {nth < CHOICES ? <KeyHint keys={String(nth + 1)} /> : <span />}
          <span>{choice.label}</span>
        </button>
      ))}
      {mode === "change" ? null : (
        <button type="button" className={classes["choice"]} onClick={onOwn}>
          <KeyHint keys={REASON_KEYS.own.keys} />
          <span>{t("reasons.own")}</span>
        </button>
      )}
    </div>
  );
}

/** What was chosen and written; it is kept in the tab until it is sent or given up. */
function useReasonForm(item: ReviewItem, mode: ReasonMode, onSend: ReasonDialogProps["onSend"]) {
  const key = keyOf(item);
  const [reasonChoices, fieldChoices] = [useReasonChoices(), useFieldChoices(item)];
  const [rows, setRows] = useState<readonly ReasonRow[]>(() => {
    const draft = readDraft(key);
    if (draft?.mode === mode && draft.rows.length > 0) return draft.rows;
    // Where nothing can be chosen, something has to be written.
    return mode === "criticize" && reasonChoices.length === 0 ? [rowOf(ownChoice(0))] : [];
  });
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const wasSent = useRef(false);
  useEffect(() => {
    if (!wasSent.current) keepDraft(key, { mode, rows, isOpen: true });
  }, [key, mode, rows]);
  const add = (choice: Choice) => setRows([...rows, rowOf(choice)]);
  return {
    rows,
    choices: mode === "change" ? fieldChoices : reasonChoices,
    isBusy,
    failure,
    toggle: (choice: Choice) =>
      rows.some(({ id }) => id === choice.id) ? setRows(rows.filter(({ id }) => id !== choice.id)) : add(choice),
    addOwn: () => add(ownChoice(rows.length)),
    change: (nth: number, next: Partial<ReasonRow> | undefined) =>
      setRows(rows.flatMap((row, at) => (at !== nth ? [row] : next === undefined ? [] : [{ ...row, ...next }]))),
    send: () => {
      if (isBusy) return;
      if (rows.length === 0) return setFailure("nothing was chosen");
      setIsBusy(true);
      onSend(rows.map(sent)).then(
        () => {
          wasSent.current = true;
          keepDraft(key, undefined);
          rememberReasons(rows);
        },
        (error: unknown) => {
          setFailure(error);
          setIsBusy(false);
        },
      );
    },
  };
}
