import "@mantine/dates/styles.layer.css";
import "dayjs/locale/pt-br";
import { DatePickerInput, DatesProvider } from "@mantine/dates";
import { useTranslation } from "react-i18next";

/** From one day to another, both included, as `2026-11-27`; null where it is open. */
export type Period = readonly [from: string | null, until: string | null];

const LOCALES: Readonly<Record<string, string>> = { "pt-BR": "pt-br", en: "en" };

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
        aria-label={label}
        valueFormat="DD/MM/YYYY"
        value={[...value]}
        onChange={onChange}
        clearButtonProps={{ "aria-label": t("filters.clearOne", { filter: label }) }}
        ariaLabels={{ nextMonth: t("period.next"), previousMonth: t("period.previous") }}
      />
    </DatesProvider>
  );
}
