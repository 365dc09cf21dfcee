import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconLock } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { PageSkeleton } from "../../../ui/PageSkeleton.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { useRights } from "../seller.ts";
import { Crumbs } from "./Crumbs.tsx";
import { NewProductForm } from "./NewProductForm.tsx";

// Loaded when a family is begun.
const NewFamilyForm = lazy(async () => ({ default: (await import("../family/NewFamilyForm.tsx")).NewFamilyForm }));

/** Publishes a product, or a whole family at once. */
export function NewProductPage() {
  const { t } = useTranslation("portal/products");
  const { tipo } = useSearch({ from: "/shell/produtos/novo" });
  const navigate = useNavigate();
  if (!useRights().mayWrite) return <EmptyState icon={IconLock} title={t("form.ofAnotherRole")} />;
  return (
    <>
      <Crumbs here={t("form.newTitle")} />
      <PageHeader
        title={t("form.newTitle")}
        actions={
          <SegmentedControl
            aria-label={t("form.newKind")}
            data={[
              { value: "produto", label: t("form.oneProduct") },
              { value: "familia", label: t("form.oneFamily") },
            ]}
            value={tipo ?? "produto"}
            onChange={(value) => void navigate({ to: ".", search: { tipo: value === "familia" ? "familia" : undefined }, replace: true })}
          />
        }
      />
      {tipo === "familia" ? (
        <Suspense fallback={<PageSkeleton />}>
          <NewFamilyForm />
        </Suspense>
      ) : (
        <NewProductForm />
      )}
    </>
  );
}
