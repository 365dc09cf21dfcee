import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Choice, OWN_CODE, useReasonChoices } from "../reasons/choices.ts";
import type { SentReason } from "../types.ts";
import classes from "./bulk.module.css";

interface Chosen {
  readonly code: string;
  readonly text: string;
}

interface BulkReasonProps {
  readonly choices: readonly Choice[];
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

/** The one reason of a criticism in bulk: a registered one, or the reviewer's own words. */
export function useBulkReason(): BulkReasonProps & { readonly critique: SentReason } {
  const choices = useReasonChoices();
  const [reason, onChange] = useState<Chosen>();
  const chosen = reason ?? { code: choices[0]?.code ?? OWN_CODE, text: choices[0]?.text ?? "" };
  const registered = choices.find(({ code, isRegistered }) => isRegistered && code === chosen.code);
  const isAsRegistered = registered !== undefined && registered.text === chosen.text;
  return { choices, chosen, onChange, critique: { code: chosen.code, ...(isAsRegistered ? {} : { message: chosen.text }) } };
}

/** Chooses the reason and edits its text. */
export function BulkReason({ choices, chosen, onChange }: BulkReasonProps) {
  const { t } = useTranslation("backoffice/review");
  const registered = choices.filter(({ isRegistered }) => isRegistered);
  return (
    <div className={classes["reason"]}>
      <NativeSelect
        aria-label={t("bulk.reason")}
        value={chosen.code}
        data={[...registered.map(({ code, label }) => ({ value: code, label })), { value: OWN_CODE, label: t("reasons.own") }]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ code: value, text: registered.find(({ code }) => code === value)?.text ?? "" })
        }
      />
      <Textarea
        aria-label={t("reasons.text")}
        autosize
        minRows={2}
        maxLength={1000}
        value={chosen.text}
        onChange={({ currentTarget }) => onChange({ code: chosen.code, text: currentTarget.value })}
      />
    </div>
  );
}
