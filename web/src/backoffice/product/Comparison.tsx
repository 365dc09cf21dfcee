import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { FIELDS } from "./fields.ts";
import { comparisonQuery, type ProductKey } from "./queries.ts";
import classes from "./ProductPage.module.css";

/** Where two versions differ, field by field: before and after. */
export function Comparison({ productKey, from, to }: { readonly productKey: ProductKey; readonly from: number; readonly to: number }) {
  const { t } = useTranslation("backoffice/product");
  const { data, error, refetch } = useQuery(comparisonQuery(productKey, from, to));
  const labelOf = useFieldLabel();
  if (data === undefined) return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data.fields.length === 0) return <p className={classes["quiet"]}>{t("versions.same")}</p>;
  return (
    <table className={classes["diff"]} aria-label={t("versions.differences")}>
      <thead>
        <tr>
          <th scope="col">{t("versions.field")}</th>
          <th scope="col">{t("versions.was")}</th>
          <th scope="col">{t("versions.wanted")}</th>
        </tr>
      </thead>
      <tbody>
        {data.fields.map(({ pointer, field, was, wanted }) => (
          <tr key={pointer}>
            <th scope="row">{labelOf(field, pointer)}</th>
            <td>
              <Value value={was} kind="was" />
            </td>
            <td>
              <Value value={wanted} kind="wanted" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value, kind }: { readonly value: unknown; readonly kind: "was" | "wanted" }) {
  const { t } = useTranslation("backoffice/product");
  if (value === null || value === undefined) return <span className={classes["quiet"]}>{t("versions.absent")}</span>;
  const text = Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : JSON.stringify(value);
  return kind === "was" ? <del className={classes["was"]}>{text}</del> : <ins className={classes["wanted"]}>{text}</ins>;
}

/** The name of a field; an attribute is called by its own name, a picture by its place. */
function useFieldLabel(): (field: string, pointer: string) => string {
  const { t } = useTranslation("backoffice/product");
  return (field, pointer) => {
    const step = (pointer.split("/")[2] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    if (field === "attributes") return step;
    if (field === "images") return t("picture", { nth: Number(step) + 1 });
    const known = FIELDS.find((one) => one === field);
    return known === undefined ? pointer : t(`fields.${known}`);
  };
}
