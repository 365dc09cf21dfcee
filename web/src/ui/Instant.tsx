import { useTranslation } from "react-i18next";
import { formatExactly, formatRelatively } from "./format.ts";
import { useNow } from "./now.ts";

/** An instant as people say it, `há 5 min`, which stays true while it is shown. The exact one is in the title. Epoch ms or ISO 8601. */
export function Instant({ at }: { readonly at: number | string }) {
  const { language } = useTranslation().i18n;
  const ms = typeof at === "number" ? at : Date.parse(at);
  const now = useNow();
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatExactly(ms, language)} className="tabular">
      {formatRelatively(ms, now, language)}
    </time>
  );
}
