import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatRelatively } from "../../ui/format.ts";
import { editOf } from "./stock-columns.tsx";
import type { Conflict, NoteWords } from "./notes.ts";

/** The words of notes, in the language of the page. */
export function useNoteWords(): NoteWords {
  const { t, i18n } = useTranslation("portal/stock");
  const { language } = i18n;
  return useMemo(() => {
    const shown = ({ column }: Conflict, value: string) => {
      const edit = editOf(column, language);
      return value === "" ? t("notes.nothing") : "show" in edit ? edit.show(value) : edit.write(value);
    };
    return {
      conflict: (one) =>
        t("notes.conflict", { theirs: shown(one, one.theirs), yours: shown(one, one.yours), before: shown(one, one.before) }),
      takeTheirs: (one) => t("notes.takeTheirs", { value: shown(one, one.theirs) }),
      keepYours: (one) => t("notes.keepYours", { value: shown(one, one.yours) }),
      doubleCount: ({ date, sent, before, reserved }) =>
        t("notes.doubleCount", {
          sent: formatCount(sent, language),
          before: formatCount(before, language),
          reserved: formatCount(reserved, language),
          when: formatRelatively(Date.parse(date), Date.now(), language),
        }),
      addReserved: (physical) => t("notes.addReserved", { value: formatCount(physical, language) }),
      dismiss: t("notes.dismiss"),
    };
  }, [t, language]);
}
