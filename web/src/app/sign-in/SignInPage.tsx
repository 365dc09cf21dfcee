import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { usePortal } from "../use-session.ts";
import { EntrancePage } from "./EntrancePage.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { useEntrance } from "./use-entrance.ts";

const route = getRouteApi("/entrar");

/** Signing in. Afterwards the address that was asked for is shown. */
export function SignInPage() {
  const { t } = useTranslation();
  const { name } = usePortal();
  const { voltar } = route.useSearch();
  const enter = useEntrance(voltar);
  useEffect(() => {
    document.title = `${t("signIn.title")} · Vitrine`;
  }, [t]);
  return (
    <EntrancePage title={t("signIn.title")} text={t(`signIn.text_${name}`)}>
      <SignInForm onSignedIn={enter} />
    </EntrancePage>
  );
}
