import { Button } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/EmptyState.tsx";

/** Stands where no product is: none at all, or none with these filters. */
export function NoProducts({ isFiltered, mayWrite }: { readonly isFiltered: boolean; readonly mayWrite: boolean }) {
  const { t } = useTranslation("portal/products");
  if (isFiltered)
    return (
      <EmptyState icon={IconPackage} title={t("list.nothingFound")}>
        {t("list.nothingFoundText")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconPackage}
      title={t("list.empty")}
      action={
        mayWrite ? (
          <Button component={Link} to="/produtos/novo">
            {t("list.create")}
          </Button>
        ) : null
      }
    >
      {t("list.emptyText")}
    </EmptyState>
  );
}
