import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/EmptyState.tsx";

/** What an address shows that belongs to no screen. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconMapQuestion}
      title={t("notFound.title")}
      action={
        <Button component={Link} to="/">
          {t("notFound.home")}
        </Button>
      }
    >
      {t("notFound.text", { address: location.pathname })}
    </EmptyState>
  );
}
