import { IconAlertTriangle, IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Finding } from "./findings.ts";
import classes from "./Form.module.css";

interface FindingListProps {
  readonly findings: readonly Finding[];
  /** Takes one of the values that would do; absent where they do not fit the field. */
  readonly onAccept?: ((value: string, finding: Finding) => void) | undefined;
}

/** What is wrong with a field, in the server's words, and the values that would do instead. */
export function FindingList({ findings, onAccept }: FindingListProps) {
  const { t } = useTranslation("portal/products");
  return findings.map((finding) => (
    <span key={finding.code + finding.pointer + finding.message} className={classes["finding"]} data-error={finding.isError || undefined}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {finding.message}
        {onAccept === undefined || finding.accepted.length === 0 ? null : (
          <span className={classes["accepted"]}>
            {finding.accepted.map((value) => (
              <button key={value} type="button" className={classes["accept"]} onClick={() => onAccept(value, finding)}>
                {t("form.use")} <IconArrowRight size={12} aria-hidden /> {value}
              </button>
            ))}
          </span>
        )}
      </span>
    </span>
  ));
}
