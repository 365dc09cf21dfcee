import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pt-br";
import { DatePickerInput, DatesProvider } from "@mantine/dates";
import { useTranslation } from "react-i18next";

/** From one day to another, both included, as `2026-11-27`; null where it is open. */
export type Period = readonly [from: string | null, until: string | null];

const LOCALES: Readonly<Record<string, string>> = { "pt-BR": "pt-br", en: "en" };

const SEPARATOR = " – ";
/** A day as the field shows it: `27/11/2026`. */
const shown = (day: string | null): string => day?.split("-").toReversed().join("/") ?? "";

/** Chooses a period in a calendar. */
export function PeriodInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Period;
  readonly onChange: (period: Period) => void;
}) {
  const { t, i18n } = useTranslation("ui");
  return (
    <DatesProvider settings={{ locale: LOCALES[i18n.language] ?? "en", firstDayOfWeek: 0 }}>
      <DatePickerInput
        type="range"
        size="xs"
        clearable
        placeholder={label}
        aria-label={value[0] === null ? label : `${label}: ${value.map(shown).join(SEPARATOR)}`}
        valueFormat="DD/MM/YYYY"
        labelSeparator="–"
        value={[...value]}
        onChange={onChange}
        clearButtonProps={{ "aria-label": t("filters.clearOne", { filter: label }) }}
        ariaLabels={{ nextMonth: t("period.next"), previousMonth: t("period.previous") }}
      />
    </DatesProvider>
  );
}
