import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../app/shell/use-screen-title.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorPanel } from "../../../ui/ErrorPanel.tsx";
import { PageSkeleton } from "../../../ui/PageSkeleton.tsx";
import { IconTable } from "@tabler/icons-react";
import { Crumbs } from "../form/Crumbs.tsx";
import { familyQuery } from "../product-queries.ts";
import { FamilyEditor } from "./FamilyEditor.tsx";

/** A published family: the variants in a matrix, and where each of them is. */
export function FamilyPage() {
  const { t } = useTranslation("portal/products");
  const { group } = useParams({ from: "/shell/produtos/familia/$group" });
  const { data: members, error, refetch } = useQuery(familyQuery(group));
  usePageTitle(t("family.pageTitle", { group }));
  return (
    <>
      <Crumbs here={group} />
      {members === undefined ? (
        error === null ? (
          <PageSkeleton />
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : members.length === 0 ? (
        <EmptyState icon={IconTable} title={t("family.unknown", { group })}>
          {t("family.unknownText")}
        </EmptyState>
      ) : (
        <FamilyEditor key={group} group={group} members={members} />
      )}
    </>
  );
}
