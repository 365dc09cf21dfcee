import { useTranslation } from "react-i18next";
import { StateBadge } from "../../../ui/StateBadge.tsx";
import { type FoundProduct, isBeingJudged } from "../product-queries.ts";
import type { ListRow } from "./list-rows.ts";
import classes from "./ProductsPage.module.css";

/** Where a product is, and the first thing that keeps it there. Of a family: how many of its members are where. */
export function StatusCell({ row }: { readonly row: ListRow }) {
  return row.kind === "product" ? <OfProduct product={row.product} /> : <OfFamily members={row.members} />;
}

function OfProduct({ product }: { readonly product: FoundProduct }) {
  const { t } = useTranslation("portal/products");
  const { critique, pending, errors, warnings } = product;
  const more = errors + warnings - 1;
  return (
    <span className={classes["status"]}>
      <span className={classes["badges"]}>
        <StateBadge state={product.status} />
        {isBeingJudged(product) ? <span className={classes["judged"]}>{t("judged")}</span> : null}
        {more > 0 ? <span className={classes["more"]}>{t("list.moreCritiques", { count: more })}</span> : null}
      </span>
      <span className={classes["why"]} title={critique?.message ?? pending?.message}>
        {critique?.message ?? pending?.message}
      </span>
    </span>
  );
}

function OfFamily({ members }: { readonly members: readonly FoundProduct[] }) {
  const counts = [...Map.groupBy(members, ({ status }) => status)];
  const first = members.find(({ critique }) => critique?.severity === "error")?.critique;
  return (
    <span className={classes["status"]}>
      <span className={classes["badges"]}>
        {counts.map(([status, some]) => (
          <span key={status} className={classes["counted"]}>
            {some.length} <StateBadge state={status} />
          </span>
        ))}
      </span>
      <span className={classes["why"]} title={first?.message}>
        {first?.message}
      </span>
    </span>
  );
}
