import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { acceptInvitation, type InvitationView, invitationQuery } from "../../api/session.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { PageSkeleton } from "../../ui/PageSkeleton.tsx";
import { EntrancePage } from "./EntrancePage.tsx";
import { NewPersonForm } from "./NewPersonForm.tsx";
import { SignInForm } from "./SignInForm.tsx";
import { useEntrance } from "./use-entrance.ts";

/** Accepting an invitation: whoever is new chooses how to sign in; whoever signs in already does that. */
export function InvitationPage() {
  const { t } = useTranslation();
  const code = useCode();
  const { data: invitation, error } = useQuery(invitationQuery(code));
  useEffect(() => {
    document.title = `${t("invitation.title")} · Vitrine`;
  }, [t]);
  return (
    <EntrancePage title={t("invitation.title")} text={useWords(invitation)}>
      {error === null ? null : <ErrorPanel error={error} />}
      {invitation === undefined && error === null ? <PageSkeleton /> : null}
      {invitation === undefined ? null : <Acceptance code={code} invitation={invitation} />}
    </EntrancePage>
  );
}

/** The code in the address. It stays while the next screen is loaded, whose address has none. */
function useCode(): string {
  const { hash } = useLocation();
  const [code, setCode] = useState(hash);
  if (hash !== "" && hash !== code) setCode(hash);
  return code;
}

function Acceptance({ code, invitation }: { readonly code: string; readonly invitation: InvitationView }) {
  const enter = useEntrance();
  if (!invitation.isRegistered) return <NewPersonForm code={code} invitation={invitation} onSignedIn={enter} />;
  const acceptAndEnter = async () => {
    await acceptInvitation(code);
    await enter();
  };
  return <SignInForm email={invitation.email} onSignedIn={acceptAndEnter} />;
}

/** To which team the person is invited. */
function useWords(invitation: InvitationView | undefined): string {
  const { t } = useTranslation();
  if (invitation === undefined) return "";
  if (invitation.kind === "reset") return t("invitation.reset");
  return invitation.sellerName === undefined ? t("invitation.marketplace") : t("invitation.seller", { seller: invitation.sellerName });
}
