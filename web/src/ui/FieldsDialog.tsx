import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "./ErrorPanel.tsx";
import { fieldErrors } from "./field-errors.ts";
import { useDraft } from "./use-draft.ts";

/** A field of a dialog; its name is that in the body of the call. */
export interface DialogField {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** Several lines, for a reason in words. */
  readonly isLong?: boolean;
}

interface FieldsDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly fields: readonly DialogField[];
  /** The verb on the button. */
  readonly confirm: string;
  /** What cannot be undone is red. */
  readonly isDangerous?: boolean;
  /** Where what was typed is kept until it was taken. */
  readonly draft: string;
  /** Gets what was typed, without empty fields. The dialog stays and shows the refusal if this throws. */
  readonly onConfirm: (values: Readonly<Record<string, string>>) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a few words before something happens. Refusals stand at their fields, and what was typed outlasts a reload. */
export function FieldsDialog({ opened, title, children, fields, confirm, isDangerous = false, draft, ...rest }: FieldsDialogProps) {
  const { onConfirm, onClose } = rest;
  const { t } = useTranslation("ui");
  const { values, set, errors, isElsewhere, failure, isBusy, run, close } = useFieldsForm({ fields, draft, onConfirm, onClose });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void run();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ "aria-label": t("close") }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Stack gap="md">
          <div>{children}</div>
          {fields.map((field, nth) => (
            <Field
              key={field.name}
              field={field}
              value={values[field.name] ?? ""}
              error={errors[field.name]}
              isFirst={nth === 0}
              onChange={(text) => set({ [field.name]: text })}
              onKeyDown={onKeyDown}
            />
          ))}
          {isElsewhere ? <ErrorPanel error={failure} /> : null}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={close} disabled={isBusy}>
            {t("confirm.back")}
          </Button>
          <Button
            type="submit"
            color={isDangerous ? "red.9" : "indigo"}
            loading={isBusy}
            {...(fields.length === 0 ? { "data-autofocus": true } : {})}
          >
            {confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** What was typed into the fields, and the call that takes it. */
function useFieldsForm({ fields, draft, onConfirm, onClose }: Pick<FieldsDialogProps, "fields" | "draft" | "onConfirm" | "onClose">) {
  const { values, set, clear } = useDraft(draft);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const names = fields.map(({ name }) => name);
  const { errors, rest } = fieldErrors(failure, names);
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const run = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onConfirm(Object.fromEntries(names.flatMap((name) => (values[name] ? [[name, values[name]]] : []))));
      clear();
      close();
    } catch (error) {
      setFailure(error);
    }
    setIsBusy(false);
  };
  // The failure stands at none of the fields, or not only there.
  const isElsewhere = failure !== undefined && (rest.length > 0 || Object.keys(errors).length === 0);
  return { values, set, errors, isElsewhere, failure, isBusy, run, close };
}

interface FieldProps {
  readonly field: DialogField;
  readonly value: string;
  readonly error: string | undefined;
  readonly isFirst: boolean;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ field: { label, description, isLong = false }, value, error, isFirst, onChange, onKeyDown }: FieldProps) {
  const input = { label, description, error, value, onKeyDown, ...(isFirst ? { "data-autofocus": true } : {}) };
  if (isLong) return <Textarea autosize minRows={3} {...input} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
  return <TextInput {...input} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
