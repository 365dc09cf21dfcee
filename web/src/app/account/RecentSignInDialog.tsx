import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { useSignal } from "../../api/signal.ts";
import { SignInForm } from "../sign-in/SignInForm.tsx";
import { useMe } from "../use-session.ts";
import { sessionsQuery } from "./queries.ts";
import { waitingForPerson } from "./recent-sign-in.ts";

/** Asks to sign in again before something changes how the person signs in. Closing it leaves everything as it is. */
export function RecentSignInDialog() {
  const { t } = useTranslation("app/account");
  const { t: inUi } = useTranslation("ui");
  const { email } = useMe();
  const waiting = useSignal(waitingForPerson);
  const queryClient = useQueryClient();
  // Who leaves the page does not sign in.
  useEffect(() => () => waitingForPerson.get()?.settle(false), []);
  const goOn = async () => {
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
    waiting?.settle(true);
    await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };
  return (
    <Modal
      opened={waiting !== undefined}
      onClose={() => waiting?.settle(false)}
      title={t("recent.title")}
      size="sm"
      zIndex={400}
      closeButtonProps={{ "aria-label": inUi("close") }}
    >
      <p>{t("recent.text")}</p>
      <SignInForm email={email} onSignedIn={goOn} />
    </Modal>
  );
}
