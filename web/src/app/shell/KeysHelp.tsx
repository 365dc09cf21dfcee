import { Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useSignal } from "../../api/signal.ts";
import { KeyHint } from "../../ui/keys/KeyHint.tsx";
import { activeKeys } from "../../ui/keys/use-keys.ts";
import type { Language } from "../language.ts";
import classes from "./KeysHelp.module.css";

/** The keys that work on the screen that is shown. */
export function KeysHelp({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  // Opens once it is there, so that it knows where to give the focus back.
  const isMounted = useMounted();
  const { t, i18n } = useTranslation();
  const rows = useSignal(activeKeys);
  return (
    <Modal
      opened={opened && isMounted}
      onClose={onClose}
      title={t("keys.title")}
      size="md"
      closeButtonProps={{ "aria-label": t("shell.close") }}
    >
      <dl className={classes["keys"]}>
        {rows.map(({ keys, words }) => (
          <div key={keys}>
            <dt>
              <KeyHint keys={keys} />
              <span className="visually-hidden">{keys}</span>
            </dt>
            <dd>{words[i18n.language as Language]}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
