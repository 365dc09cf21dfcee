import { useTranslation } from "react-i18next";
import { useMe } from "../../app/use-session.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";

/** The first screen. */
export function HomePage() {
  const { t } = useTranslation("portal/home");
  return <PageHeader title={t("greeting", { name: useMe().name })} />;
}
