import { NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import { findingsAt } from "./findings.ts";
import { FindingList } from "./FindingList.tsx";
import { useProductForm } from "./form-context.ts";
import classes from "./Form.module.css";

const AMOUNTS = ["listPrice", "salePrice"] as const;

/** Both prices and the physical stock, which may always be changed. */
export function OfferSection({ mayOffer, beside }: { readonly mayOffer: boolean; readonly beside?: ReactNode }) {
  const { i18n } = useTranslation();
  const label = useFieldLabel();
  const { values, set, findings, findingsAt: shownAt, touch } = useProductForm();
  const decimal = i18n.language === "en" ? "." : ",";
  // That the whole price is missing is said once.
  const general = shownAt("/price").filter(({ pointer }) => pointer === "/price");
  const errorOf = (pointer: string, field: string) => {
    const all = shownAt(`/${field}`).filter((one) => findingsAt(findings, pointer).includes(one));
    return all.length > 0 ? <FindingList findings={all} /> : undefined;
  };
  return (
    <>
      <div className={classes["grid"]} data-three>
        {AMOUNTS.map((name) => (
          <NumberInput
            key={name}
            id={`field-${name}`}
            label={label(name)}
            required
            readOnly={!mayOffer}
            value={values.price[name] ?? ""}
            onValueChange={({ floatValue }) => set("price", { ...values.price, [name]: floatValue })}
            onBlur={() => touch("price")}
            prefix="R$ "
            decimalScale={2}
            fixedDecimalScale
            decimalSeparator={decimal}
            thousandSeparator={i18n.language === "en" ? "," : "."}
            allowNegative={false}
            hideControls
            error={
              errorOf(`/price/${name}`, "price") ??
              (name === "listPrice" && general.length > 0 ? <FindingList findings={general} /> : undefined)
            }
          />
        ))}
        <NumberInput
          id="field-available"
          label={label("available")}
          required
          readOnly={!mayOffer}
          value={values.stock.available ?? ""}
          onValueChange={({ floatValue }) => set("stock", { available: floatValue })}
          onBlur={() => touch("stock")}
          decimalScale={0}
          allowNegative={false}
          hideControls
          error={errorOf("/stock", "stock")}
        />
      </div>
      {beside}
    </>
  );
}
