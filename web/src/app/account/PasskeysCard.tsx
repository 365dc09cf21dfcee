import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { meQuery } from "../../api/session.ts";
import { Card } from "../../ui/Card.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { tell } from "../notices.ts";
import { AddPasskeyForm } from "./AddPasskeyForm.tsx";
import { AnswerState } from "./AnswerState.tsx";
import { type Passkey, passkeysQuery, removePasskey } from "./queries.ts";
import { afterRecentSignIn } from "./recent-sign-in.ts";
import classes from "./parts.module.css";

/** The person's passkeys with their last use; one more on this device; and away with one. */
export function PasskeysCard() {
  const { t } = useTranslation("app/account");
  const { data: passkeys, ...answer } = useQuery(passkeysQuery);
  const { chosen, isAsking, ask, close, remove } = useRemoval();
  return (
    <Card title={t("passkeys.title")}>
      <p className={classes["text"]}>{t("passkeys.text")}</p>
      <AnswerState {...answer} isThere={passkeys !== undefined} />
      {passkeys === undefined || passkeys.length === 0 ? null : (
        <ul className={classes["list"]} aria-label={t("passkeys.title")}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => ask(passkey)} />
          ))}
        </ul>
      )}
      <AddPasskeyForm />
      <ConfirmDialog
        opened={isAsking}
        title={t("passkeys.removeTitle")}
        confirm={t("passkeys.remove")}
        isDangerous
        onConfirm={remove}
        onClose={close}
      >
        <p>{t("passkeys.removeText", { name: chosen?.name ?? "" })}</p>
      </ConfirmDialog>
    </Card>
  );
}

function Row({ passkey: { name, createdAt, lastUsedAt }, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { t } = useTranslation("app/account");
  return (
    <li className={classes["row"]}>
      <div className={classes["words"]}>
        <strong>{name}</strong>
        <div className={classes["times"]}>
          <span>
            {t("passkeys.createdAt")} <Instant at={createdAt} />
          </span>
          {lastUsedAt === undefined ? (
            <span>{t("passkeys.unused")}</span>
          ) : (
            <span>
              {t("passkeys.lastUsedAt")} <Instant at={lastUsedAt} />
            </span>
          )}
        </div>
      </div>
      <Button size="xs" variant="default" onClick={onRemove} aria-label={t("passkeys.removeOne", { name })}>
        {t("passkeys.remove")}
      </Button>
    </li>
  );
}

/** Asks before it removes a passkey. Which one it was stays until another is chosen, while the dialog closes. */
function useRemoval() {
  const { t } = useTranslation("app/account");
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Passkey>();
  const [isAsking, setIsAsking] = useState(false);
  return {
    chosen,
    isAsking,
    ask(passkey: Passkey) {
      setChosen(passkey);
      setIsAsking(true);
    },
    close: () => setIsAsking(false),
    async remove() {
      try {
        await afterRecentSignIn(() => removePasskey(chosen!.id));
        tell("done", t("passkeys.removed"));
      } finally {
        void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
        void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      }
    },
  };
}
