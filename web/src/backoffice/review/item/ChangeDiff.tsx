import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { KeyHint } from "../../../ui/keys/KeyHint.tsx";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { Tag } from "../../../ui/StateBadge.tsx";
import { CHOICES, FIELD_KEYS } from "../keys.ts";
import type { ChangedField, ChangeRequest } from "../types.ts";
import { CritiqueLine } from "./CritiqueLine.tsx";
import { isOpenField } from "./open-field.ts";
import { diffWords } from "./word-diff.ts";
import { useMeasures } from "./measures.ts";
import classes from "./item.module.css";

interface ChangeDiffProps {
  readonly change: ChangeRequest;
  /** The values that the next decision is about. */
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (pointer: string) => void;
}

/** What a change request would change, value by value: before and after. */
export function ChangeDiff({ change: { fields, note }, chosen, onToggle }: ChangeDiffProps) {
  const { t } = useTranslation("backoffice/review");
  const open = fields.filter(isOpenField);
  useKeys(FIELD_KEYS, Object.fromEntries(open.slice(0, CHOICES).map(({ pointer }, nth) => [`field${nth + 1}`, () => onToggle(pointer)])));
  return (
    <section aria-labelledby="review-change">
      <h3 id="review-change" className={classes["heading"]}>
        {t("change.title", { count: open.length })}
      </h3>
      {note === undefined ? null : <p className={classes["note"]}>{note}</p>}
      <ul className={classes["changes"]}>
        {fields.map((field) => {
          const nth = open.indexOf(field);
          const label = <span className={classes["pointer"]}>{field.pointer}</span>;
          return (
            <li key={field.pointer}>
              <span className={classes["between"]}>
                {nth < 0 ? (
                  <>
                    {label}
                    <Tag color="grey">{field.state}</Tag>
                  </>
                ) : (
                  <>
                    <Checkbox size="xs" label={label} checked={chosen.has(field.pointer)} onChange={() => onToggle(field.pointer)} />
                    {nth < CHOICES ? <KeyHint keys={String(nth + 1)} /> : null}
                  </>
                )}
              </span>
              <FieldDiff field={field} />
              {field.reviews.map((critique) => (
                <CritiqueLine key={critique.code + critique.pointer} critique={critique} />
              ))}
            </li>
          );
        })}
      </ul>
      <p className={classes["quiet"]}>{t("change.final")}</p>
    </section>
  );
}

/** One value of a change: texts word by word, everything else side by side. */
export function FieldDiff({ field: { from, to, fromImage, toImage } }: { readonly field: ChangedField }) {
  const { t } = useTranslation("backoffice/review");
  const measured = useMeasures();
  if (typeof from === "string" && typeof to === "string" && fromImage === undefined && toImage === undefined)
    return (
      <p className={classes["diff"]}>
        {diffWords(from, to).map(({ kind, text }, nth) =>
          kind === "same" ? <span key={nth}>{text}</span> : kind === "gone" ? <del key={nth}>{text}</del> : <ins key={nth}>{text}</ins>,
        )}
      </p>
    );
  const sides = [
    { name: "from", value: from, image: fromImage },
    { name: "to", value: to, image: toImage },
  ] as const;
  return (
    <dl className={classes["sides"]}>
      {sides.map(({ name, value, image }) => (
        <div key={name}>
          <dt>{t(`change.${name}`)}</dt>
          <dd>
            {value === null || value === undefined ? <span className={classes["none"]}>{t("item.none")}</span> : shown(value)}
            {image === undefined ? null : <span className={classes["quiet"]}> {measured(image)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const shown = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value));
