import { Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { waitingForSignIn } from "../../api/session-fetch.ts";
import { useSignal } from "../../api/signal.ts";
import { SignInForm } from "./SignInForm.tsx";

/** Asks for the password over the page when the session has ended. What was typed stays, and the calls that failed are repeated. */
export function SessionDialog() {
  const isMounted = useMounted();
  const { t } = useTranslation();
  const waiting = useSignal(waitingForSignIn);
  const queryClient = useQueryClient();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const resume = async () => {
    waiting?.resume();
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <Modal
      opened={waiting !== undefined && isMounted}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t("session.title")}
      size="sm"
      zIndex={600}
    >
      <p>{t("session.text")}</p>
      {me === undefined || me === null ? null : <SignInForm email={me.email} onSignedIn={resume} />}
    </Modal>
  );
}
