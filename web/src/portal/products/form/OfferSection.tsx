import type { ReactNode } from "react";
import { NumberField } from "../../../ui/NumberField.tsx";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import { findingsAt } from "./findings.ts";
import { FindingList } from "./FindingList.tsx";
import { useProductForm } from "./form-context.ts";
import classes from "./Form.module.css";

const AMOUNTS = ["listPrice", "salePrice"] as const;

/** Both prices and the physical stock, which may always be changed. */
export function OfferSection({ mayOffer, beside }: { readonly mayOffer: boolean; readonly beside?: ReactNode }) {
  const label = useFieldLabel();
  const { values, set, findings, findingsAt: shownAt, touch } = useProductForm();
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
          <NumberField
            key={name}
            id={`field-${name}`}
            label={label(name)}
            required
            readOnly={!mayOffer}
            value={values.price[name]}
            onChange={(amount) => set("price", { ...values.price, [name]: amount })}
            onBlur={() => touch("price")}
            decimals={2}
            isAmount
            error={
              errorOf(`/price/${name}`, "price") ??
              (name === "listPrice" && general.length > 0 ? <FindingList findings={general} /> : undefined)
            }
          />
        ))}
        <NumberField
          id="field-available"
          label={label("available")}
          required
          readOnly={!mayOffer}
          value={values.stock.available}
          onChange={(available) => set("stock", { available })}
          onBlur={() => touch("stock")}
          decimals={0}
          error={errorOf("/stock", "stock")}
        />
      </div>
      {beside}
    </>
  );
}
