import { useTranslation } from "react-i18next";
import { countOf, type Overview } from "../../api/overview.ts";
import { HomeCard, NothingWaits } from "./HomeCard.tsx";
import { NumberLine, NumberRows } from "./NumberRows.tsx";

/** How many products are criticized, and the reasons that stand most often. */
export function CritiquesCard({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation("portal/home");
  const criticized = countOf(overview, "products_criticized");
  const { topCritiques = [] } = overview;
  if (criticized === undefined) return null;
  return (
    <HomeCard title={t("critiques.title")}>
      {criticized === 0 && topCritiques.length === 0 ? (
        <NothingWaits>{t("critiques.done")}</NothingWaits>
      ) : (
        <NumberRows>
          <NumberLine to="/produtos" search={{ situacao: "criticados" }} label={t("numbers.products_criticized")} count={criticized} />
          {topCritiques.map(({ code, rule, count }) => (
            <NumberLine key={code} to="/criticas" search={{ codigo: code }} label={rule === "" ? code : rule} count={count} />
          ))}
        </NumberRows>
      )}
    </HomeCard>
  );
}
