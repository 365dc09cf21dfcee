import { useTranslation } from "react-i18next";
import { formatMoney } from "./format.ts";
import classes from "./Money.module.css";

/** An amount in reais, `R$ 1.234,56`. It never wraps. */
export function Money({ value }: { readonly value: number }) {
  const { language } = useTranslation().i18n;
  return <span className={classes["money"]}>{formatMoney(value, language)}</span>;
}
