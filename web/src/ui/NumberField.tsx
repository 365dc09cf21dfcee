import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { numberEdit } from "./sheet/numbers.ts";

interface NumberFieldProps extends Omit<TextInputProps, "value" | "onChange" | "type" | "inputMode" | "leftSection" | "rightSection"> {
  readonly value: number | undefined;
  /** Gets undefined when nothing is entered. */
  readonly onChange: (value: number | undefined) => void;
  /** How many decimals may be entered. */
  readonly decimals: number;
  /** An amount of money is written as `R$ 1.234,50`. */
  readonly isAmount?: boolean;
  readonly mayBeNegative?: boolean;
  /** Stands behind the number: `cm`. */
  readonly unit?: string | undefined;
}

/** A number as people of the language write it, `1.234,5`. What is no number cannot be typed. */
export function NumberField({
  value,
  onChange,
  decimals,
  isAmount = false,
  mayBeNegative = false,
  unit,
  onBlur,
  ...input
}: NumberFieldProps) {
  const { language } = useTranslation().i18n;
  const edit = numberEdit(language, decimals);
  const format = new Intl.NumberFormat(language, {
    useGrouping: isAmount,
    minimumFractionDigits: isAmount ? decimals : 0,
    maximumFractionDigits: decimals,
  });
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    const number = numberOf(edit.read(text.replace(UNFINISHED, "")), decimals, mayBeNegative);
    if (number === null) return;
    setTyped(text);
    onChange(number);
  };
  return (
    <TextInput
      {...input}
      inputMode={decimals === 0 ? "numeric" : "decimal"}
      value={typed ?? (value === undefined ? "" : format.format(value))}
      leftSection={isAmount ? "R$" : undefined}
      rightSection={unit}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}

/** A sign that waits for its digits. */
const UNFINISHED = /[.,]$|^-$/;
const NUMBER = /^-?\d{1,15}(?:\.(?<decimals>\d+))?$/;

/** Undefined for nothing; null when it may not be entered here. */
function numberOf(text: string, most: number, mayBeNegative: boolean): number | undefined | null {
  if (text === "") return undefined;
  const decimals = NUMBER.exec(text)?.groups?.["decimals"] ?? "";
  if (!NUMBER.test(text) || decimals.length > most || (text.startsWith("-") && !mayBeNegative)) return null;
  return Number(text);
}
