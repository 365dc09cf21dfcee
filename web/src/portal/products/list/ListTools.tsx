import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { answerOf, api } from "../../../api/client.ts";
import { type Filter, FilterBar, type FilterValues } from "../../../ui/FilterBar.tsx";
import { PRODUCTS } from "../product-queries.ts";
import { brandsQuery, departmentsQuery } from "../reference-queries.ts";
import classes from "./ProductsPage.module.css";

const critiqueCodes = {
  queryKey: [PRODUCTS, "critiques"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => answerOf(api.GET("/api/v2/products/critiques/summary", { signal })),
};

interface ListToolsProps {
  readonly values: FilterValues;
  readonly onChange: (change: FilterValues) => void;
}

/** The filters of the list, and whether it shows families. */
export function ListTools({ values, onChange }: ListToolsProps) {
  const { t } = useTranslation("portal/products");
  const { data: brands = [] } = useQuery(brandsQuery);
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { data: critiques } = useQuery(critiqueCodes);
  const named = (name: string) => ({ value: name, label: name });
  const filters: readonly Filter[] = [
    { kind: "text", name: "texto", label: t("list.text") },
    { kind: "choice", name: "marca", label: t("list.brand"), options: brands.map(named) },
    { kind: "choice", name: "departamento", label: t("list.department"), options: departments.map(({ name }) => named(name)) },
    {
      kind: "choice",
      name: "critica",
      label: t("list.critique"),
      options:
        critiques?.items.map(({ code, rule, products }) => ({ value: code, label: `${rule === "" ? code : rule} (${products})` })) ?? [],
    },
  ];
  const isFamilies = values["visao"] === "familias";
  return (
    <div className={classes["tools"]}>
      <FilterBar filters={filters} values={values} onChange={onChange} />
      <Button
        size="xs"
        variant={isFamilies ? "light" : "default"}
        aria-pressed={isFamilies}
        onClick={() => onChange({ visao: isFamilies ? undefined : "familias" })}
      >
        {t("list.families")}
      </Button>
    </div>
  );
}
