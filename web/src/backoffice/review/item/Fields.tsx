import { useTranslation } from "react-i18next";
import type { FieldLine } from "./fields.ts";
import { CritiqueLine } from "./CritiqueLine.tsx";
import classes from "./item.module.css";

/** The values of a product, each with what validation says about it. */
export function Fields({ lines }: { readonly lines: readonly FieldLine[] }) {
  const { t } = useTranslation("backoffice/review");
  return (
    <section aria-labelledby="review-fields">
      <h3 id="review-fields" className={classes["heading"]}>
        {t("item.fields")}
      </h3>
      <dl className={classes["fields"]}>
        {lines.map(({ pointer, label, value, critiques }) => (
          <div key={pointer}>
            <dt>{"text" in label ? t(`fields.${label.text}`) : label.name}</dt>
            <dd>
              {value === "" ? <span className={classes["none"]}>{t("item.none")}</span> : value}
              {critiques.map((critique) => (
                <CritiqueLine key={critique.code + critique.pointer} critique={critique} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
