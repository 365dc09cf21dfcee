import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { departmentsQuery, type NamedCode, typesQuery } from "../reference-queries.ts";
import { useFieldLabel } from "../../../ui/use-field-label.ts";
import { FindingList } from "./FindingList.tsx";
import { useProductForm } from "./form-context.ts";
import { named } from "./use-product-schema.ts";
import classes from "./Form.module.css";

/** Department and product type: they decide which other fields there are. */
export function TypeFields() {
  const { values } = useProductForm();
  const { data: departments } = useQuery(departmentsQuery);
  const { data: types } = useQuery(typesQuery(named(departments, values["department"])));
  return (
    <div className={classes["grid"]}>
      <TypeSelect name="department" all={departments} />
      <TypeSelect name="productType" all={types} />
    </div>
  );
}

function TypeSelect({ name, all = [] }: { readonly name: "department" | "productType"; readonly all: readonly NamedCode[] | undefined }) {
  const { t } = useTranslation("portal/products");
  const { values, set, findingsAt, touch, isReadOnly, fixed } = useProductForm();
  const label = useFieldLabel()(name);
  const value = typeof values[name] === "string" ? values[name] : "";
  const findings = findingsAt(`/${name}`);
  return (
    <div className={classes["field"]}>
      <Select
        id={`field-${name}`}
        label={label}
        required
        searchable
        readOnly={isReadOnly || fixed.has(name)}
        nothingFoundMessage={t("form.nothingFound")}
        maxDropdownHeight={260}
        data={[...new Set([...(value === "" ? [] : [value]), ...all.map((one) => one.name)])]}
        value={value === "" ? null : value}
        onChange={(next) => set(name, next ?? undefined)}
        onBlur={() => touch(name)}
        error={findings.length > 0 ? <FindingList findings={findings} onAccept={(accepted) => set(name, accepted)} /> : undefined}
      />
    </div>
  );
}
