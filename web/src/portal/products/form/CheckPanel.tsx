import { IconCircleCheck, IconClock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../api/errors.ts";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { fieldOf, type Finding, isMissing } from "./findings.ts";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import { useProductForm } from "./form-context.ts";
import type { Rehearsal } from "./use-rehearsal.ts";
import classes from "./Form.module.css";

interface CheckPanelProps {
  readonly rehearsal: Rehearsal;
  readonly isCurrent: boolean;
  /** What is to be done with it. */
  readonly children: ReactNode;
}

/** Stands beside the form: what the server would say of it now. Each line leads to its field. */
export function CheckPanel({ rehearsal, isCurrent, children }: CheckPanelProps) {
  const { t } = useTranslation("portal/products");
  const { findings } = useProductForm();
  const errors = findings.filter(({ isError }) => isError);
  const missing = errors.filter(isMissing);
  const wrong = errors.filter((one) => !isMissing(one));
  const warnings = findings.filter(({ isError }) => !isError);
  return (
    <aside className={classes["panel"]} aria-label={t("check.title")}>
      <h2 className={classes["heading"]}>{t("check.title")}</h2>
      <p className={classes["verdict"]} role="status" data-checking={!isCurrent || !rehearsal.isKnown || undefined}>
        {rehearsal.error !== null ? null : !rehearsal.isKnown ? (
          t("check.nothing")
        ) : !isCurrent ? (
          t("check.checking")
        ) : errors.length === 0 ? (
          <>
            <IconCircleCheck size={18} aria-hidden /> {t("check.ready")}
          </>
        ) : (
          [
            wrong.length === 0 ? "" : t("check.wrong", { count: wrong.length }),
            missing.length === 0 ? "" : t("check.missing", { count: missing.length }),
          ]
            .filter(Boolean)
            .join(" · ")
        )}
      </p>
      {rehearsal.error === null ? null : <ErrorPanel error={rehearsal.error} />}
      {rehearsal.isKnown ? (
        <ul className={classes["findings"]}>
          {[...wrong, ...warnings].map((finding) => (
            <FindingLine key={finding.code + finding.pointer} finding={finding} />
          ))}
          {missing.length === 0 ? null : (
            <li>
              <span className={classes["missing"]}>{t("check.toFill")}</span>{" "}
              {[...new Set(missing.map(({ pointer }) => fieldOf(pointer)))].map((field) => (
                <FieldLink key={field} field={field} />
              ))}
            </li>
          )}
        </ul>
      ) : null}
      {rehearsal.pending.map(({ code, message }) => (
        <p key={code} className={classes["pending"]}>
          <IconClock size={15} aria-hidden /> {message}
        </p>
      ))}
      <div className={classes["actions"]}>{children}</div>
    </aside>
  );
}

/** Says that something was refused, and why, unless all reasons stand at their fields and in the list above. */
export function SaveError({ error, refused }: { readonly error: unknown; readonly refused: readonly Finding[] }) {
  const { t } = useTranslation("portal/products");
  const isAtFields = error instanceof ApiError && error.details.length > 0 && error.details.every(({ pointer }) => pointer.startsWith("/"));
  if (error === null || (isAtFields && refused.length === 0)) return null;
  return <ErrorPanel error={error} sentence={isAtFields ? t("form.refused") : undefined} />;
}

function FindingLine({ finding }: { readonly finding: Finding }) {
  return (
    <li data-error={finding.isError || undefined}>
      {fieldOf(finding.pointer) === "" ? null : <FieldLink field={fieldOf(finding.pointer)} />} {finding.message}
    </li>
  );
}

/** Focuses a field of the form. */
export function focusField(field: string): void {
  const ids: Readonly<Record<string, string>> = { price: "listPrice", stock: "available", images: "images-0" };
  const target =
    document.getElementById(`field-${ids[field] ?? field}`) ??
    document.getElementById(`field-${field}`) ??
    document.querySelector<HTMLElement>(`[id^="field-${field}-"]`);
  target?.scrollIntoView({ block: "center" });
  target?.focus({ preventScroll: true });
}

function FieldLink({ field }: { readonly field: string }) {
  const label = useFieldLabel();
  return (
    <button type="button" className={classes["jump"]} onClick={() => focusField(field)}>
      {label(field)}
    </button>
  );
}
