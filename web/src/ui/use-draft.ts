import { useState } from "react";

const PREFIX = "vitrine.draft.";
type Texts = Readonly<Record<string, string>>;

/** What a person types into a form, kept for the tab over a reload and a lost session until it is cleared. */
export function useDraft(key: string): { readonly values: Texts; readonly set: (change: Texts) => void; readonly clear: () => void } {
  const place = PREFIX + key;
  const [all, setAll] = useState<Readonly<Record<string, Texts>>>({});
  const values = all[place] ?? stored(place);
  return {
    values,
    set(change) {
      const next = { ...values, ...change };
      sessionStorage.setItem(place, JSON.stringify(next));
      setAll({ ...all, [place]: next });
    },
    clear() {
      sessionStorage.removeItem(place);
      setAll({ ...all, [place]: {} });
    },
  };
}

/** What was typed before. What is no longer readable counts as nothing. */
function stored(place: string): Texts {
  const text = sessionStorage.getItem(place);
  return text === null ? {} : (JSON.parse(text) as Texts);
}
