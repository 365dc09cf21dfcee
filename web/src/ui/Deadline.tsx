import { IconAlarm, IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatExactly, formatRelatively, formatShortly } from "./format.ts";
import { useNow } from "./now.ts";
import classes from "./Deadline.module.css";

const HOUR_MS = 3_600_000;
/** From here on a deadline is near. */
const NEAR_MS = 8 * HOUR_MS;

/** When something has to be done: calm while there is time, orange in the last hours, red when it is late. Epoch ms or ISO 8601. */
export function Deadline({ at, isShort = false }: { readonly at: number | string; readonly isShort?: boolean }) {
  const { t, i18n } = useTranslation("ui");
  const now = useNow();
  const ms = typeof at === "number" ? at : Date.parse(at);
  const urgency = ms < now ? "late" : ms - now < NEAR_MS ? "near" : "far";
  const Icon = urgency === "late" ? IconAlarm : IconClock;
  return (
    <span className={classes["deadline"]} data-urgency={urgency}>
      <Icon size={14} stroke={2} aria-hidden />
      {urgency === "late" ? <span className="visually-hidden">{t("deadline.late")}</span> : null}
      <time dateTime={new Date(ms).toISOString()} title={formatExactly(ms, i18n.language)}>
        {(isShort ? formatShortly : formatRelatively)(ms, now, i18n.language)}
      </time>
    </span>
  );
}
