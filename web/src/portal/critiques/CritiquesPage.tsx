import { IconChecks } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { formatCount } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { GroupList } from "./GroupList.tsx";
import { GroupPanel } from "./GroupPanel.tsx";
import { summaryQuery } from "./queries.ts";
import classes from "./CritiquesPage.module.css";

/** All critiques of the seller by code; an open group is fixed in place. */
export function CritiquesPage() {
  const { t, i18n } = useTranslation("portal/critiques");
  const { codigo } = useSearch({ from: "/shell/criticas" });
  const { data, error, refetch } = useQuery(summaryQuery);
  if (data === undefined) return error === null ? <PageSkeleton /> : <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const group = data.items.find(({ code }) => code === codigo);
  return (
    <div className={classes["screen"]} data-open={codigo !== undefined || undefined}>
      <PageHeader title={t("title")} text={t("total", { count: data.total, shown: formatCount(data.total, i18n.language) })} />
      {data.items.length === 0 && codigo === undefined ? (
        <EmptyState icon={IconChecks} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      ) : (
        <div className={classes["columns"]}>
          <GroupList groups={data.items} open={codigo} />
          {codigo === undefined ? null : <GroupPanel key={codigo} code={codigo} rule={group?.rule} />}
        </div>
      )}
    </div>
  );
}
