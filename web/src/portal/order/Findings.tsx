import { IconAlertTriangle, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { schemas } from "../../api/generated/index.ts";
import classes from "./Findings.module.css";

/** One thing that the check of an invoice found. */
export type Finding = schemas["v1"]["InvoiceFinding"];

/** What a finding does: it refuses the invoice, stays noted on it, or only warns. */
const KINDS = {
  failure: IconX,
  noted: IconAlertTriangle,
  warning: IconInfoCircle,
} as const;

/** What was found in an invoice, in the server's words. */
export function Findings({ kind, findings }: { readonly kind: keyof typeof KINDS; readonly findings: readonly Finding[] }) {
  const { t } = useTranslation("portal/order");
  const Icon = KINDS[kind];
  if (findings.length === 0) return null;
  return (
    <div className={classes["group"]} data-kind={kind}>
      <strong>{t(`findings.${kind}`, { count: findings.length })}</strong>
      <ul>
        {findings.map(({ code, pointer, message, suggestions = [] }) => (
          <li key={`${code} ${pointer} ${message}`}>
            <Icon size={15} aria-hidden />
            <span>
              {message} {suggestions.length === 0 ? null : t("findings.suggestions", { values: suggestions.join(", ") })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
