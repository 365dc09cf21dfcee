import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FilterBar, type Filter } from "../../../ui/FilterBar.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Instant } from "../../../ui/Instant.tsx";
import { TabBar } from "../../../ui/TabBar.tsx";
import { type QueueFilter, readSearch, VIEWS } from "../search.ts";
import { summaryQuery } from "./queue.ts";
import classes from "../review.module.css";

const AGES = ["24", "48", "72"] as const;

/** The heading of the list: how much waits, since when, and the filters. Other lists have no filters. */
export function QueueHead({ filter, actions }: { readonly filter?: QueueFilter; readonly actions?: ReactNode }) {
  const { t, i18n } = useTranslation("backoffice/review");
  const { data: summary } = useQuery(summaryQuery);
  const navigate = useNavigate();
  const search = readSearch(useSearch({ strict: false }));
  const show = (next: Readonly<Record<string, unknown>>) =>
    void navigate({ to: "/revisao", search: readSearch({ ...search, item: undefined, ...next }), replace: true });
  const filters = useFilters();
  return (
    <>
      <div className={classes["titleLine"]}>
        <h1 className={classes["title"]}>{t("title")}</h1>
        {summary === undefined ? null : (
          <span className={classes["count"]}>
            {formatCount(summary.waiting, i18n.language)}
            {summary.oldestSince === undefined ? null : (
              <>
                {" · "}
                {t("list.oldest")} <Instant at={summary.oldestSince} />
              </>
            )}
          </span>
        )}
      </div>
      <div className={classes["tools"]}>
        <TabBar label={t("list.which")}>
          {[undefined, ...VIEWS].map((view) => (
            <Link
              key={view ?? "queue"}
              to="/revisao"
              search={readSearch({ ...search, item: undefined, view })}
              replace
              aria-current={view === search.view ? "page" : undefined}
            >
              {t(`list.${view ?? "queue"}`)}
            </Link>
          ))}
        </TabBar>
        {actions}
      </div>
      {filter === undefined ? null : (
        <div className={classes["filters"]}>
          <FilterBar filters={filters} values={{ ...search }} onChange={show} />
        </div>
      )}
    </>
  );
}

/** The filters of the queue; departments are those in which most waits. */
function useFilters(): readonly Filter[] {
  const { t, i18n } = useTranslation("backoffice/review");
  const { data: summary } = useQuery(summaryQuery);
  const departments = summary?.byDepartment ?? [];
  return [
    { kind: "flag", name: "late", label: t("filters.late", { count: summary?.late ?? 0 }) },
    {
      kind: "choice",
      name: "department",
      label: t("filters.department"),
      options: departments.map(({ department, waiting }) => ({
        value: department,
        label: `${department} · ${formatCount(waiting, i18n.language)}`,
      })),
    },
    {
      kind: "choice",
      name: "olderThanHours",
      label: t("filters.age"),
      options: AGES.map((hours) => ({ value: hours, label: t("filters.hours", { hours }) })),
    },
    { kind: "text", name: "brand", label: t("filters.brand") },
    { kind: "text", name: "sellerId", label: t("filters.seller") },
    { kind: "choice", name: "order", label: t("filters.order"), options: [{ value: "risk", label: t("filters.risk") }] },
  ];
}
